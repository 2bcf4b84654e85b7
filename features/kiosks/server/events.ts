import type { Insertable } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Log } from '#platform/server/config/log.ts'
import { asRefusal, Refusal } from '#platform/server/http/refusal.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { Id } from '#platform/wire.ts'
import { type Ack, EVENTS, type EventBatch, type EventKind, type KioskEvent, type Reply } from '../protocol.ts'
import type { BankContext, EventHandler, NotApplied, RefusedHandler } from './api.ts'
import type { Bank } from './bank.ts'
import { type DoorReply, findCommand, saveDoorReply } from './commands.ts'
import { withoutErased } from './erased.ts'
import { happened } from './happened.ts'

/** An event that fails this often by a fault of ours is set aside for a person, so that it does not hold up the others. */
const PARK_AFTER_ATTEMPTS = 5
/** A kiosk's clock may run ahead by this much, in ms; what is said to come later happened now. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

type ReportedEvent = EventBatch['Events'][number]
type Row = { readonly outcome: 'applied' | 'refused' | 'parked' | 'unknown'; readonly reason?: string }
type Deps = { readonly database: Database; readonly log: Pick<Log, 'warn' | 'error'> }
// biome-ignore lint/suspicious/noExplicitAny: the registry holds handlers of every kind; `on` ties each to its own
type AnyHandler = EventHandler<any>

export type Events = ReturnType<typeof createEvents>

/** What kiosks tell: each event is taken once, by its id, in the transaction that applies it. */
export function createEvents({ database, log }: Deps) {
  const handlers = new Map<EventKind, AnyHandler[]>()
  const refusedHandlers: RefusedHandler[] = []

  /** Takes one event for good; gives what it says of the command that it names. Throws what is to be tried again. */
  async function take(bank: Bank, told: ReportedEvent, attempt: number): Promise<Reply | null> {
    const now = new Date()
    const read = readEvent(told)
    if (!read) {
      log.warn({ lockerBank: bank.lockerBankId, event: told.Id, kind: told.Kind }, 'an event was not understood')
      return keep(bank, told, { outcome: 'unknown' }, now, attempt)
    }
    try {
      return await apply(bank, read, now)
    } catch (error) {
      if (error instanceof Refusal && error.status !== 503) {
        log.warn(
          { lockerBank: bank.lockerBankId, event: told.Id, kind: told.Kind, why: error.reason.code },
          'an event was turned down',
        )
        return keep(bank, told, { outcome: 'refused', reason: error.reason.text }, now, attempt)
      }
      if (asRefusal(error)?.status === 503 || attempt < PARK_AFTER_ATTEMPTS) throw error
      log.error({ err: error, lockerBank: bank.lockerBankId, event: told.Id, kind: told.Kind }, 'an event was set aside')
      return keep(bank, told, { outcome: 'parked', reason: String(error) }, now, attempt)
    }
  }

  /** Works in a transaction of the bank, then does what waits for its commit. */
  async function inBank<T>(bank: Bank, now: Date, work: (db: Db, context: BankContext) => Promise<T>): Promise<T> {
    const after: (() => unknown)[] = []
    const { tenant, propertyId, lockerBankId } = bank
    const afterCommit = (one: () => unknown) => void after.push(one)
    const result = await database.inTenant(tenant, (db) => work(db, { tenant, propertyId, lockerBankId, now, log, afterCommit }))
    for (const one of after) await one()
    return result
  }

  const apply = (bank: Bank, told: KioskEvent, now: Date): Promise<Reply | null> =>
    inBank(bank, now, async (db, context) => {
      const event = await withoutErased(db, told)
      const reply = replyIn(event)
      const [isNew, command] = await Promise.all([
        insert(db, bank, event, { outcome: 'applied' }, now),
        'CommandId' in event && event.CommandId ? findCommand(db, bank.lockerBankId, event.CommandId) : null,
        reply && saveDoorReply(db, bank.lockerBankId, reply, now),
      ])
      if (isNew) for (const handler of handlers.get(event.Kind) ?? []) await handler(db, event, { ...context, command })
      return reply && command?.serialNumber === reply.serialNumber ? reply : null
    })

  /** Keeps an event that is not applied, with what follows from that; at the last try without, so that others come through. */
  async function keep(bank: Bank, told: ReportedEvent, row: Row, now: Date, attempt: number): Promise<null> {
    try {
      await inBank(bank, now, async (db, context) => {
        const event = notApplied(told, row)
        if (!(await insert(db, bank, await withoutErased(db, told), row, now)) || !event) return
        for (const handler of refusedHandlers) await handler(db, event, context)
      })
    } catch (error) {
      if (asRefusal(error)?.status === 503 || attempt < PARK_AFTER_ATTEMPTS) throw error
      log.error({ err: error, lockerBank: bank.lockerBankId, event: told.Id, kind: told.Kind }, 'nobody was told of an event')
      const { Id, At, Kind } = told
      // It may be the event's own form that cannot be kept: its head always can.
      await inBank(bank, now, (db) => insert(db, bank, { Id, At, Kind }, row, now))
    }
    return null
  }

  return {
    on: <K extends EventKind>(kind: K, handler: EventHandler<K>) => {
      handlers.set(kind, [...(handlers.get(kind) ?? []), handler])
    },
    onRefused: (handler: RefusedHandler) => {
      refusedHandlers.push(handler)
    },
    /**
     * Takes a batch in its order and gives the ids that are kept for good. It stops at the first that has to be tried
     * again, and names it: what comes after may build on it. `replies` is what the kept ones say of commands.
     */
    takeBatch: async (bank: Bank, { Events, Attempt }: EventBatch): Promise<{ ack: Ack; replies: Reply[] }> => {
      const kept: string[] = []
      const replies: Reply[] = []
      for (const [i, told] of Events.entries()) {
        // Those behind the first were never tried.
        const attempt = i === 0 ? Attempt : 1
        try {
          const reply = await take(bank, told, attempt)
          if (reply) replies.push(reply)
        } catch (error) {
          log.warn({ err: error, lockerBank: bank.lockerBankId, event: told.Id, attempt }, 'an event waits for its next try')
          return { ack: { EventIds: kept, Failed: told.Id }, replies }
        }
        kept.push(told.Id)
      }
      return { ack: { EventIds: kept, Failed: null }, replies }
    },
  }
}

/** The event in full, or null when its kind or a field is not known here: a kiosk may be newer than the server. */
function readEvent(told: ReportedEvent): KioskEvent | null {
  return isKnown(told.Kind) ? (EVENTS[told.Kind].safeParse(told).data ?? null) : null
}
const isKnown = (kind: string): kind is EventKind => Object.hasOwn(EVENTS, kind)

/** What the event of a door says of the command that it names: the same as the kiosk's word, which comes later. */
function replyIn(event: KioskEvent): DoorReply | null {
  if ((event.Kind !== 'door-opened' && event.Kind !== 'not-detected') || !event.CommandId) return null
  const State = event.Kind === 'door-opened' ? 'opened' : 'not-detected'
  return { CommandId: event.CommandId, State, serialNumber: event.SerialNumber }
}

/** What others are told of an event that is kept without being applied; null for a kind that is not known here. */
function notApplied(told: ReportedEvent, { outcome, reason }: Row): NotApplied | null {
  if (!isKnown(told.Kind)) return null
  return {
    id: told.Id,
    kind: told.Kind,
    lockerId: Id.safeParse(told.LockerId).data ?? null,
    // What a fault of ours says is for its log.
    reason: outcome === 'refused' ? (reason ?? null) : null,
  }
}

/** False when this event was taken before. A node that is taking it at this moment is waited for. */
async function insert(
  db: Db,
  bank: Bank,
  event: ReportedEvent | KioskEvent,
  { outcome, reason }: Row,
  now: Date,
): Promise<boolean> {
  const lockerId = (event as { LockerId?: unknown }).LockerId
  const inserted = await insertEvent(db, {
    organisation_id: bank.organisationId,
    id: event.Id,
    property_id: bank.propertyId,
    locker_bank_id: bank.lockerBankId,
    kind: event.Kind,
    at: happened(event, { now }, CLOCK_TOLERANCE_MS),
    received_at: now,
    locker_id: typeof lockerId === 'string' && outcome !== 'unknown' ? lockerId : null,
    outcome,
    reason: reason ?? null,
    body: JSON.stringify(event, storable),
  })
  return inserted.length > 0
}

const insertEvent = cachedQuery((db, event: Params<Insertable<Tables['kiosk_events']>>) =>
  db
    .insertInto('kiosk_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doNothing())
    .returning('id'),
)

/** PostgreSQL keeps neither NUL nor half a character: an event that holds one must not stand in the way of those behind it. */
function storable(_name: string, value: unknown) {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storableText(name), one]))
}
const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '')
