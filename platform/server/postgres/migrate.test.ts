import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { APP_ROLE, withConnection } from './bootstrap-database.ts'
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

/** Migrates and gives the lines that were logged, or the sentence of the refusal. */
async function run(): Promise<string[] | string> {
  const lines: string[] = []
  try {
    await migrate({ ownerUrl: database.ownerUrl, appRole: APP_ROLE, folder, log: (line) => lines.push(line) })
    return lines
  } catch (error) {
    return (error as Error).message
  }
}

test('migrations are applied in the order of their numbers, each once', async () => {
  file('0002-second.sql', 'alter table a add column b int')
  file('0001-first.sql', 'create table a (id int)')
  expect(await run()).toEqual(['Database: 0001-first.sql applied.', 'Database: 0002-second.sql applied.'])
  file('0003-third.sql', 'insert into a values (1, 2)')
  expect(await run()).toEqual(['Database: 0003-third.sql applied.'])
  expect(await run()).toEqual([])
  expect(await rows('select * from a')).toEqual([{ id: 1, b: 2 }])
})

test('two programs that start at once apply each migration once', async () => {
  file('0001-slow.sql', 'create table a (id int); insert into a values (1); select pg_sleep(0.1)')
  expect(await Promise.all([run(), run()])).toContainEqual([])
  expect(await rows('select count(*)::int from a')).toEqual([{ count: 1 }])
})

test('a migration that fails is undone as a whole, names its line, and leaves those before it', async () => {
  file('0001-good.sql', 'create table a (id int)')
  file('0002-bad.sql', 'create table b (id int);\n\ncreate table c (id nonsense);')
  expect(await run()).toBe('The migration 0002-bad.sql failed, line 3: type "nonsense" does not exist.')
  expect(await applied()).toEqual([{ number: 1, name: '0001-good.sql' }])
  expect(await rows(`select to_regclass('b') as b`)).toEqual([{ b: null }])
})

test('a migration that was changed after it was applied is refused', async () => {
  file('0001-first.sql', 'create table a (id int)')
  await run()
  file('0001-first.sql', 'create table a (id bigint)')
  expect(await run()).toBe('The migration 0001-first.sql was changed after it was applied: undo that and write a new one.')
})

test('other ends of lines are no change', async () => {
  file('0001-first.sql', 'create table a\n(id int)')
  await run()
  file('0001-first.sql', 'create table a\r\n(id int)')
  expect(await run()).toEqual([])
})

test('a database that is newer than the program is refused', async () => {
  file('0001-first.sql', 'create table a (id int)')
  file('0002-second.sql', 'create table b (id int)')
  await run()
  rmSync(join(folder, 'migrations/0002-second.sql'))
  expect(await run()).toBe(
    'The database is newer than this program, which does not know its migration 0002-second.sql: start a newer one.',
  )
})

test('a migration that comes before one that was applied is refused', async () => {
  file('0002-second.sql', 'create table b (id int)')
  await run()
  file('0001-late.sql', 'create table a (id int)')
  expect(await run()).toBe('The migration 0001-late.sql comes before 0002-second.sql, which was applied: give it a later number.')
})

test.each([
  ['a name without a number', ['first.sql'], 'The migration first.sql is not named NNNN-name.sql, from 0001 on.'],
  ['the number zero', ['0000-first.sql'], 'The migration 0000-first.sql is not named NNNN-name.sql, from 0001 on.'],
  ['a number that is taken', ['0001-a.sql', '0001-b.sql'], 'Two migrations have the number of 0001-b.sql.'],
])('%s is refused before anything is applied', async (_, names, sentence) => {
  for (const name of names) file(name, 'create table a (id int)')
  expect(await run()).toBe(sentence)
  expect(await rows(`select to_regclass('a') as a`)).toEqual([{ a: null }])
})

test('the grants are given to the serving role after each migration, and again when they change', async () => {
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

test('a serving role that owns nothing and is bound by row security is accepted', async () => {
  await withConnection(database.url, (client) => refuseUnsafeRole(client as unknown as pg.Pool))
})

test.each([
  ['a superuser', (role: string) => `alter role ${role} superuser`, (role: string) => `${role} which is a superuser`],
  [
    'a role that bypasses row security',
    (role: string) => `alter role ${role} bypassrls`,
    (role: string) => `${role} which bypasses row security`,
  ],
  [
    'a member of a superuser',
    (role: string) => `alter role ${role} noinherit; grant postgres to ${role}`,
    (role: string) => `${role}, a member of postgres, which is a superuser`,
  ],
])('%s is refused as the serving role', async (_, make, says) => {
  const role = `unsafe_${process.pid}`
  await withConnection(database.superuserUrl, async (client) => {
    await client.query(`create role ${role}; ${make(role)}`)
    try {
      await client.query(`set role ${role}`)
      await expect(refuseUnsafeRole(client as unknown as pg.Pool)).rejects.toThrow(
        `DATABASE_URL names the role ${says(role)}: name one that is bound by row security.`,
      )
    } finally {
      await client.query(`reset role; drop role ${role}`)
    }
  })
})

test('a program that may not change the schema refuses a database that lacks a migration, and takes one that has them all', async () => {
  file('0001-first.sql', 'create table a (id int)')
  grants('grant select on schema_migrations to :app')
  const asServing = () => withConnection(database.url, (client) => refuseOtherSchema(client, folder)).catch((e) => e.message)
  expect(await asServing()).toBe(
    'The database lacks the migration 0001-first.sql: set DATABASE_OWNER_URL, so that it is applied at start.',
  )
  await run()
  expect(await asServing()).toBeUndefined()
})
