import { type RawBuilder, sql } from 'kysely'
import { packMessage } from '#platform/define-messages.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../messages.ts'
import { MAX_LINES } from '../rules.ts'

/** Days for which a file that is not applied is kept, and for which a report is kept. */
const KEPT_DAYS = 7
const REPORT_DAYS = 365

/** Lines of one statement: those of a request must be short (decisions "Frozen database"). */
const LINES_AT_ONCE = 20_000

/** Calls `change` for the lines of these imports, some at a time. */
async function eachLines(importIds: readonly string[], change: (lines: RawBuilder<boolean>) => Promise<unknown>): Promise<void> {
  const step = Math.max(1, Math.floor(LINES_AT_ONCE / importIds.length))
  // The first line of a file has number 1.
  for (let last = 0; last <= MAX_LINES; last += step)
    await change(sql<boolean>`import_id = ${anyOf(importIds)} and line > ${last} and line <= ${last + step}`)
}

/** Deletes imports with their lines and files. */
export async function deleteImports(db: Db, importIds: readonly string[]): Promise<void> {
  if (importIds.length === 0) return
  await eachLines(importIds, (lines) => db.deleteFrom('import_rows').where(lines).execute())
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
  const withValues = db.updateTable('import_rows').set({ values: null }).where('values', 'is not', null)
  await withValues.where('resident_id', '=', residentId).execute()
  if (ids.length > 0) await eachLines(ids, (lines) => withValues.where(lines).execute())
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
