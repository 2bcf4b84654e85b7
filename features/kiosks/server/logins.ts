import { sql } from 'kysely'
import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf, rowVersion, sameText } from '#platform/server/postgres/sql-helpers.ts'
import { type Keys, keyedHash } from '#platform/server/security/keys.ts'
import { t } from '../messages.ts'

/** Subjects of the delays after wrong attempts: the PIN of one user name (case-insensitive), and PINs of any user. */
export const pinSubject = (userName: string): string => `pin of ${userName.toLowerCase()}`
export const PINS_SUBJECT = 'pins'

/** The agent or portal user of a login. */
export type LoginOwner = { readonly agent_id: string } | { readonly portal_user_id: string }
type Login = { readonly userName: string; readonly pinHash: string }

/**
 * Creates a login for the terminals. User names are unique within the organisation, ignoring case (decisions "People"); refuses
 * a taken one with 422 at the field of its form.
 */
export const insertLogin = (
  db: Db,
  { organisationId }: Tenant,
  owner: LoginOwner,
  { userName, pinHash }: Login,
  field = 'UserName',
) =>
  db
    .insertInto('kiosk_logins')
    .values({ organisation_id: organisationId, id: newId(), ...owner, user_name: userName, pin_hash: pinHash })
    .execute()
    .catch(userNameTaken(field))

/** Changes a login; a new PIN unlocks it as well. Refuses like `insertLogin`. */
export async function changeLogin(
  db: Db,
  keys: Keys,
  owner: LoginOwner,
  { userName, pinHash }: Omit<Login, 'pinHash'> & { readonly pinHash: string | undefined },
  field = 'UserName',
): Promise<void> {
  if (pinHash !== undefined) await unlockLogin(db, keys, owner)
  await loginOf(db, owner)
    .set({ user_name: userName, ...(pinHash !== undefined && { pin_hash: pinHash }) })
    .execute()
    .catch(userNameTaken(field))
}

/** Why a login cannot have this user name; null if it is free, or the owner's. For a form that shows all that is wrong. */
export async function whyNotUserName(db: Db, owner: LoginOwner, userName: string): Promise<Message | null> {
  if (!userName) return null
  const others = db.selectFrom('kiosk_logins').select('id').where(sameText('user_name', userName))
  // A login has one of the two owners, and null for the other.
  const [[column, id]] = Object.entries(owner) as [[string, string]]
  const ofOther = others.where(sql<boolean>`${sql.ref(column)} is distinct from ${id}`)
  return (await ofOther.executeTakeFirst()) ? t('MsgUserNameTaken') : null
}

/** Unlocks a login and resets its wrong PINs and their delays, so that its owner can sign in at once. */
export const unlockLogin = (db: Db, keys: Keys, owner: LoginOwner): Promise<void> => unlock(db, keys, loginOf(db, owner))

/** The same for the logins of agents. */
export const unlockAgents = (db: Db, keys: Keys, agentIds: readonly string[]): Promise<void> =>
  unlock(db, keys, loginsOf(db, agentIds))

async function unlock(db: Db, keys: Keys, logins: ReturnType<typeof loginOf>): Promise<void> {
  const unlocked = await logins.set({ is_locked: false, wrong_pins: 0 }).returning('user_name').execute()
  const subjects = unlocked.map(({ user_name }) => keyedHash(keys.secrets, pinSubject(user_name)))
  const terminals = await db
    .deleteFrom('kiosk_delays')
    .where('subject', '=', anyOf(subjects))
    .returning('locker_bank_id')
    .execute()
  // Each of those wrong PINs also counted for the terminal.
  await db
    .deleteFrom('kiosk_delays')
    .where('locker_bank_id', '=', anyOf(terminals.map((one) => one.locker_bank_id)))
    .where('subject', '=', keyedHash(keys.secrets, PINS_SUBJECT))
    .execute()
}

/**
 * Locks the logins of agents and ends their sessions at the terminals of every property, also those that began while this waited
 * for the login's row: a sign-in writes the row before it begins a session.
 */
export async function lockAgentLogins(db: Db, agentIds: readonly string[]): Promise<void> {
  await loginsOf(db, agentIds).set({ is_locked: true, sessions_ended_at: CLOCK }).execute()
}

/** The database's clock, in the moment of the statement: all nodes compare sessions by it. */
export const CLOCK = sql<string>`clock_timestamp()`

/** The lock of an agent's login, and the version of its row. */
export type LockState = { readonly is_locked: boolean; readonly wrong_pins: number; readonly version: string }

/** The locks of agents' logins, which are locked in the order of the agents. */
export async function lockStates(db: Db, agentIds: readonly string[]): Promise<ReadonlyMap<string, LockState>> {
  const rows = await db
    .selectFrom('kiosk_logins as l')
    .select(['l.agent_id', 'l.is_locked', 'l.wrong_pins', rowVersion('l').as('version')])
    .where('l.agent_id', '=', anyOf(agentIds))
    .orderBy('l.agent_id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ agent_id, ...state }) => [agent_id!, state]))
}

type LockOf = { readonly agentId: string } & Pick<LockState, 'is_locked' | 'wrong_pins'>
/** Sets the locks of agents' logins. */
export async function setLocks(db: Db, locks: readonly LockOf[]): Promise<void> {
  await sql`update kiosk_logins l set is_locked = f.is_locked, wrong_pins = f.wrong_pins
    from jsonb_to_recordset(${JSON.stringify(locks)}::jsonb) as f ("agentId" uuid, is_locked boolean, wrong_pins int)
    where l.agent_id = f."agentId"`.execute(db)
}

/** Deletes the logins of portal users; their user names are free again and their sessions end. */
export const deleteUserLogins = async (db: Db, userIds: readonly string[]): Promise<void> => {
  await db.deleteFrom('kiosk_logins').where('portal_user_id', '=', anyOf(userIds)).execute()
}

/** Deletes the logins of agents; their user names are free again and their sessions end. */
export const deleteAgentLogins = async (db: Db, agentIds: readonly string[]): Promise<void> => {
  await db.deleteFrom('kiosk_logins').where('agent_id', '=', anyOf(agentIds)).execute()
}

const loginOf = (db: Db, owner: LoginOwner) => db.updateTable('kiosk_logins').where((eb) => eb.and(owner))

const loginsOf = (db: Db, agentIds: readonly string[]) => db.updateTable('kiosk_logins').where('agent_id', '=', anyOf(agentIds))

const userNameTaken =
  (field: string) =>
  (error: { constraint?: unknown }): never => {
    if (error.constraint === 'kiosk_logins_name') refuseIf(t('MsgUserNameTaken'), field)
    throw error
  }
