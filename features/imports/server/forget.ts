import type { Db } from '#platform/server/db.ts'
import { say } from '../messages.ts'
import { deleteImports } from './clear.ts'

/** Days for which a file that nobody applied is kept, and for which the report of one that was. */
const KEPT_DAYS = 7
const REPORT_DAYS = 365

/**
 * Takes somebody out of everything that is not imported yet: a file that names them is discarded, with what its lines say. One
 * that is being imported right now loses the line; its file goes at the end. Reports hold ids alone.
 */
export async function eraseFromImports(db: Db, residentId: string): Promise<void> {
  const naming = await db
    .selectFrom('import_jobs as j')
    .select('j.id')
    .where('j.status', 'in', ['Ready', 'Failed'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('import_rows as w')
          .select('w.line')
          .whereRef('w.import_id', '=', 'j.id')
          .where((on) => on.or([on('w.resident_id', '=', residentId), on(on.val(residentId), '=', on.fn.any('w.spares'))])),
      ),
    )
    .execute()
  const ids = naming.map(({ id }) => id)
  if (ids.length > 0) {
    await db
      .updateTable('import_jobs')
      .set({ status: 'Failed', failure: say('MsgNamesErased').text, checked_at: null })
      .where('id', 'in', ids)
      .execute()
    await db.deleteFrom('import_files').where('import_id', 'in', ids).execute()
    await db.deleteFrom('import_values').where('import_id', 'in', ids).execute()
  }
  await db.deleteFrom('import_values').where('resident_id', '=', residentId).execute()
}

/** Forgets files that nobody applied, and old reports. */
export async function forgetOldImports(db: Db, now: Date): Promise<void> {
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
