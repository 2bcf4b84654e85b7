import { type LockerRequirement, smallestFitting } from '#features/layout/allocation.ts'
import { lockerState } from '#features/layout/model.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'

/** How long a locker stays reserved for a drop-off. */
export const RESERVATION_MINUTES = 15

export type ReservedLocker = {
  readonly lockerId: string
  readonly lockerName: string
  readonly serialNumber: string
  /** End of the reservation. */
  readonly until: string
}

/**
 * Reserves the locker for a drop-off (`smallestFitting` of the layout); null when none is free. Concurrent calls get different
 * lockers; the same `reservationId` gets the same locker until the reservation ends.
 */
export async function reserveLocker(
  db: Db,
  {
    lockerBankId,
    reservationId,
    requirement,
    now,
  }: { lockerBankId: string; reservationId: string; requirement: LockerRequirement; now: Date },
): Promise<ReservedLocker | null> {
  const lockers = await lockersOf(db, lockerBankId)
  const until = new Date(now.getTime() + RESERVATION_MINUTES * 60_000).toISOString()
  const reserved = lockers.find((locker) => locker.reservation_id === reservationId && isAfter(locker.reserved_until, now))
  if (reserved)
    return {
      lockerId: reserved.id,
      lockerName: reserved.name,
      serialNumber: reserved.device_serial!,
      until: reserved.reserved_until!,
    }
  const inOrder = byPreference(lockers, requirement, now)
  const free = inOrder.length > 0 && (await lockFirstFree(db, inOrder, now))
  if (!free) return null
  await db
    .updateTable('lockers')
    .set({ reservation_id: reservationId, reserved_until: until })
    .where('id', '=', free.id)
    .execute()
  return { lockerId: free.id, lockerName: free.name, serialNumber: free.device_serial!, until }
}

/** Ends a reservation of a bank, if there is one. */
export async function releaseReservation(db: Db, lockerBankId: string, reservationId: string): Promise<void> {
  await db
    .updateTable('lockers')
    .set({ reservation_id: null, reserved_until: null })
    .where('locker_bank_id', '=', lockerBankId)
    .where('reservation_id', '=', reservationId)
    .execute()
}

const isAfter = (time: string | null, now: Date) => time !== null && new Date(time) > now

/** In layout order, which decides between equal lockers. */
const lockersOf = (db: Db, lockerBankId: string) =>
  db
    .selectFrom('lockers as l')
    .innerJoin('locker_columns as c', 'c.id', 'l.column_id')
    .select(['l.id', 'l.name', 'l.locker_type', 'l.size', 'l.locker_mode', 'l.is_dda_reserved', 'l.condition', 'l.live_packages'])
    .select(['l.device_serial', 'l.reservation_id', 'l.reserved_until'])
    .where('l.locker_bank_id', '=', lockerBankId)
    .orderBy('c.position')
    .orderBy('l.position')
    .execute()
type Locker = Awaited<ReturnType<typeof lockersOf>>[number]

/** Fitting lockers in the order of preference. */
function byPreference(lockers: readonly Locker[], requirement: LockerRequirement, now: Date): string[] {
  const candidates = lockers.map((locker) => ({
    id: locker.id,
    lockerType: locker.locker_type,
    size: locker.size,
    lockerMode: locker.locker_mode,
    isDDAReserved: locker.is_dda_reserved,
    isMapped: locker.device_serial !== null,
    isReserved: isAfter(locker.reserved_until, now),
    state: lockerState({ condition: locker.condition, livePackages: locker.live_packages }),
  }))
  const ids: string[] = []
  for (let next = smallestFitting(candidates, requirement); next; next = smallestFitting(candidates, requirement)) {
    next.isReserved = true
    ids.push(next.id)
  }
  return ids
}

/** Locks the first locker that is still free; those that another transaction has locked are skipped. */
const lockFirstFree = (db: Db, ids: string[], now: Date) =>
  db
    .selectFrom('lockers')
    .select(['id', 'name', 'device_serial'])
    .where('id', '=', anyOf(ids))
    .where('condition', '=', 'good')
    .where('live_packages', '=', 0)
    .where('device_serial', 'is not', null)
    .where((eb) => eb.or([eb('reserved_until', 'is', null), eb('reserved_until', '<=', now.toISOString())]))
    .orderBy((eb) => eb.fn<number>('array_position', [eb.val(ids), 'id']))
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
