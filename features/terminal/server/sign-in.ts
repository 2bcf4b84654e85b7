import { sql } from 'kysely'
import type { BankSettings } from '#features/kiosks/bank-settings.ts'
import { isQuiet } from '#features/kiosks/quiet-hours.ts'
import { WRONG_PINS_THAT_LOCK } from '#features/kiosks/rules.ts'
import { beginAlert, CLOCK, notifyAlerts, PINS_SUBJECT, pinSubject, publishedSettings } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { newId } from '#platform/ids.ts'
import { ROLES, roleById } from '#platform/permissions.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions, TransactionContext } from '#platform/server/http/route.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { isPassword } from '#platform/server/security/passwords.ts'
import type { TerminalSession, terminals } from '../contract.ts'
import { t } from '../messages.ts'
import { codeDelay, pinDelay } from '../rules.ts'
import { propertyOf, reportAttempts, terminalOf } from './attempts.ts'
import { delayOf } from './delays.ts'

/** The person at the terminal. `courierId` is set for agents. */
export type Person = {
  readonly kind: 'agent' | 'staff'
  readonly id: string
  readonly name: string
  readonly roleId: number
  readonly courierId: string | null
}
type Login = Person & { readonly loginId: string; readonly pinHash: string; readonly isLocked: boolean }

const wrongPin = () => new Refusal(422, t('MsgPinWrong'))

/**
 * Signs an agent or a portal user in at the terminal. A wrong PIN and an unknown name get the same reply and delay the next
 * attempt of that name; one PIN tried with many names delays the whole terminal. Ten wrong PINs in a row lock the login at
 * every terminal, which only the right PIN reveals.
 */
export async function signInAtTerminal(
  { database, keys, live }: { database: Database; keys: Keys; live: Live },
  context: RequestContext<typeof terminals.signIn> & TenantTransactions,
): Promise<TerminalSession> {
  const { input, caller, tenant, now, inTenant } = context
  const userName = input.UserName.toLowerCase()
  const delay = (subject: string, seconds: (wrong: number) => number) =>
    delayOf({ database, keys, tenant, lockerBankId: caller.id, subject, seconds })
  const ofName = delay(pinSubject(userName), pinDelay)
  const ofTerminal = delay(PINS_SUBJECT, codeDelay)
  const { wrong } = await ofTerminal.spend(now)
  await ofName.spend(now).catch(async (error) => {
    // The PIN was not checked, so it is not wrong: one impatient person must not delay the whole terminal.
    if (error instanceof Refusal) await ofTerminal.giveBack({ all: false })
    throw error
  })
  const login = await inTenant(({ db }) => loginNamed(db, userName, propertyOf(caller)))
  if (!(await isPassword(login?.pinHash, input.Pin)) || !login) {
    if (login && !login.isLocked && (await inTenant((t) => countWrongPin(t, login, caller, now))))
      notifyAlerts(live, terminalOf(caller))
    await reportAttempts(live, context, 'pins-tried', wrong)
    throw wrongPin()
  }
  if (login.isLocked) throw new Refusal(422, t('MsgLoginLocked'))
  await ofName.giveBack({ all: true })
  await ofTerminal.giveBack({ all: false })
  return inTenant((t) => begin(t, login, caller, now))
}

async function loginNamed(db: Db, userName: string, propertyId: string): Promise<Login | undefined> {
  const login = await db
    .selectFrom('kiosk_logins')
    .select(['id', 'pin_hash', 'is_locked'])
    .where((eb) => eb(eb.fn('lower', ['user_name']), '=', userName))
    .executeTakeFirst()
  const person = login && (await personOf(db, login.id, propertyId))
  return person && { ...person, loginId: login.id, pinHash: login.pin_hash, isLocked: login.is_locked }
}

/** The active agent or portal user of a login, if they are assigned to this property. No staff of an inactive organisation. */
async function personOf(db: Db, loginId: string, propertyId: string): Promise<Person | undefined> {
  const row = await db
    .selectFrom('kiosk_logins as l')
    .innerJoin('organisations as o', 'o.id', 'l.organisation_id')
    .leftJoin('agents as a', (join) =>
      join.onRef('a.id', '=', 'l.agent_id').on('a.is_active', '=', true).on('a.deleted_at', 'is', null),
    )
    .leftJoin('agent_properties as ap', (join) => join.onRef('ap.agent_id', '=', 'a.id').on('ap.property_id', '=', propertyId))
    .leftJoin('portal_users as u', (join) =>
      join
        .onRef('u.id', '=', 'l.portal_user_id')
        .on('u.is_active', '=', true)
        .on('u.deleted_at', 'is', null)
        .on('o.is_active', '=', true),
    )
    .leftJoin('portal_user_properties as up', (join) =>
      join.onRef('up.portal_user_id', '=', 'u.id').on('up.property_id', '=', propertyId),
    )
    .select([
      'a.id as agent_id',
      'a.first_name as agent_first',
      'a.last_name as agent_last',
      'a.role_id as agent_role',
      'a.courier_id',
      'ap.property_id as agent_property',
      'u.id as user_id',
      'u.first_name as user_first',
      'u.last_name as user_last',
      'u.role_id as user_role',
      'up.property_id as user_property',
    ])
    .where('l.id', '=', loginId)
    .executeTakeFirst()
  if (row?.agent_id && row.agent_property)
    return {
      kind: 'agent',
      id: row.agent_id,
      name: `${row.agent_first} ${row.agent_last}`,
      roleId: row.agent_role!,
      courierId: row.courier_id,
    }
  const role = row?.user_role && roleById(row.user_role)
  if (row?.user_id && role && (ROLES[role].everyProperty || row.user_property))
    return { kind: 'staff', id: row.user_id, name: `${row.user_first} ${row.user_last}`, roleId: row.user_role!, courierId: null }
  return undefined
}

/** Counts a wrong PIN. True when it locked the login and began an alert. */
async function countWrongPin({ db, audit }: TransactionContext, login: Login, caller: Caller, now: Date): Promise<boolean> {
  const { wrong_pins } = await db
    .updateTable('kiosk_logins')
    .set((eb) => ({
      wrong_pins: eb('wrong_pins', '+', 1),
      is_locked: sql<boolean>`wrong_pins + 1 >= ${WRONG_PINS_THAT_LOCK}`,
      // Those at other terminals do not go on when the login is unlocked.
      sessions_ended_at: sql<string>`case when wrong_pins + 1 >= ${WRONG_PINS_THAT_LOCK} then ${CLOCK} else sessions_ended_at end`,
    }))
    .where('id', '=', login.loginId)
    .returning('wrong_pins')
    .executeTakeFirstOrThrow()
  if (wrong_pins !== WRONG_PINS_THAT_LOCK) return false
  await audit('terminal login locked', login.id, { wrongPins: wrong_pins })
  return beginAlert(db, terminalOf(caller), { kind: 'login-locked', subject: login.loginId, lockerId: null, beganAt: now })
}

async function begin(
  { db, tenant, audit }: TransactionContext,
  login: Login,
  caller: Caller,
  now: Date,
): Promise<TerminalSession> {
  const id = newId()
  const settings = await publishedSettings(db, caller.id)
  if (login.kind === 'agent') await refuseInQuietHours(db, settings, propertyOf(caller), now)
  const until = new Date(now.getTime() + settings.TerminalSessionSeconds * 1000)
  // Locked, or with another PIN, since the PIN was checked. The row is written each time: an undo sees that the login was used.
  const { numUpdatedRows } = await db
    .updateTable('kiosk_logins')
    .set({ wrong_pins: 0 })
    .where('id', '=', login.loginId)
    .where('is_locked', '=', false)
    .where('pin_hash', '=', login.pinHash)
    .executeTakeFirst()
  if (!numUpdatedRows) throw new Refusal(422, t('MsgLoginLocked'))
  await db
    .insertInto('kiosk_sessions')
    .values({
      organisation_id: tenant.organisationId,
      id,
      property_id: propertyOf(caller),
      locker_bank_id: caller.id,
      kiosk_login_id: login.loginId,
      started_at: CLOCK,
      expires_at: until,
    })
    .execute()
  await audit('signed in at the terminal', login.id)
  return { SessionId: id, Kind: login.kind, Id: login.id, Name: login.name, RoleId: login.roleId, Until: until.toISOString() }
}

/** Quiet hours apply to agents only, not to residents and staff. */
async function refuseInQuietHours(db: Db, settings: BankSettings, propertyId: string, now: Date): Promise<void> {
  const { time_zone } = await db
    .selectFrom('properties')
    .select('time_zone')
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow()
  const { QuietHoursFrom: from, QuietHoursTo: to } = settings
  refuseIf(isQuiet(settings, now, time_zone) ? t('MsgQuietHours', { from, to }) : null)
}

/** The person signed in at this terminal with this session; refuses when it has ended or they lost the right to sign in. */
export async function signedIn(db: Db, caller: Caller, sessionId: string, now: Date): Promise<Person> {
  const session = await db
    .selectFrom('kiosk_sessions as s')
    .innerJoin('kiosk_logins as l', 'l.id', 's.kiosk_login_id')
    .select('s.kiosk_login_id')
    .where('s.id', '=', sessionId)
    .where('s.locker_bank_id', '=', caller.id)
    .where('s.expires_at', '>', now.toISOString())
    .where('l.is_locked', '=', false)
    .where((eb) => eb.or([eb('l.sessions_ended_at', 'is', null), eb('s.started_at', '>', eb.ref('l.sessions_ended_at'))]))
    .executeTakeFirst()
  const person = session && (await personOf(db, session.kiosk_login_id, propertyOf(caller)))
  if (!person) throw new Refusal(422, t('MsgTerminalSessionEnded'))
  return person
}

/** Ends a session; one that has ended is no error. */
export const signOutAtTerminal = (db: Db, caller: Caller, sessionId: string, now: Date) =>
  db
    .updateTable('kiosk_sessions')
    .set({ expires_at: now })
    .where('id', '=', sessionId)
    .where('locker_bank_id', '=', caller.id)
    .where('expires_at', '>', now.toISOString())
    .execute()
