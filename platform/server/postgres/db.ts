import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type Compilable,
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Tables } from '#database/tables.ts'
import { isId } from '#platform/ids.ts'
import { SCOPE, type Scope, ScopedQuery } from './scoped-query.ts'

/** A connection that works for one tenant, inside its transaction. There is no other way to the tenant's tables. */
export type Db = Kysely<Tables>
/** Whose rows a transaction sees: one organisation, and every property of it or the named ones. */
export type Tenant = { readonly organisationId: string; readonly propertyIds: '*' | readonly string[] }
/** The tenant that sees every property of an organisation. */
export const wholeOrganisation = (organisationId: string): Tenant => ({ organisationId, propertyIds: '*' })
/** The same tenant with one property alone, or with none when it is not theirs. */
export const narrowedTo = (propertyId: string, { organisationId, propertyIds }: Tenant): Tenant => ({
  organisationId,
  propertyIds: propertyIds === '*' || propertyIds.includes(propertyId) ? [propertyId] : [],
})
/** Named statements kept per connection; texts beyond that are planned at each call. */
const NAMED_STATEMENTS = 500

const UTC = '+00'
/** A time of PostgreSQL as ISO 8601 text in UTC, to the millisecond. One that is in UTC already need not be understood. */
export function isoTime(value: string): string {
  const isPlain = value.endsWith(UTC) && value[10] === ' ' && (value[19] === '.' || value.length === 19 + UTC.length)
  if (!isPlain) return new Date(value).toISOString()
  const fraction = value.slice(20, Math.min(23, value.length - UTC.length))
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}

// timestamptz and date come as text, which is what the wire carries; bigint as a number (no count here passes 2^53).
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const BEGIN = 'begin; '
const BEGIN_READING = 'begin read only; '
const SET = 'set local '
const COMMIT = 'commit'
/** How PostgreSQL answers statements behind one that failed: the second of one text misses what the first could not prepare. */
const IN_THE_WAKE: readonly unknown[] = ['25P02', '26000']
/** How it answers a commit that kept something. */
const COMMITTED = 'COMMIT'
/** What has no answer worth waiting for. */
const isAhead = (query: string) => query.startsWith(BEGIN) || query.startsWith(SET)

/** Sends every statement with values as a named one, so that PostgreSQL plans it once a connection and not at every call. */
class NamedClient extends pg.Client {
  #names = new Map<string, string>()
  #reading: Scope | undefined
  #isWithin = false
  #knowsScope = false
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads, passed through as they are
  override query(query: any, values?: any, callback?: any): any {
    this.#gather()
    const isText = typeof query === 'string' && !callback
    if (!isText || !values?.length) this.#begin()
    if (isText && isAhead(query)) return this.#sendAhead(query)
    if (!isText || !values?.length) return super.query(query, values, callback)
    let name = this.#names.get(query)
    if (!name && this.#names.size < NAMED_STATEMENTS) {
      name = `s${createHash('sha256').update(query).digest('base64url').slice(0, 24)}`
      this.#names.set(query, name)
    }
    const config = { ...(name && { name }), text: query, values }
    return this.#reading && !this.#isWithin ? this.#readAlone(config, this.#reading) : super.query(config)
  }

  /**
   * From here on nothing is written. A query is a transaction of its own; one that has no values, or that changes how others are
   * carried out, begins one for all that is sent in its turn, and the end goes with it. Undefined ends that.
   */
  readAs(tenant: Tenant | undefined) {
    this.#endOfPiece()
    this.#reading = tenant && scopeOf(tenant)
  }

  async #readAlone(config: { name?: string; text: string; values: unknown[] }, scope: Scope): Promise<pg.QueryResult> {
    if (!this.#knowsScope) super.query({ ...SCOPE, values: [...scope] }).catch(() => this.#forgetScope())
    this.#knowsScope = true
    try {
      return await new Promise((resolve, reject) => {
        super.query(new ScopedQuery(config, scope, (error, result) => (error ? reject(error) : resolve(result))) as never)
      })
    } catch (error) {
      // Its own stack tells of the socket, not of whoever asked.
      Error.captureStackTrace(error as Error)
      throw error
    }
  }
  #forgetScope() {
    this.#knowsScope = false
  }

  /** What is sent in one turn of the event loop leaves in one piece: each piece costs both ends a call of the system. */
  #gather() {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => {
        this.#endOfPiece()
        stream.uncork()
      })
    }
  }

  #begin() {
    if (!this.#reading || this.#isWithin) return
    this.#isWithin = true
    this.#sendAhead(beginIn(this.#reading, BEGIN_READING))
  }

  #endOfPiece() {
    if (this.#isWithin) this.#sendAhead(COMMIT)
    this.#isWithin = false
  }

  /** Writes it and does not wait: only a lost connection can make it fail, and then whatever is written behind it fails too. */
  #sendAhead(query: string) {
    super.query(query).catch(() => {})
    return Promise.resolve({ command: '', rowCount: 0, rows: [] })
  }
}

export type Database = {
  readonly pool: pg.Pool
  /**
   * Runs `work` in one transaction as the tenant; an error rolls it back and is thrown on. Statements that do not wait for one
   * another are sent together and run in the order in which they were asked for.
   */
  inTenant<T>(tenant: Tenant, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * The same for work that writes nothing and locks nothing, which PostgreSQL refuses it. Its statements see what is committed
   * when each of them runs, as they would in one transaction, but each is one of its own, and nobody waits for its end. What is
   * `set local` holds for what is sent behind it in the same turn.
   */
  readInTenant<T>(tenant: Tenant, work: (db: Db) => Promise<T>): Promise<T>
  /** For the few tables without a tenant and the door functions of `untenanted.ts`. */
  readonly untenanted: Kysely<Tables>
  close(): Promise<void>
}

const checked = (id: string) => {
  if (!isId(id)) throw new Error('a tenant is named by lower-case ids')
  return id
}

/** Begin and scope in one message; ids are checked because a simple query takes no parameters. */
export const beginAs = (tenant: Tenant) => beginIn(scopeOf(tenant), BEGIN)
const beginIn = ([organisationId, propertyIds]: Scope, begin: string) =>
  `${begin}${SET}app.organisation_id = '${organisationId}'; ${SET}app.property_ids = '${propertyIds}'`
const scopeOf = ({ organisationId, propertyIds }: Tenant): Scope => [
  checked(organisationId),
  propertyIds === '*' ? '*' : propertyIds.map(checked).join(','),
]

/** Statements that wait for the end of a transaction of ours. */
const lastOf = new WeakMap<Db, CompiledQuery[]>()

/**
 * Queries over one connection, until `end`: whatever is asked later would be asked in the name of who has it by then. A statement
 * that was sent behind one that failed fails with what was wrong there, and `whyFailed` tells it too.
 */
function queriesOver(client: pg.PoolClient) {
  let isOver = false
  let why: unknown
  const failed = (error: { code?: string }) => {
    if (!IN_THE_WAKE.includes(error.code)) why = error
    throw why ?? error
  }
  const query = (text: string, values: unknown[]) => {
    if (isOver) throw new Error('a query after the end of its transaction')
    return client.query(text, values).catch(failed)
  }
  const connect = async () => ({ query, release: () => {} }) as unknown as PostgresPoolClient
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect } as unknown as PostgresPool }) })
  const end = () => {
    isOver = true
    lastOf.delete(db)
  }
  return { db, query, end, whyFailed: () => why }
}

/**
 * Writes what nothing in its transaction depends on: it is sent with the end, so that nobody waits for it alone. If it fails,
 * nothing of the transaction is kept.
 */
export async function deferToCommit(db: Db, statement: Compilable | CompiledQuery): Promise<void> {
  const last = lastOf.get(db)
  const query = 'compile' in statement ? statement.compile() : statement
  if (last) last.push(query)
  else await db.executeQuery(query)
}

/**
 * Has the commit not wait for the disk: a crash of the database's machine may take the transaction back, as a whole. What was
 * committed before a commit that waits is kept with that.
 */
export const withAsyncCommit = (db: Db) => sql.raw(`${SET}synchronous_commit = off`).execute(db)

/** Opens the pool of the serving role. `url` is a postgres:// address; the caller closes it. */
export function openDatabase(url: string, { max = 10 } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: NamedClient as typeof pg.Client,
    // Statements are written as they come, not one by one after each answer.
    pipeline: true,
    application_name: 'parcelhall',
    connectionTimeoutMillis: 10_000,
    // What hangs gives its connection back: no statement of ours takes seconds, and none waits long for another's lock.
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // A connection that breaks is replaced at its next use, and whoever was using it is told by the statement that fails.
  // Without listeners, here for idle ones and there for those in use, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    untenanted: kysely,
    inTenant: async (tenant, work) => {
      const client = await pool.connect()
      const { db, query, end, whyFailed } = queriesOver(client)
      const last: CompiledQuery[] = []
      lastOf.set(db, last)
      try {
        client.query(beginAs(tenant))
        const result = await work(db)
        const sent = last.map(({ sql: text, parameters }) => query(text, [...parameters]))
        end()
        // Of a statement whose failure nobody heard only this tells: nothing was kept.
        const [{ command }] = await Promise.all([client.query(COMMIT), ...sent])
        if (command !== COMMITTED) throw whyFailed() ?? new Error('the transaction was rolled back')
        return result
      } catch (error) {
        end()
        await client.query('rollback').catch(() => {})
        throw error
      } finally {
        client.release()
      }
    },
    readInTenant: async (tenant, work) => {
      const client = (await pool.connect()) as NamedClient & pg.PoolClient
      const { db, end } = queriesOver(client)
      try {
        client.readAs(tenant)
        return await work(db)
      } finally {
        end()
        client.readAs(undefined)
        client.release()
      }
    },
    close: () => kysely.destroy(),
  }
}
