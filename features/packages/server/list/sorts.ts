import { type RawBuilder, sql } from 'kysely'
import { GROUPS } from '#features/package-statuses/statuses.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'

/** The sorts by names of other tables, by the aliases under which a list joins these. */
export const NAMES = {
  /** Of the places in their order, and of the place of each package. */
  place: sql`place.name`,
  placeOfEach: sql`coalesce(${naturalOrder('b.name')}, ${naturalOrder('m.name')})`,
  courier: sql`coalesce(${naturalOrder('c.name')}, '')`,
  locker: sql`coalesce(${naturalOrder('k.name')}, '')`,
}
export type Direction = 'asc' | 'desc'
/** A time that packages may lack: those with one have an index in its order, and those without are in the order of their ids. */
export type Time = { readonly has: RawBuilder<boolean>; readonly value: RawBuilder<unknown> }
/** The time of packages without one, which are last in both directions. */
export const lastOf = (direction: Direction) => (direction === 'asc' ? 'infinity' : '-infinity')
const timeOrLast = ({ has, value }: Time, direction: Direction) =>
  sql`case when ${has} then ${value} else ${sql.lit(lastOf(direction))} end`

/**
 * The sorts of both lists, their own order first; only the names of couriers and lockers have no index (decisions "Package search"). A
 * place is a locker bank or a mailroom; statuses are in the order of their groups.
 */
export const sortsOf = (direction: Direction, place: RawBuilder<unknown> = NAMES.placeOfEach) => ({
  DropOffTime: sql`p.drop_off_time`,
  PackageId: sql`p.id`,
  LockerBankName: place,
  LockerName: NAMES.locker,
  ResidentName: naturalOrder('p.recipient_name'),
  Name: naturalOrder('p.recipient_name'),
  UnitNumber: naturalOrder('p.unit_number'),
  PackageNumber: sql`p.package_number`,
  TrackingNumber: sql`p.tracking_number`,
  Status: STATUS,
  StatusName: STATUS,
  ExpiryTime: timeOrLast(TIMES.ExpiryTime, direction),
  CollectionTime: timeOrLast(TIMES.CollectionTime, direction),
  RecoveryTime: timeOrLast(TIMES.RecoveryTime, direction),
  CourierName: NAMES.courier,
})
const STATUS = sql`p.status_group * 100 + p.status_id`
/** The times that packages may lack, with the conditions of their indexes. Outbound packages show no expiry (spec 2 §4). */
export const TIMES = {
  ExpiryTime: {
    has: sql<boolean>`p.status_group <> ${sql.lit(GROUPS.Outbound)} and p.expiry_time is not null`,
    value: sql`p.expiry_time`,
  },
  CollectionTime: { has: sql<boolean>`p.collection_time is not null`, value: sql`p.collection_time` },
  RecoveryTime: { has: sql<boolean>`p.recovery_time is not null`, value: sql`p.recovery_time` },
}
export const isTime = (sort: Sort): sort is keyof typeof TIMES => sort in TIMES
export type Sort = keyof ReturnType<typeof sortsOf>

/** The sorts by names that are joined. */
export const NAMED_SORTS: readonly Sort[] = ['LockerBankName', 'LockerName', 'CourierName']
