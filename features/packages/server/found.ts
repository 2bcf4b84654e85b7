import { type Selectable, sql } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** A package as lists show it. */
export type FoundPackage = Pick<
  Selectable<Tables['packages']>,
  | 'id'
  | 'property_id'
  | 'locker_id'
  | 'resident_id'
  | 'recipient_name'
  | 'unit_number'
  | 'package_number'
  | 'tracking_number'
  | 'status_id'
  | 'status_group'
  | 'drop_off_time'
  | 'expiry_time'
  | 'collection_time'
  | 'recovery_time'
> & {
  readonly time_zone: string
  readonly bank_name: string | null
  readonly locker_name: string | null
  readonly mailroom_name: string | null
  readonly courier_name: string | null
}

/** What a list reads of a package `p` and of `PACKAGE_NAMES`. */
export const PACKAGE_COLUMNS = sql`p.id, p.property_id, o.time_zone, b.name as bank_name, p.locker_id, l.name as locker_name,
    m.name as mailroom_name, c.name as courier_name, p.resident_id, p.recipient_name, p.unit_number, p.package_number,
    p.tracking_number, p.status_id, p.status_group, p.drop_off_time, p.expiry_time, p.collection_time, p.recovery_time`
/** Joins the names to packages `p`. */
export const PACKAGE_NAMES = sql`left join properties o on o.id = p.property_id
    left join locker_banks b on b.id = p.locker_bank_id
    left join lockers l on l.id = p.locker_id
    left join mailrooms m on m.id = p.mailroom_id
    left join couriers c on c.id = p.courier_id`
