import pg from 'pg'

export const DATABASE = 'parcelhall'
export const OWNER_ROLE = 'parcelhall_owner'
export const APP_ROLE = 'parcelhall_app'

/** Said on the database when all below has been done to it; a change below takes a new word. */
const DONE = 'prepared 1'

type Options = {
  /** Address of a database in which a superuser may work, usually `postgres`. */
  readonly superuserUrl: string
  readonly database?: string
  /** Given to both roles, where the server asks for passwords. */
  readonly password?: string | undefined
}

/**
 * Makes the two roles and the database of a cluster that is ours. The owner makes the tables, the application role
 * owns nothing; neither is a superuser nor may bypass row security. One query when it was done before.
 */
export async function bootstrapDatabase({ superuserUrl, database = DATABASE, password }: Options): Promise<void> {
  await withConnection(superuserUrl, async (server) => {
    const found = await server.query(`select shobj_description(oid, 'pg_database') as said from pg_database where datname = $1`, [
      database,
    ])
    if (found.rows[0]?.said === DONE) return
    for (const role of [OWNER_ROLE, APP_ROLE]) await makeRole(server, role, password)
    if (found.rowCount === 0) await makeDatabase(server, database)
    await withConnection(inDatabase(superuserUrl, database), prepare)
    await server.query(`comment on database ${pg.escapeIdentifier(database)} is ${pg.escapeLiteral(DONE)}`)
  })
}

/** Opens one connection for the work and closes it. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
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

async function makeRole(server: pg.Client, role: string, password: string | undefined): Promise<void> {
  const name = pg.escapeIdentifier(role)
  const exists = await server.query('select from pg_roles where rolname = $1', [role])
  const secret = password === undefined ? '' : ` password ${pg.escapeLiteral(password)}`
  const verb = exists.rowCount ? 'alter' : 'create'
  await server.query(`${verb} role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole${secret}`)
}

/** The same order of texts on every machine and version: code points. `builtin` came with PostgreSQL 17. */
async function makeDatabase(server: pg.Client, database: string): Promise<void> {
  const { rows } = await server.query(`select current_setting('server_version_num')::int >= 170000 as builtin`)
  const locale = rows[0].builtin ? `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'` : `locale 'C.UTF-8'`
  const name = pg.escapeIdentifier(database)
  await server.query(`create database ${name} owner ${OWNER_ROLE} encoding 'UTF8' ${locale} template template0`)
}

/**
 * What only a superuser may do inside the database. Under row security PostgreSQL asks a function to be leakproof
 * before it uses an index for it, and `ilike` is not marked so: a search would read the whole table.
 */
async function prepare(database: pg.Client): Promise<void> {
  await database.query('create extension if not exists pg_trgm')
  await database.query('create extension if not exists btree_gist')
  await database.query('alter function pg_catalog.texticlike(text, text) leakproof')
}
