import { getPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { residents } from '#features/residents/contract.ts'
import { Stopped } from '#platform/server/jobs/stopped.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { imports } from '../contract.ts'
import { counts, detail, upload } from '../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-house.ts'
import { importThread } from './thread.ts'

let { server, fixtures, token, sent } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent } = there)
})

const LINES = 3000
/** So many that they are not all there a moment after the first are. */
const MANY = 10_000
const contentOf = (lines: readonly string[]) => ['Property,Building,Unit,First Name,Last Name,ExternalId', ...lines].join('\n')
const people = (count: number) => Array.from({ length: count }, (_, i) => `P1,Building 1,${i},First${i},Last${i},X${i}`)
const content = contentOf(people(LINES))

/** The thread of the server's program; `work` does the jobs that were sent, in it. */
function threadOfServer() {
  const thread = importThread({ databaseUrl: server.store.url, secretKey: server.secretKey })
  onTestFinished(() => thread.stop())
  const work = async () => {
    for (const { data } of server.jobs.splice(0)) await thread.run(data)
  }
  return { ...thread, work }
}

test('a file is checked and applied in a thread; what it seals this program opens', async () => {
  const { work } = threadOfServer()
  const { body } = await upload(server, sent, content)
  await work()
  const ready = await detail(server, token, body.Id)
  expect([ready.Status, counts(ready)]).toEqual(['Ready', { Lines: LINES, New: LINES, Changed: 0, Unchanged: 0, Refused: 0 }])
  await server.ask(imports.save, { token, input: { Id: body.Id, Apply: true } })
  await work()
  expect(await detail(server, token, body.Id)).toMatchObject({ Status: 'Done', New: LINES })
  const { id } = await inOrganisation(server, fixtures.organisationId, (db) =>
    db.selectFrom('residents').select('id').where('external_id', '=', 'X7').executeTakeFirstOrThrow(),
  )
  const { body: kept } = await server.ask(residents.personalData, { token, params: { residentId: id } })
  expect(kept.Audit).toMatchObject([{ Action: 'resident created', after: { first_name: 'First7', external_id: 'X7' } }])
})

test('a short file need not wait for the end of a long one, nor one that is brought twice for itself', async () => {
  const { run } = threadOfServer()
  const long = Array.from({ length: 15_000 }, (_, i) => `P1,Building 1,${i},First${i},Last${i},${'x'.repeat(60)}${i}`)
  const ids: string[] = []
  for (const lines of [long, [`P1,Building 1,7,Ada,Brandt,X1`]])
    ids.push(
      (await upload(server, sent, ['Property,Building,Unit,First Name,Last Name,ExternalId', ...lines].join('\n'))).body.Id,
    )
  const [longer, shorter] = server.jobs.splice(0)
  const ended: string[] = []
  const running = [longer, longer, longer, shorter].map((job) => run(job!.data).then(() => ended.push(job!.data.id)))
  await running[3]
  expect((await detail(server, token, ids[0]!)).Status).toBe('Checking')
  await Promise.all(running)
  expect(ended.at(-1)).toBe(ids[0])
  expect(await Promise.all(ids.map(async (id) => (await detail(server, token, id)).Status))).toEqual(['Ready', 'Ready'])
})

test('an import whose thread ends in the middle goes on where it was', async () => {
  const { run, stop, work } = threadOfServer()
  const { body } = await upload(server, sent, contentOf(people(MANY)))
  await work()
  await server.ask(imports.save, { token, input: { Id: body.Id, Apply: true } })
  const [job] = server.jobs
  const broken = expect(run(job!.data)).rejects.toBeInstanceOf(Stopped)
  while ((await detail(server, token, body.Id)).Progress === 0) await sleep(5)
  await stop()
  await broken
  const { Status, Progress } = await detail(server, token, body.Id)
  expect([Status, Progress > 0 && Progress < 1]).toEqual(['Applying', true])
  await threadOfServer().work()
  expect(await detail(server, token, body.Id)).toMatchObject({ Status: 'Done', New: MANY, Refused: 0 })
})

// Elsewhere a thread has no priority of its own, and a database that somebody else runs keeps its own.
const isOurs = process.platform === 'linux' && !process.env.TEST_DATABASE_URL
test.runIf(isOurs)('requests go first: imports and what the database does for them have less priority', async () => {
  const { work } = threadOfServer()
  const before = await backends()
  await upload(server, sent, content)
  await work()
  const added = (await backends()).filter((pid) => !before.includes(pid))
  expect(priorities(before)).toEqual([0])
  expect(priorities(added)).toContain(10)
  expect(getPriority()).toBe(0)
})

const priorities = (pids: readonly number[]) => [...new Set(pids.map((pid) => getPriority(pid)))]
/** The database's processes that serve connections to it. */
const backends = () =>
  withConnection(server.store.superuserUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows.map(({ pid }) => pid)
  })
