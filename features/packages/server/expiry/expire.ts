import { sql } from 'kysely'
import type { Change, Live } from '#features/live/server/api.ts'
import { GROUPS } from '#features/package-statuses/statuses.ts'
import { forEachOrganisation } from '#platform/server/jobs/jobs.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { changePackages } from '../changes/change.ts'
import { SYSTEM } from '../changes/save.ts'

/** Packages per transaction: few enough that others do not wait long. */
export const EXPIRE_BATCH = 200

/**
 * Expires at most `limit` due packages. Returns how many (fewer than `limit` means that none is left) and the affected locker banks,
 * to be published after the commit. Safe to run on any node, twice or late. Packages that another transaction has locked are skipped
 * until the next run.
 */
export async function expireDue(
  db: Db,
  { now, limit = EXPIRE_BATCH }: { readonly now: Date; readonly limit?: number },
): Promise<{ readonly count: number; readonly affected: readonly Change[] }> {
  const due = await db
    .selectFrom('packages')
    .select('id')
    // A literal: the index of due packages holds this group only.
    .where('status_group', '=', sql.lit(GROUPS.Active))
    .where('expiry_time', '<', now.toISOString())
    .orderBy('expiry_time')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return { count: 0, affected: [] }
  const newStatus = ['ExpiredInlocker', 'ExpiredInMailroom'] as const
  const packageIds = due.map(({ id }) => id)
  return {
    count: due.length,
    affected: await changePackages(db, { packageIds, newStatus, channel: 'job', actor: SYSTEM, at: now }),
  }
}

/** Expires the due packages of all organisations, a batch per transaction, and publishes the changes. */
export async function expirePackages(database: Database, live: Live, now: Date): Promise<void> {
  await forEachOrganisation(database, async (tenant) => {
    for (let count = EXPIRE_BATCH; count === EXPIRE_BATCH; ) {
      const expired = await database.inTenant(tenant, (db) => expireDue(db, { now }))
      for (const change of expired.affected) live.changed(change)
      count = expired.count
    }
  })
}
