import { setTimeout as wait } from 'node:timers/promises'
import { type CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { beginAs, type Database, type Db, type Tenant } from './db.ts'

/** Rows that are read at once, and at first where the first rows are wanted early. */
const BATCH = 2_000
const FIRST_BATCH = 100
/** The longest time for all rows, in ms: an open snapshot keeps PostgreSQL from removing old versions of rows. */
const TOTAL_MS = 10 * 60_000
/** The pause between two cancellations of a query. */
const CANCEL_MS = 100

export type RowsQuery<Row> = { compile(db: Db): CompiledQuery<Row> }
/** The rows of a query, a batch at a time; the next query is read after the last batch. */
export type ReadRows = <Row>(query: RowsQuery<Row>) => AsyncGenerator<Row[]>
type RowReader = { readonly rows: ReadRows; close(): Promise<void> }
type Options = {
  readonly totalMs?: number
  /** Ends the query soon after it is aborted. */
  readonly signal?: AbortSignal
  /** The plan brings the first rows early, even if all of them take longer. */
  readonly isFirstFast?: boolean
}

/**
 * Reads the rows of queries as they are at one moment: rows that change meanwhile are neither missed nor doubled, and a query is sorted
 * once. Has a connection of its own until it is closed. Throws when the database is busy; reading throws after a time limit, when the
 * caller has not read on for a minute, and soon after `signal` is aborted.
 */
export async function openRows(
  { cursors, untenanted }: Database,
  tenant: Tenant,
  { totalMs = TOTAL_MS, signal, isFirstFast = false }: Options = {},
): Promise<RowReader> {
  const end = Date.now() + totalMs
  const client = await cursors.connect()
  let cancelled: Promise<unknown> | undefined
  let pid: number | undefined
  let isReading = true
  let isOver = false
  /** Also when the connection has ended: another session may get the number of its process. */
  const stopCancelling = () => {
    isOver = true
  }
  const cancel = () => {
    cancelled = (async () => {
      // Repeated, because PostgreSQL ignores a cancellation that arrives between two statements.
      for (; !isOver; await wait(CANCEL_MS)) await sql`select pg_cancel_backend(${pid})`.execute(untenanted).catch(() => {})
    })()
  }
  const close = async () => {
    stopCancelling()
    signal?.removeEventListener('abort', cancel)
    // The pool uses the connection again.
    client.off('end', stopCancelling)
    // A late cancellation must not hit the next user of the connection.
    await cancelled
    const isIdle = !isReading && !cancelled && (await client.query('commit').catch(() => false))
    client.release(!isIdle)
  }
  try {
    if (signal) {
      pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
      signal.addEventListener('abort', cancel)
      client.once('end', stopCancelling)
    }
    const begin = beginAs(tenant, 'begin isolation level repeatable read read only')
    await client.query(`${begin}; set local cursor_tuple_fraction = ${isFirstFast ? 0.01 : 1}`)
    isReading = false
  } catch (error) {
    await close()
    throw error
  }
  const refuseEnded = () => {
    signal?.throwIfAborted()
    if (Date.now() > end) throw new Error('the rows took too long to read')
  }
  async function* rows<Row>(query: RowsQuery<Row>): AsyncGenerator<Row[]> {
    signal?.throwIfAborted()
    // Stays set when the caller stops early or reading fails: the connection is closed then.
    isReading = true
    const { sql: text, parameters } = query.compile(untenanted)
    await client.query(`declare rows no scroll cursor for ${text}`, [...parameters])
    let batch = fetch<Row>(client, isFirstFast ? FIRST_BATCH : BATCH)
    for (;;) {
      const found = await batch.rows
      const isLast = found.length < batch.size
      // The next batch is on its way while the caller works on this one.
      if (!isLast) batch = fetch<Row>(client, BATCH)
      yield found
      if (isLast) break
      refuseEnded()
    }
    await client.query('close rows')
    isReading = false
  }
  return { rows, close }
}

/** Asks for the next rows of the cursor; `size` of them unless they end. */
function fetch<Row>(client: pg.PoolClient, size: number): { size: number; rows: Promise<Row[]> } {
  const rows = client.query(`fetch ${size} from rows`).then((result) => result.rows as Row[])
  // Its error is thrown when the rows are awaited, or not at all if the caller has stopped.
  rows.catch(() => {})
  return { size, rows }
}

/** The rows of one query, as `openRows` reads them. */
export async function* rowBatches<Row>(
  database: Database,
  tenant: Tenant,
  query: RowsQuery<Row>,
  options: Options = {},
): AsyncGenerator<Row[]> {
  const { rows, close } = await openRows(database, tenant, options)
  try {
    yield* rows(query)
  } finally {
    await close()
  }
}
