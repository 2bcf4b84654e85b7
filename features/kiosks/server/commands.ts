import type { Insertable } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { bankSettings } from '#features/locker-banks/settings.ts'
import { newId } from '#platform/ids.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { orNotFound, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { TenantTransactions } from '#platform/server/http/route.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import { type Database, type Db, withAsyncCommit } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import type { Command, Reply } from '../protocol.ts'
import { COMMAND_LIFETIME_MS, type CommandState, replyWaitMs, statesBefore, whyNotCommand } from '../rules.ts'
import type { AskedCommand, Outcome, Prepare, ReadyBank, SendOptions } from './api.ts'
import type { Bank } from './bank.ts'
import { PUBLISHED_SETTINGS } from './configs.ts'

/** A command without its end after this much longer than its life counts as expired, in ms: whoever waited for it is gone. */
const ABANDONED_MS = 60_000
/** Commands that open a door. */
const KINDS_OF_DOORS: readonly Command['Kind'][] = ['open', 'open-device']
const isOfDoor = (kind: string) => KINDS_OF_DOORS.some((one) => one === kind)

/** Commands on their way: rows of the database, and who waits on this node for their end, at most `patienceMs` where that is given. */
export function createCommands(
  database: Database,
  publish: (lockerBankId: string, command: Command) => Promise<unknown>,
  patienceMs?: number,
) {
  const waiting = new Map<string, { readonly tell: (reply: Reply) => void; hasBegun: boolean }>()
  /** A bank answers for itself alone. */
  const placeOf = (lockerBankId: string, commandId: string) => `${lockerBankId} ${commandId}`

  /** See `KioskLink.sendCommand`. */
  async function send(
    asked: TenantTransactions & { readonly caller: Caller },
    lockerBankId: string,
    prepare: Prepare,
    { timeout }: SendOptions = {},
  ): Promise<Outcome> {
    const now = new Date()
    const { command, kept, patience } = await asked.inTenant(async (within) => {
      const { db, tenant } = within
      const ready = readyBank(db, lockerBankId, now)
      const [bank, { command: draft, intent, kept }] = await Promise.all([ready, prepare({ ...within, ready })])
      const ExpiresAt = new Date(now.getTime() + COMMAND_LIFETIME_MS).toISOString()
      const command: Command = { ...draft, Id: newId(), ExpiresAt }
      await insertCommand(db, {
        organisation_id: tenant.organisationId,
        id: command.Id,
        property_id: bank.property_id,
        locker_bank_id: lockerBankId,
        kind: command.Kind,
        locker_id: 'LockerId' in command ? command.LockerId : null,
        device_serial: 'SerialNumber' in command ? command.SerialNumber : null,
        intent: intent === undefined ? null : JSON.stringify(intent),
        user_id: asked.caller.kind === 'user' ? asked.caller.id : null,
        user_name: asked.caller.name,
        created_at: now,
        expires_at: command.ExpiresAt,
      })
      return { command, kept, patience: timeout ?? patienceMs ?? replyWaitMs(bank.settings) }
    })
    kept?.()
    const reply = await answerTo(lockerBankId, command, patience)
    if (typeof reply === 'string') {
      await asked.inTenant(({ db }) => keepUnanswered(db, command.Id, reply))
      throw new Refusal(504, t('MsgCannotConnectToLockerBank'))
    }
    return outcomeOf(reply)
  }

  async function answerTo(lockerBankId: string, command: Command, timeout: number): Promise<Reply | Unanswered> {
    const place = placeOf(lockerBankId, command.Id)
    let late: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve) => {
        const waits = { tell: resolve, hasBegun: false }
        const giveUp = () => resolve(waits.hasBegun ? 'acknowledged' : 'expired')
        waiting.set(place, waits)
        late = setTimeout(giveUp, timeout)
        // A broker that is away leaves the kiosk as silent as one that is.
        publish(lockerBankId, command).catch(giveUp)
      })
    } finally {
      clearTimeout(late)
      waiting.delete(place)
    }
  }

  const tell = (lockerBankId: string, reply: Reply) => waiting.get(placeOf(lockerBankId, reply.CommandId))?.tell(reply)

  return {
    send,
    /** Whoever waits for a command goes on: what its kiosk says of it is kept. */
    tell,
    /** Takes what a kiosk says of a command, on whichever nodes hear it; repeating it changes nothing. */
    answered: async (bank: Bank, reply: Reply, now: Date): Promise<void> => {
      if (reply.State === 'acknowledged') {
        // That a command is begun counts for nothing once its end is told: whoever waits in vain for the end keeps it.
        const waits = waiting.get(placeOf(bank.lockerBankId, reply.CommandId))
        if (waits) waits.hasBegun = true
        return
      }
      await database.inTenant(bank.tenant, async (db) => {
        // Nobody waits for the disk: what the door did is in its event, which is kept before this word is told.
        await withAsyncCommit(db)
        await answer(db, answerOf(bank.lockerBankId, reply, now))
      })
      tell(bank.lockerBankId, reply)
    },
  }
}

const insertCommand = cachedQuery((db, row: Params<Insertable<Tables['kiosk_commands']>>) =>
  db.insertInto('kiosk_commands').values(row),
)

/** A bank that can be told something now, with the settings that its kiosk goes by; refuses with what stands against it. */
async function readyBank(db: Db, lockerBankId: string, now: Date): Promise<ReadyBank> {
  const [row] = await standing(db, { lockerBankId })
  const bank = orNotFound(row)
  refuseIf(whyNotCommand({ ...bank, isAuthorised: bank.key_id !== null }, now))
  return { property_id: bank.property_id, settings: bankSettings(bank.settings ?? {}) }
}

const standing = cachedQuery((db, { lockerBankId }: Params<{ lockerBankId: string }>) =>
  db
    .selectFrom('locker_banks as b')
    .leftJoin('api_keys as k', 'k.locker_bank_id', 'b.id')
    .leftJoin('kiosk_configs', 'kiosk_configs.locker_bank_id', 'b.id')
    .select(['b.property_id', 'b.is_online', 'b.last_heart_beat', 'b.heartbeat_seconds', 'k.id as key_id'])
    .select(PUBLISHED_SETTINGS.as('settings'))
    .where('b.id', '=', lockerBankId)
    .where('b.deleted_at', 'is', null),
)

/** What is kept of a command whose end nobody told in time: whether it was begun. Its late end still counts. */
type Unanswered = 'acknowledged' | 'expired'
const keepUnanswered = (db: Db, id: string, state: Unanswered) =>
  db.updateTable('kiosk_commands').set({ state }).where('id', '=', id).where('state', '=', 'sent').execute()

function outcomeOf(reply: Reply): Outcome {
  const { State } = reply
  if (State === 'opened' || State === 'not-detected' || State === 'done') return { ...reply, State }
  if (State === 'refused') throw new Refusal(422, t('MsgCommandRefused', { reason: reply.Reason ?? '' }))
  throw new Refusal(504, t('MsgCannotConnectToLockerBank'))
}

type Answer = {
  readonly id: string
  readonly lockerBankId: string
  readonly state: CommandState
  readonly before: readonly CommandState[]
  readonly reason: string | null
  readonly now: Date
  /** Of a door's event: the device that the command must have been for. */
  readonly serialNumber: string | undefined
}
const answerOf = (lockerBankId: string, { CommandId, State, Reason }: Reply, now: Date, serialNumber?: string): Answer => ({
  id: CommandId,
  lockerBankId,
  state: State,
  before: statesBefore(State),
  reason: Reason ?? null,
  now,
  serialNumber,
})
const answer = cachedQuery((db, { id, lockerBankId, state, before, reason, now, serialNumber }: Params<Answer>) =>
  db
    .updateTable('kiosk_commands')
    .set({ state, reason, answered_at: now })
    .where('id', '=', id)
    .where('locker_bank_id', '=', lockerBankId)
    .where((eb) => eb('state', '=', eb.fn.any(before)))
    .$if(serialNumber !== undefined, (update) =>
      update.where('device_serial', '=', serialNumber!).where('kind', 'in', [...KINDS_OF_DOORS]),
    ),
)

/** What a door's event says of its command: which device it was. */
export type ReplyOfDoor = Reply & { readonly serialNumber: string }
/** Keeps what the event of a door says of the command that had this door opened. */
export const answerCommand = (db: Db, lockerBankId: string, { serialNumber, ...reply }: ReplyOfDoor, now: Date) =>
  answer(db, answerOf(lockerBankId, reply, now, serialNumber))

/** The command that an event names, if it is this bank's. */
export async function commandOf(db: Db, lockerBankId: string, id: string): Promise<AskedCommand | null> {
  const [row] = await commandsMeant(db, { id, lockerBankId })
  if (!row) return null
  const serialNumber = isOfDoor(row.kind) ? row.device_serial : null
  return { id: row.id, intent: row.intent, userId: row.user_id, userName: row.user_name, serialNumber }
}
const commandsMeant = cachedQuery((db, { id, lockerBankId }: Params<{ id: string; lockerBankId: string }>) =>
  db
    .selectFrom('kiosk_commands')
    .select(['id', 'intent', 'user_id', 'user_name', 'kind', 'device_serial'])
    .where('id', '=', id)
    .where('locker_bank_id', '=', lockerBankId),
)

/** Ends the commands of nodes that died while they waited; the kiosk's late word still counts. */
export const expireAbandoned = (db: Db, now: Date) =>
  db
    .updateTable('kiosk_commands')
    .set({ state: 'expired' })
    .where('state', 'in', ['sent', 'acknowledged'])
    .where('expires_at', '<', new Date(now.getTime() - ABANDONED_MS).toISOString())
    .execute()
