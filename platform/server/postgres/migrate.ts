import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { withConnection } from './bootstrap-database.ts'

/** An advisory lock id that nothing else uses. */
export const MIGRATION_LOCK = 7_217_001
/** Number of the row of `schema_migrations` for `grants.sql`. */
const GRANTS = 0
/** Number of the migration whose name tells one series of migrations from another (decisions "Baseline of the migrations"). */
const FIRST = 1

type Migration = { readonly number: number; readonly name: string; readonly sha256: string; readonly sql: string }
export type Applied = Pick<Migration, 'number' | 'name' | 'sha256'>

export type SchemaOptions = {
  /** Address of the database as the role that owns the tables. */
  readonly ownerUrl: string
  /** The serving role, to which `grants.sql` grants its privileges. */
  readonly appRole: string
  /** Folder with `migrations/NNNN-name.sql` and `grants.sql`. */
  readonly folder: string
  readonly log?: (line: string) => void
}

const HISTORY = `create table if not exists schema_migrations
  (number int primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`

/**
 * Applies every migration that is not in `schema_migrations`, in order, each in its own transaction, then the grants. Several
 * nodes may do so at once; a single query if nothing is to do. Throws, before it changes anything, if the database has the
 * migrations of another series, is newer than the program, or has one that was changed since; also if a migration fails, and those
 * applied before that stay.
 */
export async function migrate({ ownerUrl, appRole, folder, log = () => {} }: SchemaOptions): Promise<void> {
  const expected = [...readMigrations(join(folder, 'migrations')), ...readGrants(join(folder, 'grants.sql'), appRole)]
  await withConnection(ownerUrl, async (client) => {
    if (outstanding(expected, await readApplied(client)).length === 0) return
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(HISTORY)
    for (const migration of outstanding(expected, await readApplied(client))) {
      await apply(client, migration)
      log(`Database: ${migration.name} applied.`)
    }
  })
}

/**
 * Throws if the schema of the database is older or newer than the program, for a start without DATABASE_OWNER_URL. Works with
 * the serving role.
 */
export async function refuseOtherSchema(client: pg.Client, folder: string): Promise<void> {
  const [missing] = outstanding(readMigrations(join(folder, 'migrations')), await readApplied(client))
  if (missing)
    throw new Error(`The database lacks the migration ${missing.name}: set DATABASE_OWNER_URL, so that it is applied at start.`)
}

/**
 * Creates the schema of these migrations in a database without tables, within the caller's transaction, runs `fill` and applies
 * the grants. Throws if the program lacks one of them, or has another version of it.
 */
export async function createSchema(
  client: pg.Client,
  { appRole, folder }: SchemaOptions,
  applied: readonly (Applied & { readonly applied_at: string })[],
  fill: () => Promise<void>,
): Promise<void> {
  const migrations = readMigrations(join(folder, 'migrations'))
  const later = outstanding(migrations, applied, 'The backup')
  await client.query(HISTORY)
  for (const migration of migrations.filter((one) => !later.includes(one))) {
    await client.query(migration.sql)
    await record(client, { ...migration, appliedAt: applied.find(({ number }) => number === migration.number)!.applied_at })
  }
  await fill()
  for (const grants of readGrants(join(folder, 'grants.sql'), appRole)) {
    await client.query(grants.sql)
    await record(client, grants)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
/** A checkout on Windows may have other line ends. */
const read = (file: string) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')

function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const migrations = files.map((name) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1] ?? 0)
    if (number === GRANTS) throw new Error(`The migration ${name} is not named NNNN-name.sql, from 0001 on.`)
    const sql = read(join(folder, name))
    return { number, name, sha256: digest(sql), sql }
  })
  migrations.sort((a, b) => a.number - b.number)
  const twice = migrations.find((one, i) => one.number === migrations[i - 1]?.number)
  if (twice) throw new Error(`Two migrations have the number of ${twice.name}.`)
  return migrations
}

function readGrants(file: string, appRole: string): Migration[] {
  if (!existsSync(file)) return []
  const sql = read(file).replace(/(?<!:):app\b/g, pg.escapeIdentifier(appRole))
  return [{ number: GRANTS, name: 'grants.sql', sha256: digest(sql), sql }]
}

/** The applied migrations by number; none in a database without tables. */
export async function readApplied(client: pg.Client): Promise<(Applied & { applied_at: string })[]> {
  try {
    const { rows } = await client.query('select number, name, sha256, applied_at::text from schema_migrations order by number')
    return rows
  } catch (error) {
    const noTable = (error as pg.DatabaseError).code === '42P01'
    if (noTable) return []
    throw error
  }
}

/** What to do with tables of an earlier series of migrations. */
const KEEP = {
  'The database': 'keep it with `npm run backup` of that release, and start this one with a new DATA_DIR or database',
  'The backup': 'restore it with that release',
}

/** Throws if the first of the `applied` migrations is not the program's: the others would not fit either. */
function refuseOtherSeries(expected: readonly Migration[], applied: readonly Applied[], subject: keyof typeof KEEP): void {
  const [ours, theirs] = [expected, applied].map((all) => all.find((one) => one.number === FIRST)?.name)
  if (ours !== undefined && theirs !== undefined && ours !== theirs)
    throw new Error(`${subject} has the tables of an earlier release, which this one cannot convert: ${KEEP[subject]}.`)
}

/** The migrations to apply, and the grants after any of them, for new tables. Throws if `subject` does not fit the program. */
function outstanding(
  expected: readonly Migration[],
  applied: readonly Applied[],
  subject: keyof typeof KEEP = 'The database',
): Migration[] {
  refuseOtherSeries(expected, applied, subject)
  const byNumber = new Map(applied.map((row) => [row.number, row]))
  const known = new Set(expected.map((one) => one.number))
  const unknown = applied.find((row) => row.number !== GRANTS && !known.has(row.number))
  if (unknown)
    throw new Error(
      `${subject} is newer than this program, which does not have its migration ${unknown.name}: start a newer version.`,
    )
  const migrations = expected.filter((one) => one.number !== GRANTS)
  const changed = migrations.find((one) => byNumber.has(one.number) && byNumber.get(one.number)!.sha256 !== one.sha256)
  if (changed) throw new Error(`The migration ${changed.name} was changed after it was applied: undo that and write a new one.`)
  const left = migrations.filter((one) => !byNumber.has(one.number))
  const last = applied.at(-1)?.number ?? 0
  if (left[0] && left[0].number < last)
    throw new Error(
      `The migration ${left[0].name} comes before ${applied.at(-1)!.name}, which was applied: give it a later number.`,
    )
  const grants = expected.filter((one) => one.number === GRANTS)
  return [...left, ...grants.filter((one) => left.length > 0 || byNumber.get(GRANTS)?.sha256 !== one.sha256)]
}

const record = (client: pg.Client, { number, name, sha256, appliedAt }: Applied & { appliedAt?: string }) =>
  client.query(
    `insert into schema_migrations (number, name, sha256, applied_at) values ($1, $2, $3, coalesce($4, now()))
     on conflict (number) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at`,
    [number, name, sha256, appliedAt],
  )

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql } = migration
  await client.query('begin')
  try {
    await client.query(sql)
    await record(client, migration)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const { message, position } = cause as pg.DatabaseError
    const line = position ? `, line ${sql.slice(0, Number(position)).split('\n').length}` : ''
    throw new Error(`The migration ${name} failed${line}: ${message}.`, { cause })
  }
}

/**
 * Throws if the role of this pool is, or is a member of, a superuser, a role with BYPASSRLS or an owner of tables: row-level
 * security would not bind it, or it could switch it off.
 */
export async function refuseUnsafeRole(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ me: string; role: string; what: string }>(
    `select current_user as me, role, what from (
       select oid, rolname as role, case
         when rolsuper then 'is a superuser'
         when rolbypassrls then 'bypasses row-level security'
         when exists (select from pg_class where relowner = pg_roles.oid and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace)
           then 'owns tables'
       end as what from pg_roles
     ) unsafe where what is not null and pg_has_role(current_user, oid, 'member') order by role = current_user desc, role limit 1`,
  )
  const unsafe = rows[0]
  if (!unsafe) return
  const who = unsafe.me === unsafe.role ? unsafe.me : `${unsafe.me}, a member of ${unsafe.role},`
  throw new Error(`DATABASE_URL names the role ${who} which ${unsafe.what}: name one that is subject to row-level security.`)
}
