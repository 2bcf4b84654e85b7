import { type Insertable, sql } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { Id } from '#platform/wire.ts'
import type { EventBatch, KioskEvent } from '../../protocol.ts'
import type { Bank } from '../connection/bank.ts'

/** A kiosk's clock may be ahead by this much, in ms. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** An event as the kiosk sent it, before it is validated. */
export type ReceivedEvent = EventBatch['Events'][number]
/** `reason`: a packed message of a refused event, the error of a parked one. */
export type EventResult = { readonly outcome: 'applied' | 'refused' | 'parked' | 'unknown'; readonly reason?: string }

/** When an event happened. A time in the future (beyond `toleranceMs`), before 1970 or without meaning counts as `now`. */
export function eventTime({ At }: { readonly At: string }, { now }: { readonly now: Date }, toleranceMs = 0): Date {
  const at = Date.parse(At)
  return at >= 0 && at <= now.getTime() + toleranceMs ? new Date(at) : now
}

type StoredEvent = { readonly Kind: string; readonly ResidentId?: unknown }

/** The personal data of a drop-off, blank. */
const NOTHING_PERSONAL = { RecipientName: '', UnitNumber: '' } as const

/**
 * An event as it may be stored: a drop-off for an erased resident contains no name or unit number, whatever property they last
 * lived in. Erasing, moving or deleting the resident waits until this transaction ends and then finds the stored event.
 */
export async function withoutErased<E extends StoredEvent>(db: Db, event: E): Promise<E> {
  const residentId = event.Kind === 'dropped-off' ? Id.safeParse(event.ResidentId).data : undefined
  if (!residentId) return event
  const { rows } = await sql<{ is_erased: boolean }>`select is_resident_erased(${residentId}) as is_erased`.execute(db)
  return rows[0]?.is_erased ? { ...event, ...NOTHING_PERSONAL } : event
}

/** Inserts an event. False when it was stored before; waits for another node that is storing it. */
export async function insertEvent(
  db: Db,
  bank: Bank,
  event: ReceivedEvent | KioskEvent,
  { outcome, reason }: EventResult,
  now: Date,
): Promise<boolean> {
  const lockerId = (event as { LockerId?: unknown }).LockerId
  const inserted = await insertRow(db, {
    organisation_id: bank.organisationId,
    id: event.Id,
    property_id: bank.propertyId,
    locker_bank_id: bank.lockerBankId,
    kind: event.Kind,
    at: eventTime(event, { now }, CLOCK_TOLERANCE_MS),
    received_at: now,
    locker_id: typeof lockerId === 'string' && outcome !== 'unknown' ? lockerId : null,
    outcome,
    reason: reason ?? null,
    body: JSON.stringify(event, storable),
  })
  return inserted.length > 0
}

const insertRow = cachedQuery((db, event: Params<Insertable<Tables['kiosk_events']>>) =>
  db
    .insertInto('kiosk_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doNothing())
    .returning('id'),
)

/** Removes NUL and lone surrogates, which PostgreSQL cannot store: such an event must not block those after it. */
function storable(_name: string, value: unknown) {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storableText(name), one]))
}
const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '')
