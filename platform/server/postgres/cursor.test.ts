import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { soon } from '../testing/waiting.ts'
import { openRows, rowBatches } from './cursor.ts'
import { type Database, JOB_CURSOR_LIMITS, JOB_LIMITS, openDatabase, wholeOrganisation } from './db.ts'

let store: TestDatabase
let database: Database
const tenant = wholeOrganisation(newId())
beforeAll(async () => {
  store = await testDatabase()
  database = openDatabase(store.url, JOB_LIMITS, JOB_CURSOR_LIMITS)
})
afterAll(async () => {
  await database.close()
  await store.drop()
})

const numbers = (count: number) => sql<{ n: number }>`select n from generate_series(1, ${count}) as n`
const one = sql<{ n: number }>`select 1 as n`
async function all(rows: AsyncIterable<{ n: number }[]>): Promise<number[]> {
  const found: number[] = []
  for await (const batch of rows) found.push(...batch.map(({ n }) => n))
  return found
}

test.each([0, 1, 99, 100, 101, 1999, 2000, 2001, 4100])('reads %i rows, each once and in their order', async (count) => {
  const expected = Array.from({ length: count }, (_, i) => i + 1)
  expect(await all(rowBatches(database, tenant, numbers(count)))).toEqual(expected)
  expect(await all(rowBatches(database, tenant, numbers(count), { isFirstFast: true }))).toEqual(expected)
})

test('queries one after the other see the same moment', async () => {
  const moment = sql<{ n: number }>`select extract(epoch from now())::float as n`
  const { rows, close } = await openRows(database, tenant)
  const before = await all(rows(moment))
  expect(await all(rowBatches(database, tenant, moment))).not.toEqual(before)
  expect(await all(rows(moment))).toEqual(before)
  await close()
})

test('a stopped or failed reader gives its connection back', async () => {
  for (let i = 0; i < JOB_CURSOR_LIMITS.max! * 2; i++) {
    for await (const _ of rowBatches(database, tenant, numbers(10_000))) break
    const failing = sql<{ n: number }>`select 1 / (3000 - n) as n from generate_series(1, 4000) as n`
    await expect(all(rowBatches(database, tenant, failing))).rejects.toThrow('division by zero')
  }
  expect(await all(rowBatches(database, tenant, one))).toEqual([1])
})

test('a reader beyond the number at once waits for one that ends', async () => {
  const open = await Promise.all(Array.from({ length: JOB_CURSOR_LIMITS.max! }, () => openRows(database, tenant)))
  const waiting = all(rowBatches(database, tenant, one))
  expect(database.cursors.waitingCount).toBe(1)
  await open[0]!.close()
  expect(await waiting).toEqual([1])
  await Promise.all(open.slice(1).map(({ close }) => close()))
})

/** Longer than a test may take. */
const endless = sql<{ n: number }>`select 1 as n from pg_sleep(600)`
const sleeping = async () =>
  (await database.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`))
    .rowCount

test('an aborted query is cancelled, and its cancellation does not hit the next one', async () => {
  for (let i = 0; i < 5; i++) {
    const aborting = new AbortController()
    const { rows, close } = await openRows(database, tenant, { signal: aborting.signal })
    const reading = all(rows(endless))
    await soon(async () => expect(await sleeping()).toBe(1))
    aborting.abort()
    await expect(reading).rejects.toThrow('canceling statement due to user request')
    await close()
    expect(await all(rowBatches(database, tenant, one))).toEqual([1])
  }
  const aborting = new AbortController()
  const { rows, close } = await openRows(database, tenant, { signal: aborting.signal })
  aborting.abort()
  await expect(all(rows(one))).rejects.toThrow()
  await close()
})

test('a query that is aborted between its statements is cancelled as well', async () => {
  const aborting = new AbortController()
  const connect = vi.spyOn(database.cursors, 'connect')
  const { rows, close } = await openRows(database, tenant, { signal: aborting.signal })
  const client = (await connect.mock.results[0]!.value) as pg.PoolClient
  connect.mockRestore()
  const query = client.query.bind(client) as (text: string) => Promise<pg.QueryResult>
  vi.spyOn(client, 'query').mockImplementation(async (text: string) => {
    if (!text.startsWith('fetch')) return query(text)
    aborting.abort()
    // PostgreSQL ignores a cancellation of a connection that is idle.
    await wait(300)
    return query(text)
  })
  await expect(all(rows(endless))).rejects.toThrow('canceling statement due to user request')
  await close()
  expect(await all(rowBatches(database, tenant, one))).toEqual([1])
})
