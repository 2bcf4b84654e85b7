import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#platform/server/testing/waiting.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { withConnection } from './bootstrap-database.ts'
import { claimSingleNode } from './single-node.ts'

const log = pino({ level: 'silent' })
let store: TestDatabase
beforeAll(async () => {
  store = await testDatabase()
})
afterAll(() => store.drop())

test('refuses a second node with an embedded broker while the first runs', async () => {
  const first = await claimSingleNode(store.url, log)
  await expect(claimSingleNode(store.url, log)).rejects.toThrow('Another node serves this database with its own broker.')
  await first.release()
  const second = await claimSingleNode(store.url, log)
  await second.release()
})

test('releases the claim with its connection', async () => {
  const first = await claimSingleNode(store.url, log)
  await withConnection(store.superuserUrl, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parcelhall single node' and datname = current_database()`,
    ),
  )
  let second: Awaited<ReturnType<typeof claimSingleNode>> | undefined
  await eventually(async () => (second ??= await claimSingleNode(store.url, log).catch(() => undefined))).toBeDefined()
  await first.release()
  await second?.release()
})
