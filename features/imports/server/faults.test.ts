import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { launch } from '#apps/server/testing/program.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { imports } from '../contract.ts'
import { ADA, applied, checked, detail, file, linesOf, upload } from '../testing/files.ts'
import { hostileFiles } from '../testing/hostile-files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-house.ts'
import { resumeEveryImport, runImport } from './run.ts'

let { server, fixtures, token, sent } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent } = there)
})

const LINES = 2500
/** Far fewer than all, and more than a batch. */
const SOME = 500

const residents = () =>
  inOrganisation(server, fixtures.organisationId, (db) =>
    db.selectFrom('residents').select(['external_id']).where('external_id', '<>', '').execute(),
  )

test('an import whose program is killed in the middle goes on where it was; nobody is missing and nobody comes twice', async () => {
  const lines = Array.from({ length: LINES }, (_, i) => `P1,Building 1,${i},First${i},Last${i},X${i}`)
  const content = ['Property,Building,Unit,First Name,Last Name,ExternalId', ...lines].join('\n')
  const { Id } = await checked(server, sent, content)
  await server.ask(imports.save, { token, input: { Id, Apply: true } })
  server.jobs.splice(0)
  const child = launch(
    { IMPORT_DATABASE: server.store.url, IMPORT_ORGANISATION: fixtures.organisationId, IMPORT_ID: Id },
    'features/imports/testing/run-import.ts',
  )
  while ((await residents()).length < SOME && child.process.exitCode === null) await sleep(5)
  child.process.kill('SIGKILL')
  expect(await child.ended).toBe('SIGKILL')
  const done = (await residents()).length
  expect(done).toBeGreaterThanOrEqual(SOME)
  expect(done).toBeLessThan(LINES)
  expect(await detail(server, token, Id)).toMatchObject({ Status: 'Applying' })

  const inAMinute = new Date(Date.now() + 60_000)
  await resumeEveryImport(server.database, server.sendJob, inAMinute)
  expect(server.jobs.map(({ data }) => data.id)).toEqual([Id])
  await server.work()
  expect(await detail(server, token, Id)).toMatchObject({ Status: 'Done', New: LINES, Refused: 0 })
  const ids = (await residents()).map(({ external_id }) => external_id)
  expect([ids.length, new Set(ids).size]).toEqual([LINES, LINES])
  const audited = await inOrganisation(server, fixtures.organisationId, (db) =>
    db
      .selectFrom('audit')
      .select((eb) => [eb.fn.countAll<number>().as('lines'), eb.fn.count<number>('subject_id').distinct().as('residents')])
      .where('action', '=', 'resident created')
      .executeTakeFirstOrThrow(),
  )
  expect(audited).toEqual({ lines: LINES, residents: LINES })
})

test('a job that runs twice at once checks and applies once', async () => {
  const lines = Array.from({ length: 1500 }, (_, i) => `P1,Building 1,${i},First${i},Last${i},X${i}`)
  const content = ['Property,Building,Unit,First Name,Last Name,ExternalId', ...lines].join('\n')
  const { Id } = await checked(server, sent, content)
  await server.ask(imports.save, { token, input: { Id, Apply: true } })
  const [job] = server.jobs
  const again = async () => {
    await sleep(30)
    server.jobs.push(job!)
    await server.work()
  }
  await Promise.all([server.work(), again()])
  expect(await detail(server, token, Id)).toMatchObject({ Status: 'Done', New: 1500 })
  expect(await residents()).toHaveLength(1500)
})

test('many jobs for one import at once are no reason to give it up', async () => {
  const { body } = await upload(server, sent, file(ADA))
  const [job] = server.jobs.splice(0)
  await Promise.all(Array.from({ length: 8 }, () => runImport(server, job!.data)))
  expect((await detail(server, token, body.Id)).Status).toBe('Ready')
})

test('an import that breaks off each time is given up, says so, and can be begun again', async () => {
  const broken = (statement: string) => withConnection(server.store.ownerUrl, (client) => client.query(statement).then(() => {}))
  await broken(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no line today'; end $$;
    create trigger refuse after insert on import_rows for each statement execute function refuse()`)
  const { body } = await upload(server, sent, file(ADA))
  const [job] = server.jobs.splice(0)
  const run = async () => {
    await inOrganisation(server, fixtures.organisationId, (db) =>
      db
        .updateTable('import_jobs')
        .set({ touched_at: new Date(Date.now() - 60_000) })
        .execute(),
    )
    await runImport(server, job!.data)
  }
  for (let attempt = 1; attempt <= 5; attempt += 1) await expect(run()).rejects.toThrow('no line today')
  expect(await detail(server, token, body.Id)).toMatchObject({ Status: 'Checking' })
  await run()
  const given = await detail(server, token, body.Id)
  expect([given.Status, given.Failure]).toEqual(['Failed', 'The import broke off. What was done stays; it can be started again.'])
  await broken('drop function refuse cascade')
  const { status } = await server.ask(imports.save, { token, input: { Id: body.Id, Columns: given.Columns } })
  await server.work()
  expect([status, (await detail(server, token, body.Id)).Status]).toEqual([200, 'Ready'])
})

test('more imports at once than there are connections take turns, and each is done', async () => {
  const ids: string[] = []
  for (let i = 0; i < 11; i += 1) {
    const { Id } = await checked(
      server,
      sent,
      `Property,Building,Unit,First Name,Last Name,ExternalId\nP1,Building 1,${i},A,B,Y${i}`,
    )
    await server.ask(imports.save, { token, input: { Id, Apply: true } })
    ids.push(Id)
  }
  const jobs = server.jobs.splice(0)
  await Promise.all(
    jobs.map((job) => {
      server.jobs.push(job)
      return server.work()
    }),
  )
  const done = await Promise.all(ids.map((id) => detail(server, token, id)))
  expect(done.map(({ Status, New }) => [Status, New])).toEqual(ids.map(() => ['Done', 1]))
  expect(await residents()).toHaveLength(ids.length)
})

test('imports that change people leave connections to one that makes some, and everybody is done', async () => {
  const CHANGERS = 4
  const few = openDatabase(server.store.url, { max: CHANGERS })
  onTestFinished(() => few.close())
  const run = ({ data }: (typeof server.jobs)[number]) => runImport({ database: few, keys: server.keys }, data)
  const ready = async (from: number, count: number, phone = '') => {
    const lines = Array.from({ length: count }, (_, i) => `P1,Building 1,${i},First${i},Last${i},X${from + i},${phone}`)
    const headings = 'Property,Building,Unit,First Name,Last Name,ExternalId,Phone1'
    return (await checked(server, sent, [headings, ...lines].join('\n'))).Id as string
  }
  await applied(server, token, await ready(0, SOME))
  const ids = [await ready(SOME, LINES)]
  for (let n = 0; n < CHANGERS; n += 1) ids.push(await ready(0, SOME, `+44 20 7946 000${n}`))
  for (const Id of ids) await server.ask(imports.save, { token, input: { Id, Apply: true } })
  const [making, ...changing] = server.jobs.splice(0)
  const runs: Promise<void>[] = []
  await withConnection(server.store.superuserUrl, async (client) => {
    await client.query('begin; select from resident_counts for update')
    const counted = async (what: string, expected: number) => {
      const count = sql<{ n: number }>`select count(*) as n from ${sql.raw(what)}`
      while ((await inOrganisation(server, fixtures.organisationId, (db) => count.execute(db))).rows[0]!.n !== expected)
        await sleep(5)
    }
    runs.push(run(making!))
    await counted(`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`, 2)
    runs.push(...changing.map(run))
    await counted('import_jobs where run_id is not null', ids.length)
    // Whatever they ask for next has been asked for by then.
    await sleep(200)
    await client.query('commit')
  })
  await Promise.all(runs)
  const done = await Promise.all(ids.map((id) => detail(server, token, id)))
  expect(done.map(({ Status, Refused }) => [Status, Refused])).toEqual(ids.map(() => ['Done', 0]))
  expect(await residents()).toHaveLength(SOME + LINES)
})

const HOSTILE = [...hostileFiles()]
/** Each part in a test of its own. */
const PARTS = 8

test('the hostile files are two hundred', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(200)
})

test('a line of ten million empty cells is told as one that cannot be read, and those before it are', async () => {
  const wide = `Property,Building,Unit,First Name,Last Name\nP1,Building 1,7,Ada,Brandt\nP1,Building 1,8,Eve,Brandt${','.repeat(9_900_000)}`
  const job = await checked(server, sent, wide)
  expect([job.Status, job.New, job.Refused]).toEqual(['Ready', 1, 1])
  expect((await linesOf(server, token, job.Id, 'Refused'))[0]).toMatchObject({ Line: 3 })
})

test.each(Array.from({ length: PARTS }, (_, part) => part))(
  'hostile files are told of, every line accounted for, without a fault and without much memory: part %i',
  async (part) => {
    const before = process.memoryUsage().rss
    let most = 0
    for (const [name, content] of HOSTILE.filter((_, i) => i % PARTS === part)) {
      const job = await checked(server, sent, content).catch((error: Error) => {
        expect([name, /^400 /.test(error.message), error.message]).toEqual([name, true, error.message])
        return null
      })
      most = Math.max(most, process.memoryUsage().rss)
      if (!job) continue
      expect([name, ['Ready', 'Failed'].includes(job.Status)]).toEqual([name, true])
      expect([name, job.New + job.Changed + job.Unchanged + job.Refused]).toEqual([name, job.Lines])
      if (job.Status === 'Failed') expect([name, job.Failure !== '']).toEqual([name, true])
      const rows = await linesOf(server, token, job.Id)
      expect([name, rows.length]).toEqual([name, Math.min(job.Lines, 500)])
    }
    expect((most - before) / 1_048_576).toBeLessThan(150)
  },
)
