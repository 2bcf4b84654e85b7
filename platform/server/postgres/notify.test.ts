import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { withConnection } from './bootstrap-database.ts'
import { type Database, openDatabase } from './db.ts'
import { type Change, createLive, type LiveFeed, type News, noticesOf } from './notify.ts'

let store: TestDatabase
let database: Database
const nodes: LiveFeed[] = []
beforeAll(async () => {
  store = await testDatabase()
  database = openDatabase(store.url)
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop()
})
afterAll(async () => {
  await database.close()
  await store.drop()
})

/** A node that listens, and all that it heard. */
async function node() {
  const feed = createLive(database.pool, { warn: () => {} })
  nodes.push(feed)
  const heard: News[] = []
  feed.follow((news) => heard.push(news))
  await vi.waitFor(() => expect(heard).toEqual(['missed']))
  return { feed, heard }
}
const ORGANISATION = newId()
const change = (more: Partial<Change> = {}): Change => ({
  organisationId: ORGANISATION,
  propertyId: ORGANISATION,
  lockerBankId: ORGANISATION,
  topic: 'packages',
  ...more,
})
const listeners = (sql: string) =>
  withConnection(store.superuserUrl, (client) =>
    client.query(`${sql} from pg_stat_activity where application_name = 'parcelhall live' and datname = current_database()`),
  )

test('a change on one node is heard on every node, once, however often it is told within a moment', async () => {
  const [one, other] = [await node(), await node()]
  for (let i = 0; i < 100; i++) one.feed.changed(change())
  one.feed.changed(change({ topic: 'opened', lockerId: ORGANISATION }))
  const expected = ['missed', [change(), change({ topic: 'opened', lockerId: ORGANISATION })]]
  await vi.waitFor(() => expect(other.heard).toEqual(expected))
  await vi.waitFor(() => expect(one.heard).toEqual(expected))
  await wait(200)
  expect(other.heard).toHaveLength(2)
})

test('more changes than one notice can carry are all heard', async () => {
  const { feed, heard } = await node()
  const banks = Array.from({ length: 200 }, newId)
  for (const lockerBankId of banks) feed.changed(change({ lockerBankId }))
  await vi.waitFor(() => expect(heard.slice(1).flat()).toEqual(banks.map((lockerBankId) => change({ lockerBankId }))))
  const notices = noticesOf(banks.map((lockerBankId) => change({ lockerBankId })))
  expect(notices.length).toBeGreaterThan(1)
  expect(Math.max(...notices.map((notice) => Buffer.byteLength(notice)))).toBeLessThan(8000)
})

test('after its connection broke a node says that it missed something, and hears again', async () => {
  const { feed, heard } = await node()
  await listeners('select pg_terminate_backend(pid)')
  await vi.waitFor(() => expect(heard).toEqual(['missed', 'missed']), { timeout: 5000 })
  feed.changed(change())
  await vi.waitFor(() => expect(heard.at(-1)).toEqual([change()]))
})

test('a node that stops says so, sends what it still holds, and leaves no connection behind', async () => {
  const [going, staying] = [await node(), await node()]
  going.feed.changed(change())
  await going.feed.stop()
  expect(going.heard.at(-1)).toBe('ending')
  await vi.waitFor(() => expect(staying.heard.at(-1)).toEqual([change()]))
  await vi.waitFor(async () => expect((await listeners('select pid')).rows).toHaveLength(1))
})
