import { newId } from '#platform/ids.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type Keys, keyedHash } from '#platform/server/security/keys.ts'
import { t } from '../../messages.ts'
import { PINS_SUBJECT, pinSubject } from './delays.ts'

/** The agent or portal user of a login. */
export type LoginOwner = { readonly agent_id: string } | { readonly portal_user_id: string }
type Login = { readonly userName: string; readonly pinHash: string }

/**
 * Creates a login for the terminals. User names are unique within the organisation, ignoring case (decisions "People"); refuses
 * a taken one with 422.
 */
export const insertLogin = (db: Db, { organisationId }: Tenant, owner: LoginOwner, { userName, pinHash }: Login) =>
  db
    .insertInto('kiosk_logins')
    .values({ organisation_id: organisationId, id: newId(), ...owner, user_name: userName, pin_hash: pinHash })
    .execute()
    .catch(userNameTaken)

/** Changes a login; a new PIN unlocks it as well. Refuses like `insertLogin`. */
export async function changeLogin(
  db: Db,
  keys: Keys,
  owner: LoginOwner,
  { userName, pinHash }: Omit<Login, 'pinHash'> & { readonly pinHash: string | undefined },
): Promise<void> {
  if (pinHash !== undefined) await unlockLogin(db, keys, owner)
  await loginOf(db, owner)
    .set({ user_name: userName, ...(pinHash !== undefined && { pin_hash: pinHash }) })
    .execute()
    .catch(userNameTaken)
}

/** Unlocks a login and resets its wrong PINs and their delays, so that its owner can sign in at once. */
export async function unlockLogin(db: Db, keys: Keys, owner: LoginOwner): Promise<void> {
  const logins = await loginOf(db, owner).set({ is_locked: false, wrong_pins: 0 }).returning('user_name').execute()
  const subjects = logins.map(({ user_name }) => keyedHash(keys.secrets, pinSubject(user_name)))
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

/** Deletes the logins of agents; their user names are free again and their sessions end. */
export const deleteAgentLogins = async (db: Db, agentIds: readonly string[]): Promise<void> => {
  await db.deleteFrom('kiosk_logins').where('agent_id', '=', anyOf(agentIds)).execute()
}

const loginOf = (db: Db, owner: LoginOwner) => db.updateTable('kiosk_logins').where((eb) => eb.and(owner))

function userNameTaken(error: { constraint?: unknown }): never {
  if (error.constraint === 'kiosk_logins_name') refuseIf(t('MsgUserNameTaken'), 'UserName')
  throw error
}
