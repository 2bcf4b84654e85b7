import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../config/log.ts'
import { type Database, openDatabase, wholeOrganisation } from '../postgres/db.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { type JobData, type Jobs, openJobs, type Queue, type Schedule } from './jobs.ts'

const ORGANISATION = '00000000-0000-7000-8000-000000000001'
const TENANT = wholeOrganisation(ORGANISATION)
const DATA = { organisationId: ORGANISATION, id: '00000000-0000-7000-8000-000000000002' }
const log = createLog('silent')

let store: TestDatabase
let database: Database
const running: Jobs[] = []
beforeAll(async () => {
  store = await testDatabase()
  database = openDatabase(store.url)
})
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop()
})
afterAll(async () => {
  await database.close()
  await store.drop()
})

async function start(queues: Queue[], schedules: Schedule[] = []): Promise<Jobs> {
  const jobs = await openJobs(store.url, log)
  running.push(jobs)
  await jobs.work(queues, schedules)
  return jobs
}
const queue = (name: string, run: (data: JobData) => Promise<void>): Queue => ({ name, retries: 5, retryAfter: 1, run })

test('the migration makes the tables that the installed pg-boss expects', async () => {
  const boss = new PgBoss({ connectionString: store.ownerUrl, schema: 'jobs', migrate: false, supervise: false, schedule: false })
  await boss.start()
  const report = await boss.detectSchemaDrift()
  await boss.stop()
  expect(report).toMatchObject({ ok: true })
})

test('a job that was sent in a transaction runs after the commit, at once, with what it was given', async () => {
  const run = vi.fn(async () => {})
  const jobs = await start([queue('committed', run)])
  const asked = performance.now()
  await database.inTenant(TENANT, async (db) => {
    await jobs.send(db, 'committed', DATA)
    await wait(100)
    expect(run).not.toHaveBeenCalled()
  })
  await vi.waitFor(() => expect(run).toHaveBeenCalledExactlyOnceWith(DATA), { timeout: 5_000, interval: 10 })
  expect(performance.now() - asked).toBeLessThan(1_500)
})

test('a job of a queue of long ones begins while another is under way', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = vi.fn(() => (run.mock.calls.length === 1 ? first.promise : Promise.resolve(second.resolve())))
  const jobs = await start([{ ...queue('long', run), isLong: true }])
  const send = () => database.inTenant(TENANT, (db) => jobs.send(db, 'long', DATA))
  await send()
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), { timeout: 5_000, interval: 10 })
  await send()
  await second.promise
  first.resolve()
})

test('a job of a transaction that was rolled back never runs', async () => {
  const run = vi.fn(async () => {})
  const jobs = await start([queue('rolled-back', run)])
  await database
    .inTenant(TENANT, async (db) => {
      await jobs.send(db, 'rolled-back', { ...DATA, id: 'never' })
      throw new Error('no')
    })
    .catch(() => {})
  await database.inTenant(TENANT, (db) => jobs.send(db, 'rolled-back', DATA))
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), { timeout: 5_000 })
  expect(run.mock.calls).toEqual([[DATA]])
})

test('a job that fails is tried again until it succeeds', async () => {
  let attempts = 0
  const jobs = await start([
    queue('failing', async () => {
      attempts += 1
      if (attempts < 3) throw new Error(`attempt ${attempts}`)
    }),
  ])
  await database.inTenant(TENANT, (db) => jobs.send(db, 'failing', DATA))
  await vi.waitFor(() => expect(attempts).toBe(3), { timeout: 15_000, interval: 100 })
})

test('a job outlives the program that sent it', async () => {
  const first = await openJobs(store.url, log)
  await first.work([queue('kept', () => Promise.reject(new Error('going down')))], [])
  await database.inTenant(TENANT, (db) => first.send(db, 'kept', DATA))
  await first.stop()
  const run = vi.fn(async () => {})
  await start([queue('kept', run)])
  await vi.waitFor(() => expect(run).toHaveBeenCalledWith(DATA), { timeout: 10_000 })
})

test('two nodes do a job once', async () => {
  const done: string[] = []
  const on = (node: string) => queue('shared', async ({ id }) => void done.push(`${id} ${node}`))
  const jobs = await start([on('a')])
  await start([on('b')])
  const ids = Array.from({ length: 20 }, (_, i) => String(i))
  await database.inTenant(TENANT, async (db) => {
    for (const id of ids) await jobs.send(db, 'shared', { ...DATA, id })
  })
  await vi.waitFor(() => expect(done.length).toBeGreaterThanOrEqual(ids.length), { timeout: 10_000 })
  expect(done.map((one) => one.split(' ')[0]).sort()).toEqual([...ids].sort())
})

test('what runs by the clock is put down once, however many nodes say it', async () => {
  const schedule = { name: 'each-minute', retries: 0, retryAfter: 1, cron: '* * * * *', run: async () => {} }
  await start([], [schedule])
  await start([], [schedule])
  const rows = await database.pool.query('select name, cron, timezone from jobs.schedule')
  expect(rows.rows).toEqual([{ name: 'each-minute', cron: '* * * * *', timezone: 'UTC' }])
})
