import { createHash } from 'node:crypto'
import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '#database/tables.ts'
import { isId } from '#platform/ids.ts'

/** Queries inside one transaction of one tenant: the only access to tables with row-level security. */
export type Db = Kysely<Tables>
/** The rows that a transaction sees: one organisation, and all of its properties or the named ones. */
export type Tenant = { readonly organisationId: string; readonly propertyIds: '*' | readonly string[] }
/** The tenant that sees every property of an organisation. */
export const wholeOrganisation = (organisationId: string): Tenant => ({ organisationId, propertyIds: '*' })
/** The tenant reduced to one property, or to none if the tenant does not have it. */
export const narrowedTo = (propertyId: string, { organisationId, propertyIds }: Tenant): Tenant => ({
  organisationId,
  propertyIds: propertyIds === '*' || propertyIds.includes(propertyId) ? [propertyId] : [],
})
/**
 * Named statements per connection; statements beyond that are planned at each call. Clients must not be able to vary a statement's
 * text, or they would use these up.
 */
const MAX_NAMED_STATEMENTS = 1000

/** Begins a statement that is planned at each call. */
const UNNAMED = '/* unnamed */ '

const UTC = '+00'
/** A PostgreSQL timestamp as ISO 8601 text in UTC, to the millisecond. Without a `Date` when it is in UTC already: 80 µs of a page. */
export function isoTime(value: string): string {
  const isPlain = value.endsWith(UTC) && value[10] === ' ' && (value[19] === '.' || value.length === 19 + UTC.length)
  if (!isPlain) return new Date(value).toISOString()
  const fraction = value.slice(20, Math.min(23, value.length - UTC.length))
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}

// timestamptz and date stay text, which is what replies carry; bigint becomes a number (no count here exceeds 2^53).
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How PostgreSQL reports statements after a failed one: 26000 where a text is sent twice and its first parse failed. */
const CONSEQUENCES: readonly unknown[] = ['25P02', '26000']

/** Sends every statement with values as a named one: PostgreSQL parses and plans it once per connection instead of at each call. */
class NamedClient extends pg.Client {
  #names = new Map<string, string>()
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads, passed through unchanged
  override query(query: any, values?: any, callback?: any): any {
    if (typeof query !== 'string' || !values?.length || callback) return super.query(query, values, callback)
    let name = this.#names.get(query)
    if (!name && this.#names.size < MAX_NAMED_STATEMENTS && !query.startsWith(UNNAMED)) {
      name = `s${createHash('sha256').update(query).digest('base64url').slice(0, 24)}`
      this.#names.set(query, name)
    }
    return super.query({ ...(name && { name }), text: query, values })
  }
}

export type Database = {
  readonly pool: pg.Pool
  /**
   * Runs `work` in one transaction as the tenant and commits; an error rolls back and is rethrown. Queries that are started
   * without awaiting one another are pipelined and run in that order. A failed statement fails the transaction, also when its
   * error was caught.
   */
  inTenant<T>(tenant: Tenant, work: (db: Db) => Promise<T>): Promise<T>
  /** The same, read only: PostgreSQL refuses writes and locks, and the result does not wait for the commit. */
  readInTenant<T>(tenant: Tenant, work: (db: Db) => Promise<T>): Promise<T>
  /** Connections for reading many rows with a cursor (cursor.ts). */
  readonly cursors: pg.Pool
  /** For the few tables without a tenant and the security-definer functions of `untenanted.ts`. */
  readonly untenanted: Kysely<Tables>
  close(): Promise<void>
}

const checked = (id: string) => {
  if (!isId(id)) throw new Error('tenant ids must be lower-case UUIDs')
  return id
}

type Begin = 'begin' | 'begin read only' | 'begin isolation level repeatable read read only'
/** Begin and scope as one simple query; the ids are checked because a simple query takes no parameters. */
export function beginAs({ organisationId, propertyIds }: Tenant, begin: Begin = 'begin'): string {
  const properties = propertyIds === '*' ? '*' : propertyIds.map(checked).join(',')
  return `${begin}; set local app.organisation_id = '${checked(organisationId)}'; set local app.property_ids = '${properties}'`
}

/**
 * Queries over one connection until `end`, after which they throw: the connection may serve another tenant by then. A statement
 * behind a failed one rejects with the error of the failed one, which `failure` returns as well.
 */
function queriesOver(client: pg.PoolClient) {
  let hasEnded = false
  let failure: unknown
  const query = async (text: string, values: unknown[]) => {
    if (hasEnded) throw new Error('a query after the end of its transaction')
    return client.query(text, values).catch((error: { code?: string }) => {
      if (!CONSEQUENCES.includes(error.code)) failure = error
      throw failure ?? error
    })
  }
  const connect = async () => ({ query, release: () => {} }) as unknown as PostgresPoolClient
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect } as unknown as PostgresPool }) })
  const end = () => {
    hasEnded = true
  }
  return { db, end, failure: () => failure }
}

/** Sends a statement without waiting for its reply. It fails only when the connection is lost, and then the next statement fails too. */
const sendAhead = (client: pg.PoolClient, statement: string) => void client.query(statement).catch(() => {})

/** The code of the error for a commit without a reply: PostgreSQL may have done it, or may still do it (decisions "Frozen database"). */
export const COMMIT_UNANSWERED = 'COMMIT_UNANSWERED'
/** PostgreSQL's codes for a connection that it ends itself; with any other code it has refused the commit. */
const ENDED_BY_SERVER = /^57P0/

function unanswered(cause: unknown): never {
  if (cause instanceof pg.DatabaseError && !ENDED_BY_SERVER.test(cause.code ?? '')) throw cause
  throw Object.assign(new Error('no reply to a commit', { cause }), { code: COMMIT_UNANSWERED })
}

/** Commits, and throws `failure` if PostgreSQL rolled back: it answers ROLLBACK after a failed statement whose error was caught. */
async function commit(client: pg.PoolClient, failure: () => unknown) {
  const { command } = await client.query('commit').catch(unanswered)
  if (command !== 'COMMIT') throw failure() ?? new Error('the transaction was rolled back')
}

async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (db: Db) => Promise<T>,
  finish: (client: pg.PoolClient, failure: () => unknown) => unknown,
): Promise<T> {
  const client = await pool.connect()
  const { db, end, failure } = queriesOver(client)
  try {
    sendAhead(client, begin)
    const result = await work(db)
    end()
    await finish(client, failure)
    return result
  } catch (error) {
    end()
    // Awaited, so that the pool does not reuse a connection that has broken.
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Commits without waiting for the disk: a crash of the database server may lose this transaction as a whole. */
export const withAsyncCommit = (db: Db) => sql`set local synchronous_commit = off`.execute(db)

/** Runs a query with a plan for its values, not with one that is kept for any values. */
export async function executePlanned<Row>(db: Db, query: { compile(db: Db): CompiledQuery }): Promise<Row[]> {
  const compiled = query.compile(db)
  return (await db.executeQuery<Row>({ ...compiled, sql: UNNAMED + compiled.sql } as CompiledQuery<Row>)).rows
}

type Limits = Readonly<Record<'max' | 'connectionTimeoutMillis' | 'query_timeout' | 'statement_timeout' | 'lock_timeout', number>>
/**
 * Connections and time limits in ms for requests, which wait at most 4.5 s for a database that does not respond. PostgreSQL ends
 * a long statement first; one that it does not end is on a connection without replies, which `query_timeout` closes.
 */
export const REQUEST_LIMITS: Limits = {
  max: 10,
  connectionTimeoutMillis: 1_500,
  query_timeout: 3_000,
  statement_timeout: 2_500,
  lock_timeout: 2_000,
}
/** The same for jobs, the demo and set-up, whose statements may be long and for which nobody waits. */
export const JOB_LIMITS: Limits = {
  // Each of a node's three imports reads its file while it stores lines.
  max: 6,
  connectionTimeoutMillis: 10_000,
  query_timeout: 35_000,
  statement_timeout: 30_000,
  lock_timeout: 10_000,
}

/** The same for cursors of requests, which few read at once; PostgreSQL ends one whose reader stalls. */
const CURSOR_LIMITS: Limits = {
  max: 3,
  connectionTimeoutMillis: 1_500,
  query_timeout: 125_000,
  statement_timeout: 120_000,
  lock_timeout: 2_000,
}
/** The same for cursors of jobs: each of the reports that a node makes at once has one (pages, files and e-mails, three of each). */
export const JOB_CURSOR_LIMITS: Partial<Limits> = { max: 9, connectionTimeoutMillis: 30_000 }

/** Opens a pool of the serving role. `url` is a postgres:// address; the caller closes it. */
export function openDatabase(url: string, limits: Partial<Limits> = {}, cursorLimits: Partial<Limits> = {}): Database {
  const shared = { connectionString: url, application_name: 'parcelhall', idle_in_transaction_session_timeout: 60_000 }
  const Client = NamedClient as typeof pg.Client
  const pool = new pg.Pool({ ...shared, Client, pipeline: true, ...JOB_LIMITS, ...limits })
  const cursors = new pg.Pool({ ...shared, ...CURSOR_LIMITS, ...cursorLimits })
  // A broken connection fails the statements on it, and the pool replaces it. Without these listeners (idle connections, and
  // connections in use) it would end the process.
  for (const one of [pool, cursors]) {
    one.on('error', () => {})
    one.on('connect', (client) => client.on('error', () => {}))
  }
  const untenanted = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    cursors,
    untenanted,
    inTenant: async (tenant, work) => transaction(pool, beginAs(tenant), work, commit),
    // The next transaction of the connection is sent behind the commit, so nothing waits for its reply.
    readInTenant: async (tenant, work) =>
      transaction(pool, beginAs(tenant, 'begin read only'), work, (client) => sendAhead(client, 'commit')),
    close: async () => {
      await Promise.all([untenanted.destroy(), cursors.end()])
    },
  }
}
