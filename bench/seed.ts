import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { groupIdOf, STATUS_NAMES, STATUSES } from '#features/package-statuses/statuses.ts'
import { keepTrends } from '#features/trends/server/keep.ts'
import { APP_ROLE, bootstrapDatabase, inDatabase, withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/server/postgres/embedded/postgres.ts'
import { migrate } from '#platform/server/postgres/migrate.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import { DIVISOR, isQuick, rows } from './scale.ts'

/**
 * The bench's two databases: the full size, and one with a hundredth of the packages and everything else the same. One
 * organisation has half of everything, 200,000 residents among it.
 */
const SIZES = {
  bench_large: { packages: rows(1_000_000), residents: rows(400_000), banks: rows(200), entries: rows(5_000_000) },
  bench_small: { packages: rows(10_000), residents: rows(400_000), banks: rows(200), entries: rows(50_000) },
} as const
export const BENCH_PASSWORD = 'bench password'
/** A quick run leaves the databases of the full size. */
const BENCH_DIR = fileURLToPath(new URL(isQuick ? '../.built/bench-quick' : '../.built/bench', import.meta.url))
const DATABASE_FOLDER = fileURLToPath(new URL('../database', import.meta.url))
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
/** The seed depends on this schema and these rows: a change of either recreates it. */
const stamp = () => {
  const migrations = readdirSync(join(DATABASE_FOLDER, 'migrations')).toSorted()
  return [
    read('seed.sql'),
    read('seed-structure.sql'),
    read('seed-audit.sql'),
    read('seed.ts'),
    JSON.stringify(SIZES),
    ...migrations.map((name) => readFileSync(join(DATABASE_FOLDER, 'migrations', name), 'utf8')),
  ].join('\n')
}

/** Starts the bench's cluster with both databases, seeding what is missing. The caller stops it. */
export async function benchCluster(log: (line: string) => void) {
  mkdirSync(BENCH_DIR, { recursive: true })
  const stampFile = join(BENCH_DIR, 'stamp')
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp()) rmSync(BENCH_DIR, { recursive: true, force: true })
  mkdirSync(BENCH_DIR, { recursive: true })
  const cluster = await startEmbeddedPostgres({ dataDir: BENCH_DIR, params: { shared_buffers: '512MB', max_wal_size: '4GB' } })
  for (const [name, size] of Object.entries(SIZES)) {
    await emptyDatabase(cluster, name)
    await withConnection(inDatabase(cluster.url('postgres', 'postgres'), name), async (client) => {
      const { rowCount } = await client.query('select from organisations limit 1')
      if (rowCount) return
      const began = Date.now()
      await fill(client, size)
      await countTrends(cluster.url(name, APP_ROLE))
      log(
        `${name}: ${size.packages} packages, ${size.residents} residents, ${size.banks} locker banks, ${size.entries} audit entries in ${Math.round((Date.now() - began) / 1000)} s`,
      )
    })
  }
  writeFileSync(stampFile, stamp())
  return cluster
}

/** Creates a database of a cluster with the tables of the product, unless it exists. */
export async function emptyDatabase(cluster: EmbeddedPostgres, database: string): Promise<void> {
  await bootstrapDatabase({ superuserUrl: cluster.url('postgres', 'postgres'), database })
  await migrate({ ownerUrl: cluster.url(database, 'parcelhall_owner'), appRole: APP_ROLE, folder: DATABASE_FOLDER })
}

/** Fills an empty database with the rows of the bench. */
async function fill(client: pg.Client, { packages, residents, banks, entries }: (typeof SIZES)[keyof typeof SIZES]) {
  const statuses = STATUS_NAMES.map((name) => `(${STATUSES[name].id}, ${groupIdOf(name)}, '${STATUSES[name].place}')`).join(', ')
  const values: Record<string, string> = {
    packages: String(packages),
    residents: String(residents),
    banks: String(banks),
    statuses,
    divisor: String(DIVISOR),
    "'password'": pg.escapeLiteral(await hashPassword(BENCH_PASSWORD)),
  }
  const filledIn = (file: string) =>
    read(file).replace(
      /(?<!:):('password'|packages|residents|banks|statuses|divisor)\b|:'password'/g,
      (_, name = "'password'") => values[name] as string,
    )
  await client.query(`set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`)
  await client.query(filledIn('seed.sql'))
  await client.query(filledIn('seed-structure.sql'))
  await client.query(read('seed-audit.sql').replaceAll(':entries', String(entries)))
  await client.query(ROWS_OF_TRIGGERS)
  await client.query('set session_replication_role = origin')
  await countAgain(client)
  await client.query('vacuum analyze')
}

/** Counts the packages of each day, as a job of the server does. */
async function countTrends(appUrl: string) {
  const database = openDatabase(appUrl)
  await keepTrends(database, new Date()).finally(database.close)
}

/** The rows that insert triggers add to an organisation and to a locker bank. */
const ROWS_OF_TRIGGERS = `
  insert into opening_controls (organisation_id) select id from organisations;
  insert into locker_bank_owners (organisation_id, locker_bank_id, property_id) select organisation_id, id, property_id from locker_banks`

/** Fills the counters through the triggers: every row is updated once without a change of value. */
async function countAgain(client: pg.Client) {
  await client.query('delete from locker_bank_counts; delete from package_counts; delete from resident_counts')
  const kept = await client.query<{ prosrc: string; proname: string }>(
    `select proname, prosrc from pg_proc where proname in ('lockers_insert_counts', 'packages_insert_counts', 'residents_insert_counts') order by proname`,
  )
  for (const { proname, prosrc } of kept.rows) {
    const table = proname.split('_')[0]
    // The statement of the insert trigger, for the whole table instead of the inserted rows.
    const start = prosrc.indexOf('insert into')
    const insert = prosrc.slice(start, prosrc.indexOf(';', start)).replace(/from came\b/, `from ${table}`)
    await client.query(insert)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const cluster = await benchCluster(console.log)
  await cluster.stop()
}
