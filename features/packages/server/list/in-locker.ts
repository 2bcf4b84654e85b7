import type { z } from 'zod'
import { GROUPS, type StatusName, statusById, statusMessage } from '#features/package-statuses/statuses.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { idUnlessDeleted } from '#platform/server/postgres/sql-helpers.ts'
import type { PackageInLocker } from '../../contract.ts'
import type { FoundPackage } from './page.ts'

export const statusOfId = (statusId: number) => statusMessage(statusById(statusId) as StatusName)
/** Packages that wait for dry cleaning have no expiry (spec 1 §4). */
export const shownExpiry = ({ status_group, expiry_time }: Pick<FoundPackage, 'status_group' | 'expiry_time'>) =>
  status_group === GROUPS.Outbound ? null : expiry_time

type Row = Omit<
  FoundPackage,
  'property_id' | 'time_zone' | 'bank_id' | 'bank_name' | 'mailroom_id' | 'mailroom_name' | 'collection_time' | 'recovery_time'
>

export const asInLocker = (row: Row): z.input<typeof PackageInLocker> => ({
  Id: row.id,
  TrackingNumber: row.tracking_number,
  PackageNumber: row.package_number,
  CourierId: row.courier_id,
  CourierName: row.courier_name,
  StatusName: statusOfId(row.status_id),
  StatusId: row.status_id,
  StatusGroupId: row.status_group,
  DroppedAt: row.drop_off_time,
  DropOffTime: row.drop_off_time,
  ExpiresAt: shownExpiry(row),
  ExpiryTime: shownExpiry(row),
  ResidentId: row.resident_id,
  Name: row.recipient_name,
  UnitNumber: row.unit_number,
  LockerId: row.locker_id,
  LockerName: row.locker_name,
})

/** The packages in a locker, the oldest first. */
export async function packagesInLocker(db: Db, lockerId: string): Promise<z.input<typeof PackageInLocker>[]> {
  const rows = await db
    .selectFrom('packages as p')
    .innerJoin('lockers as l', 'l.id', 'p.locker_id')
    .leftJoin('couriers as c', 'c.id', 'p.courier_id')
    .leftJoin('residents as r', 'r.id', 'p.resident_id')
    .select(['p.id', 'p.tracking_number', 'p.package_number', 'p.status_id', 'p.status_group', 'p.drop_off_time'])
    .select(['p.expiry_time', 'p.recipient_name', 'p.unit_number', 'p.locker_id'])
    .select([idUnlessDeleted('c').as('courier_id'), idUnlessDeleted('r').as('resident_id')])
    .select(['l.name as locker_name', 'c.name as courier_name'])
    .where('p.locker_id', '=', lockerId)
    .orderBy('p.drop_off_time')
    .orderBy('p.id')
    .execute()
  return rows.map(asInLocker)
}
