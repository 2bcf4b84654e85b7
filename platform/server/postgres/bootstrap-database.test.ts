import { afterAll, expect, test } from 'vitest'
import { cluster } from '../testing/services.ts'
import { bootstrapDatabase, inDatabase, withConnection } from './bootstrap-database.ts'

const { superuserUrl } = cluster()
const name = `bootstrap_${process.pid}`
const ask = (sql: string, url = superuserUrl) => withConnection(url, async (client) => (await client.query(sql)).rows)
afterAll(() => ask(`drop database if exists ${name} with (force)`))

test('creates a UTF-8 database of the owner that sorts by code point', async () => {
  await bootstrapDatabase({ superuserUrl, database: name })
  const [made] = await ask(
    `select pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding from pg_database where datname = '${name}'`,
  )
  expect(made).toEqual({ owner: 'parcelhall_owner', encoding: 'UTF8' })
  const sorted = await ask(`select x from unnest(array['a', 'é', 'B', 'b']) x order by x`, inDatabase(superuserUrl, name))
  expect(sorted.map((row) => row.x).join('')).toBe('Babé')
})

test('creates two login roles without superuser and BYPASSRLS', async () => {
  const roles = await ask(
    `select rolname, rolcanlogin, rolsuper or rolbypassrls or rolcreatedb or rolcreaterole as powerful
       from pg_roles where rolname like 'parcelhall%' order by rolname`,
  )
  expect(roles).toEqual([
    { rolname: 'parcelhall_app', rolcanlogin: true, powerful: false },
    { rolname: 'parcelhall_owner', rolcanlogin: true, powerful: false },
  ])
})

test('makes ilike leakproof, so that it can use an index under row-level security', async () => {
  const [found] = await ask(
    `select proleakproof, (select count(*)::int from pg_extension where extname in ('pg_trgm', 'btree_gist')) as extensions
       from pg_proc where oid = 'texticlike(text,text)'::regprocedure`,
    inDatabase(superuserUrl, name),
  )
  expect(found).toEqual({ proleakproof: true, extensions: 2 })
})

test('completes an interrupted run', async () => {
  const inside = inDatabase(superuserUrl, name)
  await ask(`comment on database ${name} is null`)
  await ask('drop extension pg_trgm; alter function texticlike(text, text) not leakproof', inside)
  await bootstrapDatabase({ superuserUrl, database: name })
  const [found] = await ask(
    `select proleakproof, (select count(*)::int from pg_extension where extname = 'pg_trgm') as trigrams
       from pg_proc where oid = 'texticlike(text,text)'::regprocedure`,
    inside,
  )
  expect(found).toEqual({ proleakproof: true, trigrams: 1 })
})

test.each([
  ['postgres://a@/x?host=%2Ftmp', 'postgres://a@/other?host=%2Ftmp'],
  ['postgres://a:b@localhost:5433/x', 'postgres://a:b@localhost:5433/other'],
  ['postgresql://localhost/', 'postgresql://localhost/other'],
])('inDatabase › replaces the database in %s', (url, other) => {
  expect(inDatabase(url, 'other')).toBe(other)
})
