import { sql } from 'kysely'
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
export async function stillOurs(db: Db, run: Run, told: Progress = {}): Promise<void> {
  if (!(await held(db, run, told).executeTakeFirst())) throw new Superseded()
}

/** The same, and has other files of the organisation wait until the transaction ends: two may name the same people. */
export async function stillOursAlone(db: Db, run: Run, told: Progress = {}): Promise<void> {
  const lock = sql`pg_advisory_xact_lock(hashtextextended(${`imports of ${run.organisationId}`}, 0))`
  const locked = db
    .with('ours', (queries) => held(queries, run, told))
    .selectFrom('ours')
    .select(lock.as('locked'))
  if (!(await locked.executeTakeFirst())) throw new Superseded()
}

const held = (db: Pick<Db, 'updateTable'>, { importId, runId, status }: Run, told: Progress) =>
  db
    .updateTable('import_jobs')
    .set({ ...told, touched_at: new Date(), attempts: 0 })
    .where('id', '=', importId)
    .where('run_id', '=', runId)
    .where('status', '=', status)
    .returning('id')

/**
 * Has the commit not wait for the disk: a batch that is lost with the database's machine is as if it had not been done, with what
 * was taken from what is left to do. The commit that ends a run waits, and everything before it is kept with it.
 */
export const keptLater = (db: Db) => sql.raw('set local synchronous_commit = off').execute(db)

type Progress = {
  readonly progress?: number
  readonly lines?: number
  readonly new_lines?: number
  readonly changed_lines?: number
  readonly unchanged_lines?: number
  readonly refused_lines?: number
}
