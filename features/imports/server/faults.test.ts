import { expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { launch } from '#apps/server/testing/program.ts'
import { seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { imports } from '../contract.ts'
import { ADA, checked, detail, file, linesOf, upload } from '../testing/files.ts'
import { hostileFiles } from '../testing/hostile-files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-fixtures.ts'
import { importQueue, runImport } from './queue.ts'

let { server, fixtures, token, sent } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent } = there)
})

const LINES = 2000
const fileOf = (lines: number) =>
  [
    'Property,Building,Unit,First Name,Last Name,ExternalId',
    ...Array.from({ length: lines }, (_, i) => `P1,Building 1,${i},First${i},Last${i},X${i}`),
  ].join('\n')

const residents = () =>
  inOrganisation(server, fixtures.organisationId, (db) =>
    db.selectFrom('residents').select(['external_id']).where('external_id', '<>', '').execute(),
  )
/** The number of new residents, of different ones, and of their lines in the audit trail. */
async function created() {
  const ids = (await residents()).map(({ external_id }) => external_id)
  const audited = await inOrganisation(server, fixtures.organisationId, (db) =>
    db.selectFrom('audit').select('subject_id').where('action', '=', 'resident created').execute(),
  )
  return [ids.length, new Set(ids).size, audited.length, new Set(audited.map(({ subject_id }) => subject_id)).size]
}
/** Starts applying a checked file and returns its job without running it. */
async function applying(lines: number) {
  const { Id } = await checked(server, sent, fileOf(lines))
  await server.ask(imports.save, { token, input: { Id, Apply: true } })
  const [job] = server.jobs.splice(0)
  return { Id, data: job!.data }
}

test('an import whose program is killed continues in the next run; no resident is missing or created twice', async () => {
  const { Id, data } = await applying(LINES)
  const child = launch(
    {
      IMPORT_DATABASE: server.store.url,
      IMPORT_ORGANISATION: fixtures.organisationId,
      IMPORT_ID: Id,
      IMPORT_BATCHES: '2',
    },
    'features/imports/testing/run-import.ts',
  )
  expect(await child.ended).toBe('SIGKILL')
  const { length } = await residents()
  expect([length > 0, length < LINES]).toEqual([true, true])
  expect(await detail(server, token, Id)).toMatchObject({ Status: 'Applying' })
  await runImport(server, data)
  expect(await detail(server, token, Id)).toMatchObject({ Status: 'Done', New: LINES, Refused: 0 })
  expect(await created()).toEqual(Array(4).fill(LINES))
})

test('an import that is stopped ends with its batch and continues in the next run', async () => {
  const { Id, data } = await applying(LINES)
  let batches = 0
  const throwIfAborted = () => {
    batches += 1
    if (batches > 2) throw new Error('stopped')
  }
  await expect(runImport(server, data, { throwIfAborted } as AbortSignal)).rejects.toThrow('stopped')
  const { Status, Progress } = await detail(server, token, Id)
  expect([Status, Progress > 0 && Progress < 1]).toEqual(['Applying', true])
  await runImport(server, data)
  expect(await detail(server, token, Id)).toMatchObject({ Status: 'Done', New: LINES, Refused: 0 })
  expect(await created()).toEqual(Array(4).fill(LINES))
})

test('a job that runs twice at once checks and applies once', async () => {
  const { body } = await upload(server, sent, fileOf(LINES))
  const [check] = server.jobs.splice(0)
  await Promise.all([runImport(server, check!.data), runImport(server, check!.data)])
  expect(await detail(server, token, body.Id)).toMatchObject({ Status: 'Ready', New: LINES })
  await server.ask(imports.save, { token, input: { Id: body.Id, Apply: true } })
  const [apply] = server.jobs.splice(0)
  await Promise.all([runImport(server, apply!.data), runImport(server, apply!.data)])
  expect(await detail(server, token, body.Id)).toMatchObject({ Status: 'Done', New: LINES })
  expect(await created()).toEqual(Array(4).fill(LINES))
})

test('an import whose last retry fails is marked as failed and can be started again', async () => {
  const asOwner = (statement: string) => withConnection(server.store.ownerUrl, (client) => client.query(statement).then(() => {}))
  await asOwner(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no line today'; end $$;
    create trigger refuse after insert on import_rows for each statement execute function refuse()`)
  const { body } = await upload(server, sent, file(ADA))
  const [job] = server.jobs.splice(0)
  await expect(runImport(server, job!.data)).rejects.toThrow('no line today')
  expect(await detail(server, token, body.Id)).toMatchObject({ Status: 'Checking' })
  await importQueue(server).giveUp!(job!.data)
  const failed = await detail(server, token, body.Id)
  expect([failed.Status, failed.Failure]).toEqual(['Failed', 'The import stopped before it was finished. You can resume it.'])
  await asOwner('drop function refuse cascade')
  const { status } = await server.ask(imports.save, { token, input: { Id: body.Id, Columns: failed.Columns } })
  await server.work()
  expect([status, (await detail(server, token, body.Id)).Status]).toEqual([200, 'Ready'])
})

test('imports of one organisation take turns, also when they are more than the connections', async () => {
  const ids: string[] = []
  for (let i = 0; i < 11; i += 1) {
    const content = `Property,Building,Unit,First Name,Last Name,ExternalId\nP1,Building 1,${i},A,B,Y${i}`
    const { Id } = await checked(server, sent, content)
    await server.ask(imports.save, { token, input: { Id, Apply: true } })
    ids.push(Id)
  }
  await Promise.all(server.jobs.splice(0).map(({ data }) => runImport(server, data)))
  const done = await Promise.all(ids.map((id) => detail(server, token, id)))
  expect(done.map(({ Status, New }) => [Status, New])).toEqual(ids.map(() => ['Done', 1]))
  expect(await residents()).toHaveLength(ids.length)
})

test('an import is not blocked by an import of another organisation', async () => {
  const { Id, data } = await applying(LINES)
  const other = await seedFixtures(server, `beside${fixtures.systemName}`)
  const otherToken = await tokenOf(server, 'organisationmanager', other.systemName)
  let blocked: Promise<void> | undefined
  await withConnection(server.store.superuserUrl, async (client) => {
    await client.query('begin')
    await client.query('select from import_jobs where id = $1 for update', [Id])
    blocked = runImport(server, data)
    const small = await checked(server, { token: otherToken, organisationId: other.organisationId }, file(ADA))
    expect(small).toMatchObject({ Status: 'Ready', New: 1 })
    await client.query('commit')
  })
  await blocked
  expect(await detail(server, token, Id)).toMatchObject({ Status: 'Done', New: LINES })
})

const HOSTILE = [...hostileFiles()]
/** Tests among which the files are divided. */
const PARTS = 8

test('there are at least 200 hostile files', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(200)
})

test('a line of ten million empty cells is refused as unreadable, and the lines before it are read', async () => {
  const wide = `Property,Building,Unit,First Name,Last Name\nP1,Building 1,7,Ada,Brandt\nP1,Building 1,8,Eve,Brandt${','.repeat(9_900_000)}`
  const job = await checked(server, sent, wide)
  expect([job.Status, job.New, job.Refused]).toEqual(['Ready', 1, 1])
  expect((await linesOf(server, token, job.Id, 'Refused'))[0]).toMatchObject({ Line: 3 })
})

test.each(Array.from({ length: PARTS }, (_, part) => part))(
  'hostile files end with a verdict on every line, without an error and within 150 MB: part %i',
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
      expect([name, job.New + job.Changed + job.Unchanged + job.Refused + job.LeftOut]).toEqual([name, job.Lines])
      if (job.Status === 'Failed') expect([name, job.Failure !== '']).toEqual([name, true])
      const rows = await linesOf(server, token, job.Id)
      expect([name, rows.length]).toEqual([name, Math.min(job.Lines, 500)])
      await server.ask(imports.remove, { token, input: [job.Id] })
    }
    expect((most - before) / 1_048_576).toBeLessThan(150)
  },
)
