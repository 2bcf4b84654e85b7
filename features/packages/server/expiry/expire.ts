import { sql } from 'kysely'
import type { Change, Live } from '#features/live/server/api.ts'
import { forEachOrganisation } from '#platform/server/jobs/organisations.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { GROUPS } from '../../statuses.ts'
import { changePackages } from '../changes/change.ts'
import type { Report } from '../changes/report.ts'
import { SYSTEM } from '../changes/save.ts'

/** Packages per transaction: few enough that others do not wait long. */
export const EXPIRE_BATCH = 200

/**
 * Expires at most `limit` due packages and returns how many; fewer than `limit` means that none is left. Safe to run on any node,
 * twice or late. Packages that another transaction has locked are skipped until the next run.
 */
export async function expireDue(
  db: Db,
  { now, limit = EXPIRE_BATCH, report }: { readonly now: Date; readonly limit?: number; readonly report: Report },
): Promise<number> {
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
  if (due.length === 0) return 0
  const wanted = ['ExpiredInlocker', 'ExpiredInMailroom'] as const
  await changePackages(db, { packageIds: due.map(({ id }) => id), wanted, channel: 'job', actor: SYSTEM, at: now, report })
  return due.length
}

/** Expires the due packages of all organisations, a batch per transaction, and publishes the changes. */
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
