import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** The business words of features. */
const ENTITIES = [
  'package',
  'parcel',
  'locker',
  'resident',
  'courier',
  'region',
  'building',
  'mailroom',
  'agent',
  'delegate',
  'advice',
]
const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** An entity as a word, or as a part of a name in camel case. */
const ENTITY = new RegExp(ENTITIES.map((word) => `(?:(?<![A-Za-z])${word}|${capitalised(word)})s?(?![a-z])`).join('|'))
/** What only sounds like one. */
const OTHER = /user-agent|userAgent|user agent/g

/** The files of the platform that name an entity, with the reason. */
const NAMING: Readonly<Record<string, string>> = {
  'platform/fold-text.ts': 'the words that addresses have before the names of places',
  'platform/label-text.ts': 'the words that the labels of parcels have beside names and before units',
  'platform/labels.ts': 'words that features use in both directions of their order, such as the column Resident of packages',
  'platform/permissions.ts':
    'the permissions and roles of the specification (decisions "Roles"), of which every contract names one',
  'platform/phone-number.ts': 'the name of Intl for a country',
  'platform/portal/navigation/recent-records.ts':
    'the address of a door has its locker, which the specification puts in the query',
  'platform/record.ts': 'those who sign in are portal users and agents',
  'platform/server/config/log.ts': 'the name on the wire of what the log leaves out',
  'platform/server/feature.ts': 'a person who is erased is a resident, with delegates',
  'platform/server/http/openapi.ts': 'the specification calls a caller of this kind a locker bank',
  'platform/server/postgres/audit.ts': 'those who sign in are portal users and agents',
  'platform/server/postgres/embedded/binaries.ts': 'an npm package',
  'platform/server/postgres/embedded/postgres.ts': 'an npm package',
  'platform/server/postgres/untenanted.ts': 'one file has every query without a tenant (decisions "Untenanted queries")',
  'platform/server/security/keys.ts': 'the purpose from which a key is derived: other words would be another key',
}

test('platform › names no entity of a feature, apart from files with a reason', () => {
  const files = globSync('platform/**/*.{ts,tsx}', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'))
  const naming = files.filter((file) => {
    if (/\.test\.tsx?$|\/testing\//.test(file)) return false
    return ENTITY.test(readFileSync(join(ROOT, file), 'utf8').replaceAll(OTHER, ''))
  })
  expect(naming.sort()).toEqual(Object.keys(NAMING).sort())
})
