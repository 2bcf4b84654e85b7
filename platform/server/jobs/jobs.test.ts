import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { soon } from '#platform/server/testing/waiting.ts'
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
const queue = (name: string, run: Queue['run']): Queue => ({ name, retries: 5, retryAfter: 1, run })

test('the migrations create the tables that the installed pg-boss expects', async () => {
  const boss = new PgBoss({ connectionString: store.ownerUrl, schema: 'jobs', migrate: false, supervise: false, schedule: false })
  await boss.start()
  const report = await boss.detectSchemaDrift()
  await boss.stop()
  expect(report).toMatchObject({ ok: true })
})

test('a job sent in a transaction runs after the commit with its data', async () => {
  const run = vi.fn(async (_: JobData) => {})
  const jobs = await start([queue('committed', (data) => run(data))])
  await database.inTenant(TENANT, async (db) => {
    await jobs.send(db, 'committed', DATA)
    // A second job of another transaction runs first, so that the queue has been looked at.
    await database.inTenant(TENANT, (other) => jobs.send(other, 'committed', { ...DATA, id: 'other' }))
    await soon(() => expect(run).toHaveBeenCalledTimes(1))
    expect(run).not.toHaveBeenCalledWith(DATA)
  })
  await soon(() => expect(run).toHaveBeenCalledWith(DATA))
  expect(run).toHaveBeenCalledTimes(2)
})

test('a long job starts while another one runs', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = vi.fn(() => (run.mock.calls.length === 1 ? first.promise : Promise.resolve(second.resolve())))
  const jobs = await start([{ ...queue('long', run), isLong: true }])
  const send = () => database.inTenant(TENANT, (db) => jobs.send(db, 'long', DATA))
  await send()
  await soon(() => expect(run).toHaveBeenCalledTimes(1))
  await send()
  await second.promise
  first.resolve()
})

test('a job of a transaction that was rolled back never runs', async () => {
  const run = vi.fn(async (_: JobData) => {})
  const jobs = await start([queue('rolled-back', (data) => run(data))])
  await database
    .inTenant(TENANT, async (db) => {
      await jobs.send(db, 'rolled-back', { ...DATA, id: 'never' })
      throw new Error('no')
    })
    .catch(() => {})
  await database.inTenant(TENANT, (db) => jobs.send(db, 'rolled-back', DATA))
  await soon(() => expect(run).toHaveBeenCalled())
  expect(run.mock.calls).toEqual([[DATA]])
})

test('a job that fails is retried until it succeeds', async () => {
  let attempts = 0
  const jobs = await start([
    queue('failing', async () => {
      attempts += 1
      if (attempts < 3) throw new Error(`attempt ${attempts}`)
    }),
  ])
  await database.inTenant(TENANT, (db) => jobs.send(db, 'failing', DATA))
  await soon(() => expect(attempts).toBe(3))
})

test('a job whose last retry fails is given up once', async () => {
  const giveUp = vi.fn(async (_: JobData) => {})
  const run = vi.fn(() => Promise.reject(new Error('never')))
  const jobs = await start([{ ...queue('hopeless', run), retries: 1, giveUp: (data) => giveUp(data) }])
  await database.inTenant(TENANT, (db) => jobs.send(db, 'hopeless', DATA))
  await soon(() => expect(giveUp).toHaveBeenCalledExactlyOnceWith(DATA))
  expect(run).toHaveBeenCalledTimes(2)
})

test('a job outlives the program that sent it', async () => {
  const first = await openJobs(store.url, log)
  await first.work([queue('kept', () => Promise.reject(new Error('going down')))], [])
  await database.inTenant(TENANT, (db) => first.send(db, 'kept', DATA))
  await first.stop()
  const run = vi.fn(async (_: JobData) => {})
  await start([queue('kept', (data) => run(data))])
  await soon(() => expect(run).toHaveBeenCalledWith(DATA))
})

test('a stop aborts the signal of a running job, which is retried by the next program', async () => {
  const first = await openJobs(store.url, log)
  const started = Promise.withResolvers<void>()
  const untilAborted = (_: JobData, signal?: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      signal!.addEventListener('abort', () => reject(new Error('aborted')))
      started.resolve()
    })
  await first.work([{ ...queue('stopped', untilAborted), isLong: true }], [])
  await database.inTenant(TENANT, (db) => first.send(db, 'stopped', DATA))
  await started.promise
  await first.stop()
  const run = vi.fn(async (_: JobData) => {})
  await start([{ ...queue('stopped', (data) => run(data)), isLong: true }])
  await soon(() => expect(run).toHaveBeenCalledWith(DATA))
})

test('a long job without a heartbeat is retried by another program, and its signal is aborted', async () => {
  const aborted = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const run = vi.fn(async (signal?: AbortSignal) => {
    if (run.mock.calls.length > 1) return
    signal!.addEventListener('abort', () => aborted.resolve())
    started.resolve()
    await aborted.promise
  })
  const jobs = await start([{ ...queue('silent', (_, signal) => run(signal)), isLong: true }])
  await database.inTenant(TENANT, (db) => jobs.send(db, 'silent', DATA))
  await started.promise
  await database.pool.query(`update jobs.job set heartbeat_on = now() - interval '1 minute' where name = 'silent'`)
  await soon(() => expect(run).toHaveBeenCalledTimes(2))
  await aborted.promise
})

test('two nodes run a job once', async () => {
  const done: string[] = []
  const on = (node: string) => queue('shared', async ({ id }) => void done.push(`${id} ${node}`))
  const jobs = await start([on('a')])
  await start([on('b')])
  const ids = Array.from({ length: 20 }, (_, i) => String(i))
  await database.inTenant(TENANT, async (db) => {
    for (const id of ids) await jobs.send(db, 'shared', { ...DATA, id })
  })
  await soon(() => expect(done.length).toBeGreaterThanOrEqual(ids.length))
  expect(done.map((one) => one.split(' ')[0]).sort()).toEqual([...ids].sort())
})

test('a schedule is stored once for all nodes', async () => {
  const schedule = { name: 'each-minute', retries: 0, retryAfter: 1, cron: '* * * * *', run: async () => {} }
  await start([], [schedule])
  await start([], [schedule])
  const rows = await database.pool.query('select name, cron, timezone from jobs.schedule')
  expect(rows.rows).toEqual([{ name: 'each-minute', cron: '* * * * *', timezone: 'UTC' }])
})
