import { packMessage } from '#platform/define-messages.ts'
import type { Log } from '#platform/server/config/log.ts'
import { asRefusal, Refusal } from '#platform/server/http/refusal.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { Id } from '#platform/wire.ts'
import { type Ack, EVENTS, type EventBatch, type EventKind, type EventOf, type KioskEvent, type Reply } from '../../protocol.ts'
import type { BankContext, EventHandler, NotApplied, RefusedHandler } from '../api.ts'
import { type DoorReply, findCommand, saveDoorReply } from '../commands/store.ts'
import type { Bank } from '../connection/bank.ts'
import { type EventResult, insertEvent, type ReceivedEvent, withoutErased } from './store.ts'

/** An event that the server fails to apply this often is dead-lettered, so that it does not block the events after it. */
const MAX_ATTEMPTS = 5

type Deps = { readonly database: Database; readonly log: Pick<Log, 'warn' | 'error'> }

export type Events = ReturnType<typeof createEvents>

/** The events of kiosks: each is stored once, by its id, in the transaction that applies it. */
export function createEvents({ database, log }: Deps) {
  const handlers: EventHandler<EventKind>[] = []
  const refusedHandlers: RefusedHandler[] = []

  /** Stores and applies one event; returns the reply that it contains. Throws when it has to be retried. */
  async function take(bank: Bank, received: ReceivedEvent, attempt: number): Promise<Reply | null> {
    const now = new Date()
    const { lockerBankId: lockerBank } = bank
    const { Id: event, Kind: kind } = received
    const parsed = parseEvent(received)
    if (!parsed) {
      log.warn({ lockerBank, event, kind }, 'kiosk event not understood')
      return storeUnapplied(bank, received, { outcome: 'unknown' }, now, attempt)
    }
    try {
      return await apply(bank, parsed, now)
    } catch (error) {
      if (error instanceof Refusal && error.status !== 503) {
        log.warn({ lockerBank, event, kind, reason: error.reason.code }, 'kiosk event refused')
        return storeUnapplied(bank, received, { outcome: 'refused', reason: packMessage(error.reason) }, now, attempt)
      }
      if (asRefusal(error)?.status === 503 || attempt < MAX_ATTEMPTS) throw error
      log.error({ err: error, lockerBank, event, kind }, 'kiosk event dead-lettered')
      return storeUnapplied(bank, received, { outcome: 'parked', reason: String(error) }, now, attempt)
    }
  }

  /** Runs `work` in a transaction as the bank's tenant, then the callbacks of `afterCommit`. */
  async function inBank<T>(bank: Bank, now: Date, work: (db: Db, context: BankContext) => Promise<T>): Promise<T> {
    const after: (() => unknown)[] = []
    const { tenant, propertyId, lockerBankId } = bank
    const afterCommit = (one: () => unknown) => void after.push(one)
    const result = await database.inTenant(tenant, (db) => work(db, { tenant, propertyId, lockerBankId, now, log, afterCommit }))
    for (const one of after) await one()
    return result
  }

  const apply = (bank: Bank, received: KioskEvent, now: Date): Promise<Reply | null> =>
    inBank(bank, now, async (db, context) => {
      const event = await withoutErased(db, received)
      const reply = replyOf(event)
      const [isNew, command] = await Promise.all([
        insertEvent(db, bank, event, { outcome: 'applied' }, now),
        'CommandId' in event && event.CommandId ? findCommand(db, bank.lockerBankId, event.CommandId) : null,
        reply && saveDoorReply(db, bank.lockerBankId, reply, now),
      ])
      // A door that is not the command's changes nothing of what the command intends.
      const isOfCommand = !reply || command?.serialNumber === reply.serialNumber
      const handled = { ...context, command: isOfCommand ? command : null }
      if (isNew) for (const handler of handlers) await handler(db, event, handled)
      return isOfCommand ? reply : null
    })

  /** Stores an event that is not applied and runs the handlers of refused events; the last attempt stores it without them. */
  async function storeUnapplied(
    bank: Bank,
    received: ReceivedEvent,
    result: EventResult,
    now: Date,
    attempt: number,
  ): Promise<null> {
    try {
      await inBank(bank, now, async (db, context) => {
        const event = toNotApplied(received, result)
        if (!(await insertEvent(db, bank, await withoutErased(db, received), result, now)) || !event) return
        for (const handler of refusedHandlers) await handler(db, event, context)
      })
    } catch (error) {
      if (asRefusal(error)?.status === 503 || attempt < MAX_ATTEMPTS) throw error
      const { Id, At, Kind } = received
      log.error({ err: error, lockerBank: bank.lockerBankId, event: Id, kind: Kind }, 'handlers of a refused kiosk event failed')
      // The event's other fields may be what cannot be stored; its head always can.
      await inBank(bank, now, (db) => insertEvent(db, bank, { Id, At, Kind }, result, now))
    }
    return null
  }

  return {
    on: <K extends EventKind>(kind: K, handler: EventHandler<K>) => {
      handlers.push(async (db, event, context) => {
        if (isOf(kind, event)) await handler(db, event, context)
      })
    },
    onRefused: (handler: RefusedHandler) => {
      refusedHandlers.push(handler)
    },
    /**
     * Takes a batch in its order. `ack` has the ids that are stored and the first event that has to be retried, where it stops:
     * later events may depend on it. `replies` are the replies to commands that the stored events contain.
     */
    takeBatch: async (bank: Bank, { Events, Attempt }: EventBatch): Promise<{ ack: Ack; replies: Reply[] }> => {
      const stored: string[] = []
      const replies: Reply[] = []
      for (const [i, received] of Events.entries()) {
        // Only the first was tried before.
        const attempt = i === 0 ? Attempt : 1
        try {
          const reply = await take(bank, received, attempt)
          if (reply) replies.push(reply)
        } catch (error) {
          log.warn(
            { err: error, lockerBank: bank.lockerBankId, event: received.Id, attempt },
            'kiosk event failed, will be retried',
          )
          return { ack: { EventIds: stored, Failed: received.Id }, replies }
        }
        stored.push(received.Id)
      }
      return { ack: { EventIds: stored, Failed: null }, replies }
    },
  }
}

/** The validated event, or null when its kind or a field is unknown: a kiosk may be newer than the server. */
function parseEvent(received: ReceivedEvent): KioskEvent | null {
  return isKnown(received.Kind) ? (EVENTS[received.Kind].safeParse(received).data ?? null) : null
}
const isKnown = (kind: string): kind is EventKind => Object.hasOwn(EVENTS, kind)

const isOf = <K extends EventKind>(kind: K, event: KioskEvent): event is EventOf<K> => event.Kind === kind

/** The reply that the event of a door contains. It equals the kiosk's own reply, which comes later. */
function replyOf(event: KioskEvent): DoorReply | null {
  if ((event.Kind !== 'door-opened' && event.Kind !== 'not-detected') || !event.CommandId) return null
  const State = event.Kind === 'door-opened' ? 'opened' : 'not-detected'
  return { CommandId: event.CommandId, State, serialNumber: event.SerialNumber }
}

/** The input of the handlers of refused events; null for an unknown kind. */
function toNotApplied(received: ReceivedEvent, { outcome, reason }: EventResult): NotApplied | null {
  if (!isKnown(received.Kind)) return null
  return {
    id: received.Id,
    kind: received.Kind,
    lockerId: Id.safeParse(received.LockerId).data ?? null,
    // The text of a server error belongs in the log only.
    reason: outcome === 'refused' ? (reason ?? null) : null,
  }
}
