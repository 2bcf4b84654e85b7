import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#platform/server/testing/database.ts'

let store: TestDatabase
let client: pg.Client
beforeAll(async () => {
  store = await testDatabase()
  client = new pg.Client({ connectionString: store.superuserUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await store.drop()
})

/** Tables without a tenant, each with the reason. */
const WITHOUT_TENANT = {
  rate_limits: 'keys are hashes',
  installation: 'the database as a whole',
  schema_migrations: 'the schema itself',
}

const files = globSync('tables-of-*.ts', { cwd: import.meta.dirname })
const source = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('')
const base: Record<string, string[]> = { Owned: ['organisation_id', 'id'], OfProperty: ['organisation_id', 'id', 'property_id'] }
const declared = new Map(
  [...source.matchAll(/^ {2}(\w+):\s*([^{]*)\{([^}]*)\}/gm)].map(([, name, bases = '', body = '']) => [
    name as string,
    new Set([
      ...Object.keys(base)
        .filter((b) => bases.includes(b))
        .flatMap((b) => base[b] as string[]),
      ...[...body.matchAll(/(\w+):/g)].map((m) => m[1] as string),
    ]),
  ]),
)

const columns = async () => {
  const { rows } = await client.query(
    `select table_name, array_agg(column_name::text order by column_name) as names from information_schema.columns
     where table_schema = 'public' and table_name <> 'schema_migrations' group by 1 order by 1`,
  )
  return rows as { table_name: string; names: string[] }[]
}

test('the types name every table and column of the migrated database, and no other', async () => {
  const inDatabase = Object.fromEntries((await columns()).map((row) => [row.table_name, [...row.names].sort()]))
  const inSource = Object.fromEntries([...declared].map(([name, set]) => [name, [...set].sort()]))
  expect(inSource).toEqual(inDatabase)
})

test('every table of a tenant forces row-level security and begins its key with the organisation', async () => {
  const { rows } = await client.query(
    `select c.relname, c.relrowsecurity and c.relforcerowsecurity as forced,
            (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polpermissive) as policies,
            (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
             where i.indrelid = c.oid and i.indisprimary) as first_key
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  const open = rows.filter(
    (row) =>
      !(row.relname in WITHOUT_TENANT) &&
      row.relname !== 'organisations' &&
      !(row.forced && row.policies === 1 && row.first_key === 'organisation_id'),
  )
  expect(open).toEqual([])
  expect(rows.length).toBeGreaterThan(25)
})

test('the security-definer functions are the known ones, each with a fixed search path', async () => {
  const { rows } = await client.query(
    `select proname, proconfig from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
  )
  expect(rows).toEqual(
    [
      'all_organisations',
      'analyze_residents',
      'chain_audit',
      'erase_from_package_history',
      'find_organisation',
      'locker_bank_owner',
      'operator_organisation',
      'organisations_with_notices',
      'property_name_taken',
      'system_counts',
      'system_fetches',
      'system_kiosks',
    ].map((proname) => ({
      proname,
      proconfig: ['search_path=public, pg_temp'],
    })),
  )
})

test('no row is visible without a tenant, and a foreign row can be neither read nor written', async () => {
  const app = new pg.Client({ connectionString: store.url })
  await app.connect()
  const [mine, other] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
  const as = (id: string) =>
    app.query(`select set_config('app.organisation_id', $1, false), set_config('app.property_ids', '*', false)`, [id])
  for (const id of [mine, other]) {
    await as(id)
    await app.query(`insert into organisations (id, name, system_name, time_zone) values ($1, $2, $2, 'UTC')`, [id, id])
    await app.query(`insert into regions (organisation_id, id, name) values ($1, $2, 'North')`, [id, id])
  }
  await as('')
  expect((await app.query('select * from regions')).rowCount).toBe(0)
  await as(mine)
  expect((await app.query('select * from regions')).rows).toMatchObject([{ organisation_id: mine }])
  expect((await app.query('update regions set name = $1 where organisation_id = $2', ['x', other])).rowCount).toBe(0)
  await expect(
    app.query(`insert into regions (organisation_id, id, name) values ($1, $2, 'South')`, [other, mine]),
  ).rejects.toThrow('row-level security')
  expect((await app.query(`select * from organisations`)).rowCount).toBe(1)
  expect((await app.query(`select * from all_organisations()`)).rowCount).toBe(2)
  expect((await app.query(`select * from organisations`)).rowCount).toBe(1)
  await app.end()
})
