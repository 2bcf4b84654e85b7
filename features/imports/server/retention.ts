import { packMessage } from '#platform/define-messages.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../messages.ts'

/** Days for which a file that is not applied is kept, and for which a report is kept. */
const KEPT_DAYS = 7
const REPORT_DAYS = 365

/** Deletes imports with their lines and files. */
export async function deleteImports(db: Db, importIds: readonly string[]): Promise<void> {
  if (importIds.length === 0) return
  await db.deleteFrom('import_rows').where('import_id', '=', anyOf(importIds)).execute()
  await db.deleteFrom('import_jobs').where('id', '=', anyOf(importIds)).execute()
}

/**
 * Removes a resident from imports that are not applied. Files that wait or are being checked are discarded, because a refused
 * line or an unread file may describe the resident; one that is being applied loses the file and the line. Reports contain ids
 * only.
 */
export async function eraseFromImports(db: Db, residentId: string): Promise<void> {
  const failure = packMessage(t('MsgNamesErased'))
  const discarded = await db
    .updateTable('import_jobs as j')
    .set({ status: 'Failed', failure, checked_at: null, run_id: null, headings: [], fields: [] })
    .where('j.status', 'in', ['Checking', 'Ready', 'Failed'])
    .returning('j.id')
    .execute()
  const ids = discarded.map(({ id }) => id)
  await db
    .updateTable('import_rows')
    .set({ values: null })
    .where((eb) => eb.or([eb('resident_id', '=', residentId), eb('import_id', '=', anyOf(ids))]))
    .where('values', 'is not', null)
    .execute()
  await db.deleteFrom('import_files').execute()
}

/** Deletes files that were not applied in time, and old reports. */
export async function purgeImports(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const old = await db
    .selectFrom('import_jobs')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['Ready', 'Failed']).and('touched_at', '<', before(KEPT_DAYS)),
        eb('status', '=', 'Done').and('touched_at', '<', before(REPORT_DAYS)),
      ]),
    )
    .execute()
  await deleteImports(
    db,
    old.map(({ id }) => id),
  )
}
