import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { APP_ROLE, OWNER_ROLE, withConnection } from './bootstrap-database.ts'
import { migrate, refuseOtherSchema, refuseUnsafeRole } from './migrate.ts'

const root = temporaryFolder()
const databases: TestDatabase[] = []
let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await testDatabase({ migrated: false })
  folder = join(root, String(databases.push(database)))
  mkdirSync(join(folder, 'migrations'), { recursive: true })
})
afterAll(async () => {
  for (const one of databases) await one.drop()
  rmSync(root, { recursive: true })
})

const file = (name: string, sql: string) => writeFileSync(join(folder, 'migrations', name), sql)
const grants = (sql: string) => writeFileSync(join(folder, 'grants.sql'), sql)
const rows = (sql: string, url = database.ownerUrl) => withConnection(url, async (client) => (await client.query(sql)).rows)
const applied = () => rows('select number, name from schema_migrations order by number')

/** Migrates and returns the logged lines, or the error message. */
async function run(): Promise<string[] | string> {
  const lines: string[] = []
  try {
    await migrate({ ownerUrl: database.ownerUrl, appRole: APP_ROLE, folder, log: (line) => lines.push(line) })
    return lines
  } catch (error) {
    return (error as Error).message
  }
}

test('applies migrations in the order of their numbers, each once', async () => {
  file('0002-second.sql', 'alter table a add column b int')
  file('0001-first.sql', 'create table a (id int)')
  expect(await run()).toEqual(['Database: 0001-first.sql applied.', 'Database: 0002-second.sql applied.'])
  file('0003-third.sql', 'insert into a values (1, 2)')
  expect(await run()).toEqual(['Database: 0003-third.sql applied.'])
  expect(await run()).toEqual([])
  expect(await rows('select * from a')).toEqual([{ id: 1, b: 2 }])
})

test('applies each migration once when two programs start at the same time', async () => {
  file('0001-slow.sql', 'create table a (id int); insert into a values (1); select pg_sleep(0.1)')
  expect(await Promise.all([run(), run()])).toContainEqual([])
  expect(await rows('select count(*)::int from a')).toEqual([{ count: 1 }])
})

test('rolls back a failed migration, reports its line and keeps those before it', async () => {
  file('0001-good.sql', 'create table a (id int)')
  file('0002-bad.sql', 'create table b (id int);\n\ncreate table c (id nonsense);')
  expect(await run()).toBe('The migration 0002-bad.sql failed, line 3: type "nonsense" does not exist.')
  expect(await applied()).toEqual([{ number: 1, name: '0001-good.sql' }])
  expect(await rows(`select to_regclass('b') as b`)).toEqual([{ b: null }])
})

test('refuses a migration that was changed after it was applied', async () => {
  file('0001-first.sql', 'create table a (id int)')
  await run()
  file('0001-first.sql', 'create table a (id bigint)')
  expect(await run()).toBe('The migration 0001-first.sql was changed after it was applied: undo that and write a new one.')
})

test('ignores line ends', async () => {
  file('0001-first.sql', 'create table a\n(id int)')
  await run()
  file('0001-first.sql', 'create table a\r\n(id int)')
  expect(await run()).toEqual([])
})

test('refuses a database that is newer than the program', async () => {
  file('0001-first.sql', 'create table a (id int)')
  file('0002-second.sql', 'create table b (id int)')
  await run()
  rmSync(join(folder, 'migrations/0002-second.sql'))
  expect(await run()).toBe(
    'The database is newer than this program, which does not have its migration 0002-second.sql: start a newer version.',
  )
})

test('refuses a database of an earlier series of migrations and changes nothing', async () => {
  file('0001-former.sql', 'create table a (id int)')
  file('0002-second.sql', 'create table b (id int)')
  grants('grant select on schema_migrations to :app')
  await run()
  rmSync(join(folder, 'migrations'), { recursive: true })
  mkdirSync(join(folder, 'migrations'))
  file('0001-baseline.sql', 'create table c (id int)')
  const sentence =
    'The database has the tables of an earlier release, which this one cannot convert: keep it with `npm run backup` of that release, and start this one with a new DATA_DIR or database.'
  expect(await run()).toBe(sentence)
  await expect(withConnection(database.url, (client) => refuseOtherSchema(client, folder))).rejects.toThrow(sentence)
  expect((await applied()).map(({ name }) => name)).toEqual(['grants.sql', '0001-former.sql', '0002-second.sql'])
  expect(await rows(`select to_regclass('c') as c`)).toEqual([{ c: null }])
})

test('refuses a migration with a lower number than an applied one', async () => {
  file('0002-second.sql', 'create table b (id int)')
  await run()
  file('0001-late.sql', 'create table a (id int)')
  expect(await run()).toBe('The migration 0001-late.sql comes before 0002-second.sql, which was applied: give it a later number.')
})

test.each([
  ['a name without a number', ['first.sql'], 'The migration first.sql is not named NNNN-name.sql, from 0001 on.'],
  ['the number zero', ['0000-first.sql'], 'The migration 0000-first.sql is not named NNNN-name.sql, from 0001 on.'],
  ['a number that is taken', ['0001-a.sql', '0001-b.sql'], 'Two migrations have the number of 0001-b.sql.'],
])('refuses %s before anything is applied', async (_, names, sentence) => {
  for (const name of names) file(name, 'create table a (id int)')
  expect(await run()).toBe(sentence)
  expect(await rows(`select to_regclass('a') as a`)).toEqual([{ a: null }])
})

test('applies the grants after each migration and when they change', async () => {
  const may = async () => (await rows(`select has_table_privilege('${APP_ROLE}', 'a', 'insert') as may`))[0].may
  file('0001-first.sql', 'create table a (id int)')
  grants('grant select on all tables in schema public to :app')
  expect(await run()).toEqual(['Database: 0001-first.sql applied.', 'Database: grants.sql applied.'])
  expect([await may(), await run()]).toEqual([false, []])
  grants(`grant select, insert on all tables in schema public to :app; select 'not :app'::text`)
  expect(await run()).toEqual(['Database: grants.sql applied.'])
  expect(await may()).toBe(true)
  file('0002-second.sql', 'create table b (id int)')
  expect(await run()).toEqual(['Database: 0002-second.sql applied.', 'Database: grants.sql applied.'])
  expect(await rows('select * from b', database.url)).toEqual([])
})

test('accepts a serving role that owns nothing and is subject to row-level security', async () => {
  await withConnection(database.url, (client) => refuseUnsafeRole(client as unknown as pg.Pool))
})

test.each([
  ['a superuser', (role: string) => `alter role ${role} superuser`, (role: string) => `${role} which is a superuser`],
  [
    'a role that bypasses row-level security',
    (role: string) => `alter role ${role} bypassrls`,
    (role: string) => `${role} which bypasses row-level security`,
  ],
  [
    'a member of a superuser',
    (role: string) => `alter role ${role} noinherit; grant postgres to ${role}`,
    (role: string) => `${role}, a member of postgres, which is a superuser`,
  ],
  [
    'an owner of tables',
    (role: string) => `create table public.owned (id int); alter table public.owned owner to ${role}`,
    (role: string) => `${role} which owns tables`,
  ],
  [
    'a member of the owner',
    (role: string) =>
      `grant ${OWNER_ROLE} to ${role}; create table public.owned (id int); alter table public.owned owner to ${OWNER_ROLE}`,
    (role: string) => `${role}, a member of ${OWNER_ROLE}, which owns tables`,
  ],
])('refuses %s as the serving role', async (_, make, description) => {
  const role = `unsafe_${process.pid}`
  await withConnection(database.superuserUrl, async (client) => {
    await client.query(`create role ${role}; ${make(role)}`)
    try {
      await client.query(`set role ${role}`)
      await expect(refuseUnsafeRole(client as unknown as pg.Pool)).rejects.toThrow(
        `DATABASE_URL names the role ${description(role)}: name one that is subject to row-level security.`,
      )
    } finally {
      await client.query(`reset role; drop table if exists public.owned; drop role ${role}`)
    }
  })
})

test('without an owner address refuses a database that lacks a migration', async () => {
  file('0001-first.sql', 'create table a (id int)')
  grants('grant select on schema_migrations to :app')
  const asServing = () => withConnection(database.url, (client) => refuseOtherSchema(client, folder)).catch((e) => e.message)
  expect(await asServing()).toBe(
    'The database lacks the migration 0001-first.sql: set DATABASE_OWNER_URL, so that it is applied at start.',
  )
  await run()
  expect(await asServing()).toBeUndefined()
})
