import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#platform/ids.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { databaseProxy, type TestDatabase, testDatabase } from '../testing/database.ts'
import { withConnection } from './bootstrap-database.ts'
import { type Database, openDatabase } from './db.ts'
import { createNotifications, type Notice, type Notifications, payloadsOf } from './notify.ts'

type Item = { readonly id: string; readonly topic: string }

let store: TestDatabase
let database: Database
const nodes: Notifications<Item>[] = []
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

/** A node that listens, and everything it received. */
async function node(on = database, checkMs?: number) {
  const warn = vi.fn()
  const notifications = createNotifications<Item>(
    on.pool,
    { warn },
    { channel: 'test', keyOf: ({ id, topic }) => `${id} ${topic}`, ...(checkMs && { checkMs }) },
  )
  nodes.push(notifications)
  const received: Notice<Item>[] = []
  notifications.subscribe((notice) => received.push(notice))
  await soon(() => expect(received).toEqual(['missed']))
  return { notifications, received, warn }
}
const ID = newId()
const item = (more: Partial<Item> = {}): Item => ({ id: ID, topic: 'packages', ...more })
const listeners = (sql: string) =>
  withConnection(store.superuserUrl, (client) =>
    client.query(`${sql} from pg_stat_activity where application_name = 'parcelhall test' and datname = current_database()`),
  )

test('an item published on one node reaches every node once, however often it is published within a moment', async () => {
  const [one, other] = [await node(), await node()]
  for (let i = 0; i < 100; i++) one.notifications.publish(item())
  one.notifications.publish(item({ topic: 'opened' }))
  const expected = ['missed', [item(), item({ topic: 'opened' })]]
  await soon(() => expect(other.received).toEqual(expected))
  await soon(() => expect(one.received).toEqual(expected))
  await wait(200)
  expect(other.received).toHaveLength(2)
})

test('more items than one NOTIFY can carry are all received', async () => {
  const { notifications, received } = await node()
  const items = Array.from({ length: 200 }, () =>
    item({ id: newId(), topic: 'a topic with a name that is as long as some payloads are' }),
  )
  for (const one of items) notifications.publish(one)
  await soon(() => expect(received.slice(1).flat()).toEqual(items))
  const payloads = payloadsOf(items)
  expect(payloads.length).toBeGreaterThan(1)
  expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8000)
})

test('a node whose connection broke receives `missed` and then listens again', async () => {
  const { notifications, received } = await node()
  await listeners('select pg_terminate_backend(pid)')
  await soon(() => expect(received).toEqual(['missed', 'missed']))
  notifications.publish(item())
  await soon(() => expect(received.at(-1)).toEqual([item()]))
})

test('a node whose connection does not reply receives `missed` once it does, and then listens again', async () => {
  const proxy = await databaseProxy(store.url)
  const behind = openDatabase(proxy.url)
  onTestFinished(async () => {
    await behind.close()
    proxy.close()
  })
  const { notifications, received, warn } = await node(behind, 1_000)
  proxy.hold(true)
  await soon(() => expect(warn).toHaveBeenCalled())
  expect(received).toEqual(['missed'])
  proxy.hold(false)
  await soon(() => expect(received).toEqual(['missed', 'missed']))
  notifications.publish(item())
  await soon(() => expect(received.at(-1)).toEqual([item()]))
})

test('a node that stops notifies its listeners, sends what is pending and leaves no connection behind', async () => {
  const [stopping, staying] = [await node(), await node()]
  stopping.notifications.publish(item())
  await stopping.notifications.stop()
  expect(stopping.received.at(-1)).toBe('stopping')
  await soon(() => expect(staying.received.at(-1)).toEqual([item()]))
  await soon(async () => expect((await listeners('select pid')).rows).toHaveLength(1))
})
