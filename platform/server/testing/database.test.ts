import { afterAll, beforeAll, expect, test } from 'vitest'
import { withConnection } from '../postgres/bootstrap-database.ts'
import { type TestDatabase, testDatabase } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const one = (url: string, sql: string) => withConnection(url, async (client) => (await client.query(sql)).rows[0])

test('tests connect as the application role, without superuser and BYPASSRLS', async () => {
  const role = await one(database.url, 'select rolname, rolsuper, rolbypassrls from pg_roles where rolname = current_user')
  expect(role).toEqual({ rolname: 'parcelhall_app', rolsuper: false, rolbypassrls: false })
})

test('a new database is migrated and has its extensions', async () => {
  const found = await one(
    database.ownerUrl,
    `select (select count(*)::int > 0 from schema_migrations where number > 0) as migrated,
            (select array_agg(extname::text order by extname) from pg_extension where extname <> 'plpgsql') as extensions,
            (select proleakproof from pg_proc where oid = 'texticlike(text,text)'::regprocedure) as leakproof`,
  )
  expect(found).toEqual({ migrated: true, extensions: ['btree_gin', 'btree_gist', 'pg_trgm'], leakproof: true })
})

test('test files do not share rows', async () => {
  const other = await testDatabase()
  await withConnection(database.ownerUrl, (client) => client.query('create table mine (id int)'))
  expect(await one(other.ownerUrl, `select to_regclass('mine') as seen`)).toEqual({ seen: null })
  await other.drop()
})
