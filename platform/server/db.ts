import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '#database/tables.ts'
import { isId } from '#platform/ids.ts'

/** A connection that works for one tenant, inside its transaction. There is no other way to the tenant's tables. */
export type Db = Kysely<Tables>
/** Whose rows a transaction sees: one organisation, and every property of it or the named ones. */
export type Tenant = { readonly organisationId: string; readonly propertyIds: '*' | readonly string[] }
/** The tenant that sees every property of an organisation. */
export const wholeOrganisation = (organisationId: string): Tenant => ({ organisationId, propertyIds: '*' })
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

// timestamptz comes as text, which is what the wire carries; bigint as a number (no count here passes 2^53).
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const BEGIN = 'begin; '
const SET = 'set local '
const COMMIT_OF_READ = 'commit /* nothing was written */'
/** What has no answer worth waiting for. */
const isAhead = (query: string) => query.startsWith(BEGIN) || query.startsWith(SET) || query === COMMIT_OF_READ

/** Sends every statement with values as a named one, so that PostgreSQL plans it once a connection and not at every call. */
class NamedClient extends pg.Client {
  #names = new Map<string, string>()
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads, passed through as they are
  override query(query: any, values?: any, callback?: any): any {
    this.#gather()
    if (typeof query === 'string' && isAhead(query)) return this.#sendAhead(query)
    if (typeof query !== 'string' || !values?.length || callback) return super.query(query, values, callback)
    let name = this.#names.get(query)
    if (!name && this.#names.size < NAMED_STATEMENTS) {
      name = `s${createHash('sha256').update(query).digest('base64url').slice(0, 24)}`
      this.#names.set(query, name)
    }
    return super.query(name ? { name, text: query, values } : { text: query, values })
  }

  /** What is sent in one turn of the event loop leaves in one piece: each piece costs both ends a call of the system. */
  #gather() {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  /** Writes it and does not wait: only a lost connection can make it fail, and then whatever is written behind it fails too. */
  #sendAhead(query: string) {
    super.query(query).catch(() => {})
    return Promise.resolve({ command: '', rowCount: 0, rows: [] })
  }
}

export type Database = {
  readonly pool: pg.Pool
  /** Runs `work` in one transaction as the tenant; an error rolls it back and is thrown on. */
  inTenant<T>(tenant: Tenant, work: (db: Db) => Promise<T>): Promise<T>
  /** The same for work that writes nothing: its result is given without waiting for the end of the transaction. */
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
export const beginAs = ({ organisationId, propertyIds }: Tenant) => {
  const scope = propertyIds === '*' ? '*' : propertyIds.map(checked).join(',')
  return `${BEGIN}${SET}app.organisation_id = '${checked(organisationId)}'; ${SET}app.property_ids = '${scope}'`
}

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
  const within = <T>(tenant: Tenant, work: (db: Db) => Promise<T>, end: (db: Db) => Promise<unknown>): Promise<T> =>
    kysely.connection().execute(async (db) => {
      await sql.raw(beginAs(tenant)).execute(db)
      try {
        const result = await work(db)
        await end(db)
        return result
      } catch (error) {
        await sql
          .raw('rollback')
          .execute(db)
          .catch(() => {})
        throw error
      }
    })
  const commit = (db: Db) => sql.raw('commit').execute(db)
  return {
    pool,
    untenanted: kysely,
    inTenant: (tenant, work) => within(tenant, work, commit),
    readInTenant: (tenant, work) => within(tenant, work, (db) => sql.raw(COMMIT_OF_READ).execute(db)),
    close: () => kysely.destroy(),
  }
}
