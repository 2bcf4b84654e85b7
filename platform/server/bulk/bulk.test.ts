import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type BoundApp, boundApp, type TestServer, testServer } from '#apps/server/testing/server.ts'
import { readUser } from '#features/session/server/identify.ts'
import { BULK_AT_ONCE, BULK_MAX, BulkJob, bulk, bulkInput, MAX_REFUSALS } from '#platform/bulk.ts'
import { newId } from '#platform/ids.ts'
import { operation } from '#platform/operation.ts'
import { MAX_PAGE_SIZE } from '#platform/wire.ts'
import { t } from '../messages.ts'
import { bulkAction } from './action.ts'
import { bulkRoutes } from './routes.ts'
import { bulkQueues, endAbandonedJobs } from './run.ts'

const operations = {
  rename: operation('POST', '/things/rename', {
    permission: 'ViewResident',
    summary: 'Renames things that no table has',
    input: bulkInput(z.object({ Name: z.string().optional() }), {}),
    output: BulkJob,
  }),
}

let server: TestServer
let app: BoundApp
let organisation: OrganisationFixtures
let token: string
/** The ids that match each filter, the rows that the action refuses, and those that were completed. */
let matching: string[]
let refused: Set<string>
let completed: string[]

const rename = bulkAction({
  operation: operations.rename,
  list: 'things',
  matching: async (_db, _tenant, _query: { Name?: string | undefined }, most) => matching.slice(0, most),
  names: async (_db, _tenant, ids) => new Map(ids.map((id) => [id, `Thing ${id}`])),
  run: async (_context, ids) => {
    const changed = ids.filter((id) => !refused.has(id))
    return {
      changed,
      refused: new Map(ids.filter((id) => refused.has(id)).map((id) => [id, t('MsgNotFound')])),
      before: new Map(changed.map((id) => [id, 'the old name'])),
    }
  },
  undo: async (_context, rows) => ({ changed: rows.map(({ id }) => id), refused: new Map() }),
  complete: async (_context, ids) => {
    completed.push(...ids)
  },
  message: (count) => t('MsgUndone', { count }),
})

const deps = () => ({ database: server.database, sendJob: server.sendJob, actions: [rename], readUser })
const queues = () => bulkQueues(deps())
/** Runs the jobs that were sent. */
const work = async () => {
  for (const { queue, data } of server.jobs.splice(0))
    await queues()
      .find(({ name }) => name === queue)!
      .run(data)
}
const act = (input: object) => app.ask(operations.rename, { token, input })
const job = async (jobId: string) => (await app.ask(bulk.job, { token, params: { jobId } })).body
const things = (count: number) => Array.from({ length: count }, () => newId())

/** A job that stopped after its first transaction; returns its id and the data of its queue entry. */
async function stopped() {
  matching = things(BULK_AT_ONCE + 50)
  const { body } = await act({ Matching: {} })
  const [sent] = server.jobs.splice(0)
  // The second transaction fails, as when the database is lost.
  const failing = { ...rename, run: async () => Promise.reject(new Error('connection lost')) }
  const first = new AbortController()
  const stopping: typeof rename = {
    ...rename,
    run: (...chunk) => {
      first.abort()
      return rename.run(...chunk)
    },
  }
  const runWith = (action: typeof rename, signal?: AbortSignal) =>
    bulkQueues({ ...deps(), actions: [action] })[0]!.run(sent!.data, signal)
  await expect(runWith(stopping, first.signal)).rejects.toThrow()
  await expect(runWith(failing)).rejects.toThrow('connection lost')
  expect(await job(body.Id)).toMatchObject({ Status: 'Running', Processed: BULK_AT_ONCE })
  return { id: body.Id as string, data: sent!.data, changed: [...matching].slice(0, BULK_AT_ONCE) }
}

beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  token = await tokenOf(server, 'organisationmanager', 'riverside')
  app = await boundApp(server, (route) => bulkRoutes(route, deps()))
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})
beforeEach(() => {
  server.jobs.length = 0
  matching = []
  refused = new Set()
  completed = []
})

test('refuses more rows than an action may have, without a job', async () => {
  matching = things(BULK_MAX + 1)
  const { status, body } = await act({ Matching: {} })
  expect([status, body.Message]).toEqual([422, `An action can have up to ${BULK_MAX} rows. Narrow the filter.`])
  expect(server.jobs).toEqual([])
  const [excepted] = matching
  expect((await act({ Matching: {}, Except: [excepted] })).body).toMatchObject({ Status: 'Running', Total: BULK_MAX })
  await work()
})

test('refuses more rows than were confirmed with their number, and does fewer', async () => {
  matching = things(3)
  const more = await act({ Matching: {}, Expected: 2 })
  expect([more.status, more.body.Code, more.body.Count]).toEqual([409, 'MsgBulkMoreMatch', 3])
  expect((await act({ Matching: {}, Except: matching.slice(0, 1), Expected: 2 })).body).toMatchObject({
    Status: 'Done',
    Total: 2,
  })
  expect((await act({ Matching: {}, Expected: 4 })).body).toMatchObject({ Status: 'Done', Total: 3 })
})

test('refuses more excepted rows than a page has', async () => {
  matching = things(1)
  const { status, body } = await act({ Matching: {}, Except: things(MAX_PAGE_SIZE + 1) })
  expect([status, body.Message]).toEqual([400, `Select no more than ${MAX_PAGE_SIZE} at a time.`])
  expect((await act({ Matching: {}, Except: things(MAX_PAGE_SIZE) })).status).toBe(200)
})

test('counts all refused rows and lists the first of them', async () => {
  matching = things(MAX_REFUSALS + 1)
  refused = new Set(matching)
  const { body } = await act({ Matching: {} })
  await work()
  const report = await job(body.Id)
  expect(report).toMatchObject({ Status: 'Done', Changed: 0, Refused: MAX_REFUSALS + 1 })
  expect(report.Refusals).toHaveLength(MAX_REFUSALS)
})

test('reports a job whose last retry failed as interrupted, and completes the rows that it changed', async () => {
  const { id, data, changed } = await stopped()
  await queues()[0]!.giveUp!(data)
  expect(await job(id)).toMatchObject({
    Status: 'Failed',
    Message: 'Interrupted. Please repeat the action for the other rows.',
    Changed: changed.length,
    MayUndo: false,
  })
  await work()
  expect(completed).toEqual(changed)
})

test('ends a job that still runs after a day, and its list takes the next action', async () => {
  const { id, changed } = await stopped()
  expect((await act({ Matching: {} })).status).toBe(409)
  const end = (hours: number) => endAbandonedJobs(deps(), new Date(Date.now() + hours * 3_600_000))
  await end(23)
  expect(await job(id)).toMatchObject({ Status: 'Running' })
  await end(25)
  expect(await job(id)).toMatchObject({
    Status: 'Failed',
    Message: 'Interrupted. Please repeat the action for the other rows.',
  })
  await work()
  expect(completed).toEqual(changed)
  const stored = await inOrganisation(server, organisation.organisationId, (db) =>
    db.selectFrom('bulk_rows').select('row_id').where('job_id', '=', id).execute(),
  )
  expect(stored).toEqual([])
  expect((await act({ Matching: {} })).status).toBe(200)
})
