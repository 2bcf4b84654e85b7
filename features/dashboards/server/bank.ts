import { LOCKER_MODES, lockerCategory, lockerState, packageMark, sizesOf } from '#features/layout/model.ts'
import { LIVE_GROUP_IDS, statusById } from '#features/package-statuses/statuses.ts'
import { existing } from '#platform/server/entities.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { LockerSummaryRow, PackageSummaryRow } from '../contract.ts'

/** A locker bank that the caller may see, with its presence; 404 for a missing, deleted or foreign one. */
export const bankOf = (db: Db, id: string) =>
  existing(
    db
      .selectFrom('locker_banks')
      .select(['id', 'property_id', 'is_online', 'last_heart_beat', 'heartbeat_seconds'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  )

/** The lockers that count: no terminals and no blank panels. */
const lockersOf = (db: Db, lockerBankId: string) =>
  db
    .selectFrom('lockers as l')
    .where('l.locker_bank_id', '=', lockerBankId)
    .where('l.locker_type', '=', 'locker')
    .where('l.locker_mode', '<>', LOCKER_MODES.removed)

/** One row for each size in the bank, smallest first. Counts by the category that the cabinet shows, so that both agree. */
export async function lockerSummary(db: Db, lockerBankId: string): Promise<LockerSummaryRow[]> {
  const lockers = await lockersOf(db, lockerBankId).select(['size', 'condition', 'live_packages', 'device_serial']).execute()
  return bySize(lockers, (of) => {
    const categories = of.map((locker) =>
      lockerCategory({
        state: lockerState({ condition: locker.condition, livePackages: locker.live_packages }),
        isMapped: locker.device_serial !== null,
      }),
    )
    const count = (category: (typeof categories)[number]) => categories.filter((one) => one === category).length
    return {
      Available: count('available'),
      Occupied: count('occupied'),
      Dirty: count('dirty'),
      OutOfService: count('outOfService'),
      Disabled: count('disabled'),
      All: of.length,
    }
  })
}

/** One row for each size in the bank, smallest first, with the packages in lockers of that size. */
export async function packageSummary(db: Db, lockerBankId: string): Promise<PackageSummaryRow[]> {
  const packages = await lockersOf(db, lockerBankId)
    .leftJoin('packages as p', (join) => join.onRef('p.locker_id', '=', 'l.id').on('p.status_group', '=', anyOf(LIVE_GROUP_IDS)))
    .select(['l.size', 'p.status_id'])
    .execute()
  return bySize(packages, (of) => {
    const marks = of.flatMap(({ status_id }) => (status_id === null ? [] : (packageMark(statusById(status_id)!) ?? [])))
    const count = (category: (typeof marks)[number]['category']) => marks.filter((mark) => mark.category === category).length
    return {
      Active: count('Active'),
      Outbound: count('Outbound'),
      Expired: count('Expired'),
      Missing: count('Missing'),
      WrongRecipient: count('WrongRecipient'),
      Unconfirmed: count('Unconfirmed'),
      Pending: count('Pending'),
      All: marks.length,
    }
  })
}

function bySize<Row extends { size: number }, Counts>(rows: readonly Row[], counts: (of: Row[]) => Counts) {
  return sizesOf('locker')
    .map(({ value, label }) => ({ label, of: rows.filter((row) => row.size === value) }))
    .filter(({ of }) => of.length > 0)
    .map(({ label, of }) => ({ Size: label, ...counts(of) }))
}
