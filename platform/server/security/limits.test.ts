import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { Refusal } from '../http/refusal.ts'
import { type Database, openDatabase } from '../postgres/db.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { limit } from './limits.ts'

let store: TestDatabase
/** Two nodes on one database. */
let one: Database
let other: Database
beforeAll(async () => {
  store = await testDatabase()
  one = openDatabase(store.url)
  other = openDatabase(store.url)
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await store.drop()
})

let key: string
beforeEach(() => {
  key = newId()
})
const outcome = (spending: Promise<void>): Promise<Refusal | 'let through'> =>
  spending.then(
    () => 'let through',
    (error) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
const isThrough = async (spending: Promise<void>) => (await outcome(spending)) === 'let through'

test('refuses attempts above the limit with the seconds to wait', async () => {
  const two = limit(one.pool, 'two', 2, 60)
  expect([await isThrough(two.spend(key)), await isThrough(two.spend(key))]).toEqual([true, true])
  const refused = (await outcome(two.spend(key))) as Refusal
  expect(refused.status).toBe(429)
  expect(refused.retryAfter).toBeGreaterThan(50)
  expect(refused.retryAfter).toBeLessThanOrEqual(60)
  expect(refused.reason.text).toBe(`Too many attempts. Please try again in ${refused.retryAfter} seconds.`)
  const long = limit(one.pool, 'long', 1, 900)
  await long.spend(key)
  expect(((await outcome(long.spend(key))) as Refusal).reason.text).toBe('Too many attempts. Please try again in 15 minutes.')
})

test('admits no more than the limit of concurrent attempts on all nodes together', async () => {
  const [here, there] = [one, other].map(({ pool }) => limit(pool, 'many', 5, 60))
  const attempts = Array.from({ length: 20 }, (_, i) => isThrough((i % 2 ? here! : there!).spend(key)))
  expect((await Promise.all(attempts)).filter(Boolean).length).toBe(5)
})

test('admits attempts again after the window', async () => {
  const minute = limit(one.pool, 'minute', 1, 60)
  expect([await isThrough(minute.spend(key)), await isThrough(minute.spend(key))]).toEqual([true, false])
  await one.pool.query(`update rate_limits set expire = expire - 120000 where key like 'minute:%'`)
  expect(await isThrough(minute.spend(key))).toBe(true)
})

test('admits an attempt again after a refund', async () => {
  const single = limit(one.pool, 'single', 1, 60)
  await single.spend(key)
  await single.refund(key)
  expect([await isThrough(single.spend(key)), await isThrough(single.spend(key))]).toEqual([true, false])
})

test('admits attempts again after the key was forgotten', async () => {
  const two = limit(one.pool, 'forgotten', 2, 60)
  for (let i = 0; i < 3; i += 1) await outcome(two.spend(key))
  await two.forget(key)
  expect([await isThrough(two.spend(key)), await isThrough(two.spend(key))]).toEqual([true, true])
})

test('counts limits and keys separately', async () => {
  const [first, second] = ['first', 'second'].map((name) => limit(one.pool, name, 1, 60))
  await first!.spend(key)
  expect(await isThrough(second!.spend(key))).toBe(true)
  expect(await isThrough(first!.spend(newId()))).toBe(true)
})

test('does not store the key', async () => {
  await limit(one.pool, 'personal', 5, 60).spend('someone@riverside.test')
  const { rows } = await one.pool.query(`select key from rate_limits where key like 'personal%'`)
  expect(rows).toEqual([{ key: expect.stringMatching(/^personal:[\w-]{43}$/) }])
})
