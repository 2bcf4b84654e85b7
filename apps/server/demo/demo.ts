import { randomInt } from 'node:crypto'
import { ratePassword } from '#features/session/password-policy.ts'
import { readSecret, storedSecret } from '#platform/server/config/data-dir.ts'
import type { Settings } from '#platform/server/config/settings.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { hashPassword, isPassword } from '#platform/server/security/passwords.ts'
import { auditCreated } from './audit.ts'
import { insertRows } from './insert.ts'
import { BANKS, lockerBankRows, publishLockerBanks } from './locker-banks.ts'
import { type DemoOrganisation, ORGANISATIONS, RIVERSIDE, userNameOf } from './organisations.ts'
import { packageRows, packagesOf } from './packages.ts'
import { registrationRows } from './registrations.ts'
import { accessCodes, isCurrent, residentRows, residentsOf } from './residents.ts'
import { pinOf, structureRows, userRows } from './structure.ts'
import { trendsOf } from './trends.ts'

type Deps = {
  readonly database: Database
  readonly keys: Keys
  readonly settings: Pick<Settings, 'dataDir' | 'demoPassword' | 'publicUrl'>
  readonly now: Date
  readonly print: (line: string) => void
}

const USERS = ORGANISATIONS.flatMap(({ users }) => users)

const PASSWORD_FILE = 'demo-password'
/** No signs that look like others. */
const PASSWORD_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const PASSWORD_LENGTH = 14
const newPassword = () => Array.from({ length: PASSWORD_LENGTH }, () => PASSWORD_SIGNS[randomInt(PASSWORD_SIGNS.length)]).join('')

/**
 * Creates the demo in an empty database, or the organisations that are missing after an interrupted first start. Sets a
 * changed DEMO_PASSWORD. Returns what the start prints; undefined, without any change, when the database has other organisations.
 */
export async function prepareDemo(deps: Deps) {
  const { database, keys, settings, print } = deps
  const present = new Set((await allOrganisations(database)).map(({ id }) => id))
  const missing = ORGANISATIONS.filter(({ id }) => !present.has(id))
  if (present.size > 0 && missing.length === ORGANISATIONS.length) return undefined
  await refuseWeak(settings.demoPassword)
  if (missing.length > 0) print('Creating the demo: organisations, people, locker banks and three months of packages …')
  for (const organisation of missing) {
    const password = settings.demoPassword ?? storedSecret(settings.dataDir, PASSWORD_FILE, newPassword)
    await inOrganisation(database, organisation, (db) => insertOrganisation(db, deps, organisation, password))
  }
  // Not created for a restored demo, whose users have another password.
  const password = settings.demoPassword ?? readSecret(settings.dataDir, PASSWORD_FILE)
  return {
    users: USERS,
    /** Undefined when someone has changed it, or when the demo was restored from another DATA_DIR. */
    password: password && (await currentPassword(database, password, settings.demoPassword !== undefined)),
    terminal: terminalOf(keys),
  }
}

export type Demo = NonNullable<Awaited<ReturnType<typeof prepareDemo>>>

const inOrganisation = <T>(database: Database, { id }: DemoOrganisation, work: (db: Db) => Promise<T>) =>
  database.inTenant(wholeOrganisation(id), work)

async function insertOrganisation(db: Db, { keys, settings, now }: Deps, organisation: DemoOrganisation, password: string) {
  const residents = residentsOf(organisation)
  const rows = {
    ...structureRows(organisation),
    ...(await userRows(organisation, keys, password)),
    ...residentRows(residents, keys),
    ...(await registrationRows(organisation, residents, keys, now)),
    ...lockerBankRows(organisation),
  }
  await insertRows(db, organisation.id, rows)
  await auditCreated(db, organisation.id, rows, now)
  await publishLockerBanks(db, organisation, { keys, publicUrl: settings.publicUrl })
  await insertRows(db, organisation.id, packageRows(packagesOf(organisation, residents, now)))
  await trendsOf(db, now)
}

/** Throws when DEMO_PASSWORD is one that the demo's users could not choose themselves (decisions "Structure and users"). */
async function refuseWeak(demoPassword: string | undefined): Promise<void> {
  if (demoPassword === undefined) return
  const names = ORGANISATIONS.flatMap((one) => [
    one.name,
    one.system_name,
    ...one.users.flatMap(({ name, email }) => [name, email]),
  ])
  const { reason } = await ratePassword(demoPassword, names)
  if (reason) throw new Error(`DEMO_PASSWORD is not accepted. ${reason.text} Without DEMO_PASSWORD the start creates a password.`)
}

/** Sets the password of DEMO_PASSWORD. A generated password does not replace one that someone has chosen since. */
async function currentPassword(database: Database, password: string, isFromSettings: boolean): Promise<string | undefined> {
  const user = await inOrganisation(database, RIVERSIDE, (db) =>
    db.selectFrom('portal_users').select('password_hash').where('id', '=', USERS[0]!.id).executeTakeFirst(),
  )
  if (await isPassword(user?.password_hash, password)) return password
  if (!isFromSettings) return undefined
  for (const organisation of ORGANISATIONS)
    await inOrganisation(database, organisation, async (db) => {
      for (const { id } of organisation.users) {
        const password_hash = await hashPassword(password)
        await db.updateTable('portal_users').set({ password_hash }).where('id', '=', id).execute()
      }
    })
  return password
}

/** An agent and a resident who can use the terminal of the first locker bank. */
function terminalOf(keys: Keys) {
  const bank = BANKS[0]!
  const userName = userNameOf(RIVERSIDE.couriers[0]!.agents[0]!.name)
  const residents = residentsOf(RIVERSIDE)
  const resident = residents.find((one) => one.building_id === bank.building_id && isCurrent(one))!
  return {
    lockerBank: bank.name,
    agent: { userName, pin: pinOf(keys, userName) },
    resident: {
      name: `${resident.first_name} ${resident.last_name}`,
      unitNumber: resident.unit_number,
      accessCode: accessCodes(residents, keys).get(resident.id)!,
    },
  }
}
