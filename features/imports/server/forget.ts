import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { deleteImports } from './clear.ts'

/** Days for which a file that nobody applied is kept, and for which the report of one that was. */
const KEPT_DAYS = 7
const REPORT_DAYS = 365

/**
 * Takes somebody out of everything that is not imported yet. Every file that waits or is being checked is discarded, with what
 * its lines say: whom a line means that is refused, or a file that nobody could read, cannot be said. One that is being
 * imported right now loses the file and the line. Reports hold ids alone.
 */
export async function eraseFromImports(db: Db, residentId: string): Promise<void> {
  const discarded = await db
    .updateTable('import_jobs as j')
    .set({ status: 'Failed', failure: t('MsgNamesErased').text, checked_at: null, run_id: null, headings: [], fields: [] })
    .where((eb) =>
      eb.or([
        eb('j.status', 'in', ['Checking', 'Ready']),
        eb('j.status', '=', 'Failed').and('j.failure', '<>', t('MsgNamesErased').text),
      ]),
    )
    .returning('j.id')
    .execute()
  const ids = discarded.map(({ id }) => id)
  await db
    .deleteFrom('import_values')
    .where((eb) => eb.or([eb('resident_id', '=', residentId), eb('import_id', '=', eb.fn.any(eb.val(ids)))]))
    .execute()
  await db.deleteFrom('import_files').execute()
}

/** Forgets files that nobody applied, and old reports. */
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
