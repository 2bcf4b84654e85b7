import { randomInt } from 'node:crypto'
import { storedSecret } from '#platform/server/config/data-dir.ts'
import type { Settings } from '#platform/server/config/settings.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { isPassword } from '#platform/server/security/passwords.ts'
import { insertCouriers } from './couriers.ts'
import { insertLockerBanks } from './insert-locker-banks.ts'
import { insertPackages } from './insert-packages.ts'
import { type DemoOrganisation, ORGANISATIONS, RIVERSIDE } from './organisations.ts'
import { livesOf } from './packages.ts'
import { insertRegistrations } from './registrations.ts'
import { insertResidents, residentsOf } from './residents.ts'
import { insertStructure } from './structure.ts'
import { type KioskTrial, kioskTrial } from './trial.ts'
import { insertUsers, passwordHashOf, setPasswords, USERS, usersOf } from './users.ts'

type Deps = {
  readonly database: Database
  readonly keys: Keys
  readonly settings: Pick<Settings, 'dataDir' | 'demoPassword' | 'publicUrl'>
  readonly now: Date
  readonly say: (line: string) => void
}

/** What the person who started the program is told of the demo. */
export type Demo = {
  readonly users: typeof USERS
  /** The users' password; undefined when somebody changed it. */
  readonly password: string | undefined
  readonly trial: KioskTrial
}

/** A password that is made here can be read out and typed: nothing in it looks like something else. */
const PASSWORD_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const PASSWORD_LENGTH = 14
const newPassword = () => Array.from({ length: PASSWORD_LENGTH }, () => PASSWORD_SIGNS[randomInt(PASSWORD_SIGNS.length)]).join('')

/**
 * Makes the demo in an empty database, and what is missing of it where the first start was interrupted. Later, gives its
 * users DEMO_PASSWORD when that was set anew. Undefined when the database holds something else.
 */
export async function prepareDemo(deps: Deps): Promise<Demo | undefined> {
  const { database, keys, settings, say } = deps
  const present = new Set((await allOrganisations(database)).map(({ id }) => id))
  const missing = ORGANISATIONS.filter(({ id }) => !present.has(id))
  const isOurs = missing.length < ORGANISATIONS.length
  if (present.size > 0 && !isOurs) return undefined
  const password = settings.demoPassword ?? storedSecret(settings.dataDir, 'demo-password', newPassword)
  if (missing.length > 0) say('Making the demo: organisations, people, locker banks and three months of packages …')
  for (const organisation of missing)
    await within(database, organisation, (db) => insertOrganisation(db, deps, organisation, password))
  return {
    users: USERS,
    password: await passwordThatHolds(database, password, settings.demoPassword !== undefined),
    trial: kioskTrial(keys),
  }
}

const within = <T>(database: Database, { id }: DemoOrganisation, work: (db: Db) => Promise<T>) =>
  database.inTenant(wholeOrganisation(id), work)

async function insertOrganisation(
  db: Db,
  { keys, settings, now }: Deps,
  organisation: DemoOrganisation,
  password: string,
): Promise<void> {
  const residents = residentsOf(organisation)
  await insertStructure(db, organisation)
  await insertUsers(db, organisation, password)
  await insertCouriers(db, organisation, keys)
  await insertResidents(db, organisation, residents, keys)
  await insertRegistrations(db, organisation, keys, now)
  await insertLockerBanks(db, organisation, { keys, publicUrl: settings.publicUrl })
  await insertPackages(db, organisation, livesOf(organisation, residents, now))
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
