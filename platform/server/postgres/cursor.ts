import { type CompiledQuery, sql } from 'kysely'
import { beginAs, type Database, type Db, type Tenant } from './db.ts'

/** Rows that are read at once. */
const BATCH = 2_000
/** The longest time for all rows, in ms: an open snapshot keeps PostgreSQL from removing old versions of rows. */
const TOTAL_MS = 10 * 60_000

/**
 * The rows of a query, a batch at a time, as they are at one moment: rows that change meanwhile are neither missed nor doubled, and the
 * query is sorted once. Uses a connection of its own until the last batch was read or the caller stops. Throws when the database is
 * busy, after a time limit, when the caller has not read on for a minute, and soon after `signal` is aborted.
 */
export async function* rowBatches<Row>(
  { cursors, untenanted }: Database,
  tenant: Tenant,
  query: { compile(db: Db): CompiledQuery<Row> },
  { totalMs = TOTAL_MS, signal }: { totalMs?: number; signal?: AbortSignal } = {},
): AsyncGenerator<Row[]> {
  const end = Date.now() + totalMs
  const client = await cursors.connect()
  const pid = signal && (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const cancel = () => void sql`select pg_cancel_backend(${pid})`.execute(untenanted).catch(() => {})
  signal?.addEventListener('abort', cancel)
  let isDone = false
  try {
    // All rows are read: the plan need not begin fast.
    await client.query(
      `${beginAs(tenant, 'begin isolation level repeatable read read only')}; set local cursor_tuple_fraction = 1`,
    )
    const { sql: text, parameters } = query.compile(untenanted)
    await client.query(`declare rows no scroll cursor for ${text}`, [...parameters])
    while (true) {
      const { rows } = await client.query(`fetch ${BATCH} from rows`)
      yield rows
      if (rows.length < BATCH) break
      signal?.throwIfAborted()
      if (Date.now() > end) throw new Error('the rows took too long to read')
    }
    await client.query('commit')
    isDone = true
  } finally {
    signal?.removeEventListener('abort', cancel)
    // After an error, and when the caller stops early, the transaction is still open: the connection is closed.
    client.release(!isDone)
  }
}
