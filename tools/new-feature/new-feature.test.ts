import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { affectedBy } from './affected-tests.ts'
import { featureNames } from './feature-names.ts'
import { newFeature } from './new-feature.ts'

/** What is read before anything is written. */
let root: string
beforeAll(() => {
  root = temporaryFolder()
  for (const folder of ['features/couriers', 'features/banks', 'database']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'database/tables-of-people.ts'), 'type Tables = {\n  door_codes: Owned\n}\n')
  writeFileSync(join(root, 'features/banks/audit.ts'), "kinds: { lockerBank: label('LabelLockerBank') },")
})
afterAll(() => rmSync(root, { recursive: true }))

test.each(['Lost', 'lost item', 'lost-item', '../x'])('npm run new feature › refuses the name %j', (name) => {
  expect(() => newFeature(root, name)).toThrow('plural in kebab case')
})

test.each([
  ['couriers', undefined, 'features/couriers exists'],
  ['door-codes', undefined, 'table door_codes exists'],
  ['locker-banks', undefined, 'kind "lockerBank"'],
  ['dates', undefined, 'Date is a name of JavaScript'],
  ['lost-items', 'Lost', 'singular in kebab case'],
])('npm run new feature › refuses %s (%s), whose names are taken or wrong', (plural, singular, reason) => {
  expect(() => newFeature(root, plural, singular)).toThrow(reason)
})

test.each([
  ['lost-items', undefined, { name: 'lostItem', Names: 'LostItems', table: 'lost_items', path: 'lostitem', A: 'A lost item' }],
  ['keys', undefined, { name: 'key', Name: 'Key' }],
  ['fees', undefined, { name: 'fee' }],
  ['batteries', undefined, { name: 'battery', Word: 'Battery' }],
  ['addresses', undefined, { name: 'address', a: 'an address' }],
  ['houses', undefined, { name: 'house' }],
  ['units', undefined, { name: 'unit', a: 'a unit' }],
  ['door-statuses', 'door-status', { name: 'doorStatus', words: 'door statuses', word: 'door status' }],
])('npm run new feature › %s (%s) has the words %o', (plural, singular, expected) => {
  expect(featureNames(plural, singular)).toMatchObject(expected)
})

const CHANGED = ['platform/permissions.ts', 'apps/server/features.ts', 'features/audit/changes.test.ts']
test.each([
  ['features/audit/changes.test.ts', '', true],
  ['features/audit/a.test.ts', "import { texts } from '#apps/server/features.ts'", true],
  ['apps/server/a.test.ts', "import {\n  texts,\n} from './features.ts'", true],
  ['apps/server/a.test.ts', "import type { Texts } from './features.ts'", false],
  ['apps/server/a.test.ts', "import { type Permission, ROLES } from '#platform/permissions.ts'", false],
  ['apps/server/a.test.ts', 'server.route.operations.filter(one)', true],
  ['apps/server/a.test.ts', "globSync('features/*')", true],
  ['apps/server/a.test.ts', "readdirSync(join(ROOT, 'features'))", true],
  ['apps/server/a.test.ts', "readdirSync(join(folder, 'outbox'))", false],
  ['apps/server/a.test.ts', 'select from information_schema.columns', true],
])('npm run test:new-feature › whether %s with %j runs: %s', (file, text, isRun) => {
  expect(affectedBy(CHANGED, file, text)).toBe(isRun)
})
