import { randomBytes } from 'node:crypto'
import { keptSecret } from '#platform/server/data-dir.ts'
import type { Database } from '#platform/server/db.ts'
import type { Keys } from '#platform/server/keys.ts'
import { isPassword } from '#platform/server/passwords.ts'
import type { Settings } from '#platform/server/settings.ts'
import { everyOrganisation } from '#platform/server/untenanted.ts'
import { type DemoOrganisation, ORGANISATIONS, RIVERSIDE } from './organisations.ts'
import { insertStructure } from './structure.ts'
import { insertUsers, passwordHashOf, setPasswords, USERS, usersOf } from './users.ts'

type Needs = {
  readonly database: Database
  readonly keys: Keys
  readonly settings: Pick<Settings, 'dataDir' | 'demoPassword'>
  readonly say: (line: string) => void
}

/** What the person who started the program is told of the demo. */
export type Demo = {
  readonly users: readonly { readonly organisation: string; readonly email: string; readonly role: string }[]
  /** The users' password; undefined when somebody changed it. */
  readonly password: string | undefined
}

/** Bytes of a password that is made here: 12 letters, digits and signs. */
const PASSWORD_BYTES = 9

/**
 * Makes the demo in an empty database; in one that holds it, gives its users DEMO_PASSWORD when that was set anew.
 * Undefined when the database holds something else.
 */
export async function prepareDemo({ database, settings, say }: Needs): Promise<Demo | undefined> {
  const present = await everyOrganisation(database)
  const password =
    settings.demoPassword ??
    keptSecret(settings.dataDir, 'demo-password', () => randomBytes(PASSWORD_BYTES).toString('base64url'))
  if (present.length === 0) {
    say('Making the demo: organisations, people, locker banks and three months of packages …')
    for (const organisation of ORGANISATIONS) await insertOrganisation(database, organisation, password)
  } else if (!present.some(({ id }) => id === RIVERSIDE.id)) return undefined
  return { users: USERS, password: await passwordThatHolds(database, password, settings.demoPassword !== undefined) }
}

const within = <T>(database: Database, { id }: DemoOrganisation, work: Parameters<typeof database.inTenant<T>>[1]) =>
  database.inTenant({ organisationId: id, propertyIds: '*' }, work)

async function insertOrganisation(database: Database, organisation: DemoOrganisation, password: string): Promise<void> {
  await within(database, organisation, async (db) => {
    await insertStructure(db, organisation)
    await insertUsers(db, organisation, password)
  })
}

/** A password that was asked for by name is set; one that was made here gives way to what somebody chose since. */
async function passwordThatHolds(database: Database, password: string, isAskedFor: boolean): Promise<string | undefined> {
  const [first] = usersOf(RIVERSIDE)
  const hash = await within(database, RIVERSIDE, (db) => passwordHashOf(db, first!))
  if (await isPassword(hash, password)) return password
  if (!isAskedFor) return undefined
  for (const organisation of ORGANISATIONS) await within(database, organisation, (db) => setPasswords(db, organisation, password))
  return password
}
