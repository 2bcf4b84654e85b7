import { sql } from 'kysely'
import type { Change, Live } from '#features/live/server/api.ts'
import { forEachOrganisation } from '#platform/server/jobs/organisations.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { GROUPS } from '../statuses.ts'
import { changePackages } from './change.ts'
import type { Report } from './report.ts'
import { SYSTEM } from './save.ts'

/** Packages expired in one transaction: enough to be quick, few enough not to keep others waiting. */
export const EXPIRE_BATCH = 200

/**
 * Marks packages expired whose time has come, at most `limit` of them, and says how many: fewer than `limit` means that
 * none is left. It may run on any node, twice, late or after a crash; one that somebody is changing at this moment has its
 * turn next time.
 */
export async function expireDue(
  db: Db,
  { now, limit = EXPIRE_BATCH, report }: { readonly now: Date; readonly limit?: number; readonly report: Report },
): Promise<number> {
  const due = await db
    .selectFrom('packages')
    .select('id')
    // Written out: the index of what is due is one of this group alone.
    .where('status_group', '=', sql.lit(GROUPS.Active))
    .where('expiry_time', '<', now.toISOString())
    .orderBy('expiry_time')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return 0
  const wanted = ['ExpiredInlocker', 'ExpiredInMailroom'] as const
  await changePackages(db, { packageIds: due.map(({ id }) => id), wanted, door: 'job', actor: SYSTEM, at: now, report })
  return due.length
}

/** Marks every due package of every organisation expired, a batch per transaction, and notifies the screens. */
export async function expirePackages(database: Database, live: Live, now: Date): Promise<void> {
  await forEachOrganisation(database, async (tenant) => {
    let count = EXPIRE_BATCH
    while (count === EXPIRE_BATCH) {
      const changes: Change[] = []
      count = await database.inTenant(tenant, (db) => expireDue(db, { now, report: (change) => changes.push(change) }))
      for (const change of changes) live.changed(change)
    }
  })
}
