import { sql } from 'kysely'
import type { Jobs } from '#platform/server/jobs/jobs.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'

export const IMPORT_QUEUE = 'imports'

export type SendJob = Jobs['send']
export type Deps = { readonly database: Database; readonly keys: Keys }

/** One run of an import: what the database holds of it, and the signal that ends the run. */
export type Run = Deps & {
  readonly organisationId: string
  readonly importId: string
  readonly runId: string
  readonly tenant: Tenant
  readonly signal?: AbortSignal
}
/** Another run has taken the import over, or it was discarded. */
export class Superseded extends Error {}

/**
 * One batch of a run in one transaction; imports of an organisation take turns, as two files may describe the same people.
 * `lines` are added to the progress. Throws when the run is to end.
 */
export async function inBatch<T>(run: Run, work: (db: Db) => Promise<T>, lines = 0): Promise<T> {
  run.signal?.throwIfAborted()
  return run.database.inTenant(run.tenant, async (db) => {
    const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${run.organisationId}`}, 0))`.execute(db)
    const update = db
      .updateTable('import_jobs')
      .set((eb) => ({ touched_at: new Date(), progress: eb('progress', '+', lines) }))
      .where('id', '=', run.importId)
      .where('run_id', '=', run.runId)
      .executeTakeFirstOrThrow()
    // Sent together; the update runs once the lock is held.
    const [, { numUpdatedRows }] = await Promise.all([lock, update])
    if (!numUpdatedRows) throw new Superseded()
    return work(db)
  })
}
