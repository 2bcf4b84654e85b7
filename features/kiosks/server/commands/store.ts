import { setTimeout as wait } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { newId } from '#platform/ids.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { orNotFound, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { TenantTransactions } from '#platform/server/http/route.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { type BankSettings, bankSettings } from '../../bank-settings.ts'
import type { Command, CommandDraft, Reply } from '../../protocol.ts'
import { COMMAND_LIFETIME_MS, type CommandState, isJustOffline, statesBefore, whyNotCommand } from '../../rules.ts'
import { PUBLISHED_SETTINGS } from '../configs.ts'
import type { Bank } from '../connection/bank.ts'
import { takeOpening } from './take-opening.ts'

/** A command without a final reply is abandoned this long after it expired, in ms: no request waits for it any more. */
const ABANDONED_MS = 60_000
/** A command that opens no door has ended this long after it expired, in ms, even if it began at the last moment. */
const MAX_RUN_MS = 5_000
const DOOR_COMMANDS: readonly Command['Kind'][] = ['open', 'open-device']
export const isDoorCommand = (kind: string) => DOOR_COMMANDS.some((one) => one === kind)

/** A locker bank that can take a command, with the settings that its kiosk has. */
export type ReadyBank = Bank & { readonly settings: BankSettings }

/** A command as it was inserted, to be published once its transaction has committed. */
export type PendingCommand = { readonly bank: ReadyBank; readonly command: Command }
type Sender = { readonly caller: Caller; readonly intent?: unknown }

/** The bank is OFFLINE since a moment ago: its kiosk may be connecting again, as it does when a node is restarted. */
export class JustOffline extends Refusal {}
/** How long a command waits for such a kiosk, and how often it looks, in ms. */
const RECONNECT_MS = 3_000
const LOOK_MS = 250

/** Runs `work`, which needs a ready bank; for one that is OFFLINE since a moment ago waits a little, and runs it again. */
export async function whenBack<T>({ inTenant }: TenantTransactions, lockerBankId: string, work: () => Promise<T>): Promise<T> {
  const isAway = (error: unknown) => error instanceof JustOffline
  const isBack = () =>
    inTenant(({ db }) => readyBank(db, lockerBankId)).then(
      () => true,
      (error: unknown) => !isAway(error),
    )
  return work().catch(async (error: unknown) => {
    if (!isAway(error)) throw error
    for (const end = performance.now() + RECONNECT_MS; !(await isBack()); await wait(LOOK_MS))
      if (performance.now() > end) throw error
    return work()
  })
}

/**
 * A locker bank that can take a command now, with the settings that its kiosk has. Refuses with 404 for no such bank, 422 for one
 * that is not authorised or OFFLINE.
 */
export async function readyBank(db: Db, lockerBankId: string): Promise<ReadyBank> {
  const [row] = await bankWithSettings(db, { lockerBankId })
  const found = orNotFound(row)
  const now = new Date()
  const whyNot = whyNotCommand({ ...found, isAuthorised: found.key_id !== null }, now)
  if (whyNot && found.key_id !== null && isJustOffline(found, now)) throw new JustOffline(422, whyNot)
  refuseIf(whyNot)
  const { organisation_id: organisationId, property_id: propertyId, settings } = found
  const tenant = { organisationId, propertyIds: [propertyId] }
  return { lockerBankId, organisationId, propertyId, tenant, settings: bankSettings(settings ?? {}) }
}

const bankWithSettings = cachedQuery((db, { lockerBankId }: Params<{ lockerBankId: string }>) =>
  db
    .selectFrom('locker_banks as b')
    .leftJoin('api_keys as k', 'k.locker_bank_id', 'b.id')
    .leftJoin('kiosk_configs', 'kiosk_configs.locker_bank_id', 'b.id')
    .select(['b.organisation_id', 'b.property_id', 'b.is_online', 'b.last_heart_beat', 'b.heartbeat_seconds', 'k.id as key_id'])
    .select(PUBLISHED_SETTINGS.as('settings'))
    .where('b.id', '=', lockerBankId)
    .where('b.deleted_at', 'is', null),
)

/**
 * Inserts a command, which expires after `COMMAND_LIFETIME_MS`. `intent` is what the opened door means: the handler of
 * 'door-opened' finds it in `context.command.intent`. Pass the result to `KioskLink.waitForReply` after the commit. A command that
 * opens a door counts as a remote opening; refuses with 429 or 422 when a limit or the brake does not allow it.
 */
export async function insertCommand(
  db: Db,
  bank: ReadyBank,
  draft: CommandDraft,
  { caller, intent }: Sender,
): Promise<PendingCommand> {
  const now = new Date()
  const command: Command = { ...draft, Id: newId(), ExpiresAt: new Date(now.getTime() + COMMAND_LIFETIME_MS).toISOString() }
  const inserted = insertRow(db, {
    organisation_id: bank.organisationId,
    id: command.Id,
    property_id: bank.propertyId,
    locker_bank_id: bank.lockerBankId,
    kind: command.Kind,
    locker_id: 'LockerId' in command ? command.LockerId : null,
    device_serial: 'SerialNumber' in command ? command.SerialNumber : null,
    intent: intent === undefined ? null : JSON.stringify(intent),
    user_id: caller.kind === 'user' ? caller.id : null,
    user_name: caller.name,
    created_at: now,
    expires_at: command.ExpiresAt,
  })
  const isSetup = command.Kind === 'open-device'
  await Promise.all([inserted, isDoorCommand(command.Kind) && takeOpening(db, bank, { commandId: command.Id, caller, isSetup })])
  return { bank, command }
}

const insertRow = cachedQuery((db, row: Params<Insertable<Tables['kiosk_commands']>>) =>
  db.insertInto('kiosk_commands').values(row),
)

/** The message that cancels commands of one locker bank. */
export const cancellation = (CommandIds: string[], now: Date): Command => ({
  Kind: 'cancel',
  Id: newId(),
  ExpiresAt: new Date(now.getTime() + COMMAND_LIFETIME_MS).toISOString(),
  CommandIds,
})

/** State of a command without a final reply in time. A late final reply still counts. */
export type Unanswered = 'acknowledged' | 'expired'
export const saveUnanswered = (db: Db, id: string, state: Unanswered) =>
  db.updateTable('kiosk_commands').set({ state }).where('id', '=', id).where('state', '=', 'sent').execute()

/** A command that was never sent is no opening: trying again must not exceed a limit. */
export async function saveNotSent(db: Db, id: string): Promise<void> {
  await saveUnanswered(db, id, 'expired')
  await db.deleteFrom('openings').where('id', '=', id).execute()
}

/** Whether a kiosk may still begin a command: it has no reply, and the brake does not stop its door. */
export async function mayBegin(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('kiosk_commands as c')
    .select('c.id')
    .where('c.id', '=', id)
    .where('c.state', '=', 'sent')
    .where((eb) =>
      eb.or([
        eb('c.kind', 'not in', [...DOOR_COMMANDS]),
        eb.not(eb.exists(eb.selectFrom('opening_controls').select('organisation_id').where('stopped_at', 'is not', null))),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

type ReplyRow = {
  readonly id: string
  readonly lockerBankId: string
  readonly state: CommandState
  readonly before: readonly CommandState[]
  readonly reason: string | null
  readonly now: Date
  /** The device of the command, checked for a door's event. */
  readonly serialNumber: string | undefined
}
export const replyRow = (
  lockerBankId: string,
  { CommandId, State, Reason }: Reply,
  now: Date,
  serialNumber?: string,
): ReplyRow => ({
  id: CommandId,
  lockerBankId,
  state: State,
  before: statesBefore(State),
  reason: Reason ?? null,
  now,
  serialNumber,
})
/** Sets the state of a command unless it has that state or a later one. */
export const saveReply = cachedQuery((db, { id, lockerBankId, state, before, reason, now, serialNumber }: Params<ReplyRow>) =>
  db
    .updateTable('kiosk_commands')
    .set({ state, reason, answered_at: now })
    .where('id', '=', id)
    .where('locker_bank_id', '=', lockerBankId)
    .where((eb) => eb('state', '=', eb.fn.any(before)))
    .$if(serialNumber !== undefined, (update) =>
      update.where('device_serial', '=', serialNumber!).where('kind', 'in', [...DOOR_COMMANDS]),
    ),
)

/** The reply that a door's event contains, with the device that it names. */
export type DoorReply = Reply & { readonly serialNumber: string }
/** Saves the reply of a door's event, if the command was for this door. */
export const saveDoorReply = (db: Db, lockerBankId: string, { serialNumber, ...reply }: DoorReply, now: Date) =>
  saveReply(db, replyRow(lockerBankId, reply, now, serialNumber))

/** The command that an event answers. */
export type EventCommand = {
  readonly id: string
  readonly intent: unknown
  readonly userId: string | null
  readonly userName: string
  /** The device that it opens; null when it opens none. */
  readonly serialNumber: string | null
}
/** The command that an event names, or null when it is not one of this bank. */
export async function findCommand(db: Db, lockerBankId: string, id: string): Promise<EventCommand | null> {
  const [row] = await commandById(db, { id, lockerBankId })
  if (!row) return null
  const serialNumber = isDoorCommand(row.kind) ? row.device_serial : null
  return { id: row.id, intent: row.intent, userId: row.user_id, userName: row.user_name, serialNumber }
}
const commandById = cachedQuery((db, { id, lockerBankId }: Params<{ id: string; lockerBankId: string }>) =>
  db
    .selectFrom('kiosk_commands')
    .select(['id', 'intent', 'user_id', 'user_name', 'kind', 'device_serial'])
    .where('id', '=', id)
    .where('locker_bank_id', '=', lockerBankId),
)

/** Whether a command of a kind that opens no door may still be carried out at a bank. */
export async function hasPendingCommand(db: Db, lockerBankId: string, kind: CommandDraft['Kind'], now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('kiosk_commands')
    .select('id')
    .where('locker_bank_id', '=', lockerBankId)
    .where('kind', '=', kind)
    .where('state', 'in', ['sent', 'acknowledged'])
    .where('expires_at', '>', new Date(now.getTime() - MAX_RUN_MS).toISOString())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Expires commands whose node stopped while it waited; a late reply of the kiosk still counts. */
export const expireAbandoned = (db: Db, now: Date) =>
  db
    .updateTable('kiosk_commands')
    .set({ state: 'expired' })
    .where('state', 'in', ['sent', 'acknowledged'])
    .where('expires_at', '<', new Date(now.getTime() - ABANDONED_MS).toISOString())
    .execute()
