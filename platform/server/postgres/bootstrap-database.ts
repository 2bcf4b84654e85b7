import pg from 'pg'

export const DATABASE = 'parcelhall'
export const OWNER_ROLE = 'parcelhall_owner'
export const APP_ROLE = 'parcelhall_app'

/** Comment on a prepared database; change it together with the preparation below. */
const DONE = 'prepared 1'

type Options = {
  /** Address of any database as a superuser, usually `postgres`. */
  readonly superuserUrl: string
  readonly database?: string
  /** Password of both roles, where the server requires one. */
  readonly password?: string | undefined
}

/**
 * Creates the two roles and the database. The owner owns the tables, the application role nothing; neither is a superuser or
 * bypasses row-level security. A single query if the database is prepared already.
 */
export async function bootstrapDatabase({ superuserUrl, database = DATABASE, password }: Options): Promise<void> {
  await withConnection(superuserUrl, async (server) => {
    const found = await server.query(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [database],
    )
    if (found.rows[0]?.comment === DONE) return
    for (const role of [OWNER_ROLE, APP_ROLE]) await createRole(server, role, password)
    if (found.rowCount === 0) await createDatabase(server, database)
    await withConnection(inDatabase(superuserUrl, database), prepare)
    await server.query(`comment on database ${pg.escapeIdentifier(database)} is ${pg.escapeLiteral(DONE)}`)
  })
}

/** Opens a connection for `work` and closes it. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // A lost connection fails its statements; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The same address with another database. */
export const inDatabase = (url: string, database: string) =>
  url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, (_, server) => server + encodeURIComponent(database))

async function createRole(server: pg.Client, role: string, password: string | undefined): Promise<void> {
  const name = pg.escapeIdentifier(role)
  const exists = await server.query('select from pg_roles where rolname = $1', [role])
  const secret = password === undefined ? '' : ` password ${pg.escapeLiteral(password)}`
  const verb = exists.rowCount ? 'alter' : 'create'
  await server.query(`${verb} role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole${secret}`)
}

/** Sorts by code point on every machine and version. `builtin` exists since PostgreSQL 17. */
async function createDatabase(server: pg.Client, database: string): Promise<void> {
  const { rows } = await server.query(`select current_setting('server_version_num')::int >= 170000 as builtin`)
  const locale = rows[0].builtin ? `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'` : `locale 'C.UTF-8'`
  const name = pg.escapeIdentifier(database)
  await server.query(`create database ${name} owner ${OWNER_ROLE} encoding 'UTF8' ${locale} template template0`)
}

/**
 * The steps that only a superuser can do. Under row-level security PostgreSQL uses an index only for leakproof functions, and
 * `ilike` is not marked leakproof: a search would read the whole table.
 */
async function prepare(database: pg.Client): Promise<void> {
  await database.query('create extension if not exists pg_trgm')
  await database.query('create extension if not exists btree_gist')
  await database.query('alter function pg_catalog.texticlike(text, text) leakproof')
}
