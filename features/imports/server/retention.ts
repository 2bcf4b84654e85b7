import type { Db } from '#platform/server/postgres/db.ts'
import { deleteImports } from './discard.ts'

/** Days for which a file that is not applied is kept, and for which a report is kept. */
const KEPT_DAYS = 7
const REPORT_DAYS = 365

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
