import { generalSettings } from '#features/general-settings/server/api.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { deleteImports } from './discard.ts'

/** Days for which a file that is not applied is kept. */
const KEPT_DAYS = 7

/** Deletes files that were not applied in time, and reports after the days of the general settings. */
export async function purgeImports(db: Db, now: Date): Promise<void> {
  const { ImportDays } = await generalSettings(db)
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const old = await db
    .selectFrom('import_jobs')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['Ready', 'Failed']).and('touched_at', '<', before(KEPT_DAYS)),
        eb('status', '=', 'Done').and('touched_at', '<', before(ImportDays)),
      ]),
    )
    .execute()
  await deleteImports(
    db,
    old.map(({ id }) => id),
  )
}
