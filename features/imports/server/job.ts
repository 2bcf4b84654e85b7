import { sql } from 'kysely'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import type { ImportStatus } from '../rules.ts'

/** The queue of what is to be done with files. */
export const IMPORT_QUEUE = 'imports'

export type ImportDeps = { readonly database: Database; readonly keys: Keys }
export type ImportKey = { readonly organisationId: string; readonly importId: string }
/** One carrying out of an import: it stops when another has begun. */
export type Run = ImportKey & { readonly tenant: Tenant; readonly runId: string; readonly status: ImportStatus }

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
export async function stillOursAlone(db: Db, run: Run): Promise<void> {
  const locked = db
    .with('ours', (queries) => held(queries, run, {}))
    .selectFrom('ours')
    .select(lockOf(`imports of ${run.organisationId}`).as('locked'))
  if (!(await locked.executeTakeFirst())) throw new Superseded()
}

/**
 * Holds the import for transactions that run beside this one, of which each may tell of it: until this one ends nobody else
 * begins with it, and other files of the organisation wait. Throws `Superseded` when it is another run's.
 */
export async function holdForOthers(db: Db, run: Run): Promise<void> {
  const { organisationId, importId, runId, status } = run
  const locks = sql`select ${lockOf(`imports of ${organisationId}`)}, ${lockOf(turnOf(importId))}`.execute(db)
  const ours = visibleImports(db)
    .select('j.id')
    .where('j.id', '=', importId)
    .where('j.run_id', '=', runId)
    .where('j.status', '=', status)
  // Asked for together, looked up once the locks are there.
  const [, row] = await Promise.all([locks, ours.executeTakeFirst()])
  if (!row) throw new Superseded()
}
/**
 * Throws when the connection that holds an import is lost, and its locks with it. Asked before each batch it also keeps PostgreSQL
 * from ending it as one that does nothing.
 */
export const stillHeld = (db: Db) => sql`select`.execute(db)
/** Waits until nobody holds the import for others. */
export const waitForTurn = (db: Db, importId: string) => sql`select ${lockOf(turnOf(importId))}`.execute(db)

const turnOf = (importId: string) => `import ${importId}`
const lockOf = (name: string) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`

const held = (db: Pick<Db, 'updateTable'>, { importId, runId, status }: Run, told: Progress) =>
  db
    .updateTable('import_jobs')
    .set({ ...told, touched_at: new Date() })
    .where('id', '=', importId)
    .where('run_id', '=', runId)
    .where('status', '=', status)
    .returning('id')

type Progress = {
  readonly progress?: number
  readonly lines?: number
  readonly new_lines?: number
  readonly changed_lines?: number
  readonly unchanged_lines?: number
  readonly refused_lines?: number
}
