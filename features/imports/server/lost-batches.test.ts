import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { imports } from '../contract.ts'
import { applied, checked, counts, detail, upload } from '../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-house.ts'

let { server, fixtures, token, sent } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent } = there)
})

/** More than two batches. */
const LINES = 2500
const content = [
  'Property,Building,Unit,First Name,Last Name,ExternalId',
  ...Array.from({ length: LINES }, (_, i) => `P1,Building 1,${i},First${i},Last${i},X${i}`),
].join('\n')

/** Has the database do, once, what a crash would that takes an early batch back, behind a write to `table`. */
const takeBackOnce = (table: string, when: string, what: string) =>
  withConnection(server.store.ownerUrl, (client) =>
    client
      .query(
        `create table taken_back (at timestamptz);
         create function take_back() returns trigger language plpgsql security definer as $$
         begin
           if not exists (select from taken_back) and ${when} then
             insert into taken_back values (now());
             ${what};
           end if;
           return null;
         end $$;
         create trigger take_back after insert on ${table} for each statement execute function take_back()`,
      )
      .then(() => async () => {
        await withConnection(server.store.ownerUrl, (owner) =>
          owner.query('drop function take_back cascade; drop table taken_back').then(() => {}),
        )
      }),
  )

test('a check of which the database took lines back is no preview: it begins anew', async () => {
  const mend = await takeBackOnce(
    'import_rows',
    'exists (select from import_rows where line > 1500)',
    'delete from import_rows where line = 2; delete from import_values where line = 2',
  )
  const { body } = await upload(server, sent, content)
  const [job] = server.jobs
  await expect(server.work()).rejects.toThrow('took lines back')
  expect(await detail(server, token, body.Id)).toMatchObject({ Status: 'Checking' })
  await mend()
  server.jobs.push(job!)
  await server.work()
  expect(counts(await detail(server, token, body.Id))).toEqual({ Lines: LINES, New: LINES, Changed: 0, Unchanged: 0, Refused: 0 })
})

test('lines that the database took back while they were imported are done before the import is', async () => {
  const { Id } = await checked(server, sent, content)
  const line = sql<object>`select to_jsonb(v) as line from import_values v where import_id = ${Id} and line = 2`
  const { rows } = await inOrganisation(server, fixtures.organisationId, (db) => sql<{ line: object }>`${line}`.execute(db))
  const mend = await takeBackOnce(
    'residents',
    // Only when both batches are seen: what one that is under way has taken would be waited for.
    `(select count(*) from residents where external_id in ('X0', 'X1500')) = 2`,
    `delete from audit where subject_id in (select id from residents where external_id = 'X0');
     delete from residents where external_id = 'X0';
     insert into import_values select * from jsonb_populate_record(null::import_values, '${JSON.stringify(rows[0]!.line)}')`,
  )
  expect(await applied(server, token, Id)).toMatchObject({ Status: 'Done', New: LINES })
  await mend()
  const there = await inOrganisation(server, fixtures.organisationId, (db) =>
    db.selectFrom('residents').select('external_id').where('external_id', 'in', ['X0', 'X1500']).orderBy('external_id').execute(),
  )
  expect(there).toEqual([{ external_id: 'X0' }, { external_id: 'X1500' }])
})

test('a file of which the database took a piece back is refused, and nothing of it is kept', async () => {
  const listed = async () => (await server.ask(imports.page, { token, input: {} })).body.Data
  const before = await listed()
  const mend = await takeBackOnce('import_files', 'true', 'delete from import_files')
  const { status, body } = await upload(server, sent, content)
  expect([status, body.Message]).toEqual([503, 'File upload failed'])
  await mend()
  expect(await listed()).toEqual(before)
  expect((await upload(server, sent, content)).status).toBe(200)
})

test('a run that holds the import no longer, as its connection was lost, begins no further batch', async () => {
  const { Id } = await checked(server, sent, content)
  await server.ask(imports.save, { token, input: { Id, Apply: true } })
  const [job] = server.jobs
  const asTenant = <T>(statement: RawBuilder<T>) =>
    inOrganisation(server, fixtures.organisationId, async (db) => (await statement.execute(db)).rows[0]!)
  let run: Promise<unknown> | undefined
  await withConnection(server.store.superuserUrl, async (client) => {
    await client.query('begin; lock table resident_counts in exclusive mode')
    run = server.work().catch((error: Error) => error)
    const waiting = sql<{ batches: number }>`select count(*) as batches from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    while ((await asTenant(waiting)).batches < 2) await wait(5)
    await client.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`)
    await client.query('commit')
  })
  expect(await run).toBeInstanceOf(Error)
  const made = sql<{ made: number }>`select count(*) as made from residents where external_id <> ''`
  expect(await asTenant(made)).toEqual({ made: 2000 })
  server.jobs.push(job!)
  await server.work()
  expect(await detail(server, token, Id)).toMatchObject({ Status: 'Done', New: LINES })
  expect(await asTenant(made)).toEqual({ made: LINES })
})
