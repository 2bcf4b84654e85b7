import type { Database, Db, Tenant } from '#platform/server/db.ts'
import type { Keys } from '#platform/server/keys.ts'
import type { ImportStatus } from '../rules.ts'

/** The queue of what is to be done with files. */
export const IMPORT_QUEUE = 'imports'

export type ImportNeeds = { readonly database: Database; readonly keys: Keys }
export type Which = { readonly organisationId: string; readonly importId: string }
/** One carrying out of an import: it stops when another has begun. */
export type Run = Which & { readonly tenant: Tenant; readonly runId: string; readonly status: ImportStatus }

/** Somebody else carries the import out, or it was discarded. */
export class Superseded extends Error {}

export const visibleImports = (db: Db) => db.selectFrom('import_jobs as j')

/**
 * Makes sure that the import is still this run's, and tells how far it is; nobody else begins with it until the transaction
 * ends. Throws `Superseded` otherwise.
 */
export async function stillOurs(db: Db, { importId, runId, status }: Run, told: Progress = {}): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('import_jobs')
    .set({ ...told, touched_at: new Date(), attempts: 0 })
    .where('id', '=', importId)
    .where('run_id', '=', runId)
    .where('status', '=', status)
    .executeTakeFirst()
  if (!numUpdatedRows) throw new Superseded()
}
type Progress = {
  readonly progress?: number
  readonly lines?: number
  readonly new_lines?: number
  readonly changed_lines?: number
  readonly unchanged_lines?: number
  readonly refused_lines?: number
}
