import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { launch } from '#apps/server/testing/program.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { reports } from '../contract.ts'
import { reportRuns } from '../runs-contract.ts'
import { renderQueues } from './render.ts'

const RESIDENTS = 3_000
let server: TestServer
let organisation: OrganisationFixtures
let token: string
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  token = await tokenOf(server, 'organisationmanager', 'riverside')
  const { organisationId, properties } = organisation
  const { id: propertyId, buildingId } = properties[0]!
  await inOwn((db) =>
    sql`insert into residents (organisation_id, id, property_id, building_id, unit_number, first_name, last_name, email, occupancy_status, is_active)
      select ${organisationId}::uuid, gen_random_uuid(), ${propertyId}::uuid, ${buildingId}::uuid, n::text, 'Ada', 'No' || n,
        'r' || n || '@example.test', 1, true from generate_series(1, ${RESIDENTS}) as n`.execute(db),
  )
})
afterAll(() => server.stop())

const inOwn = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, organisation.organisationId, work)

/** Begins a document; `params` are its ids. */
async function begin(Format: string) {
  const { clientId } = (await server.ask(reports.register, { token, input: {} })).body
  const { instanceId } = (
    await server.ask(reports.createInstance, { token, params: { clientId }, input: { Report: 'Tenants', ParameterValues: {} } })
  ).body
  const params = { clientId, instanceId }
  const { documentId } = (await server.ask(reports.createDocument, { token, params, input: { Format } })).body
  return { ...params, documentId }
}
const info = (params: Record<string, string>) => server.ask(reports.info, { token, params })
const lastRun = async () => (await server.ask(reportRuns.page, { token, input: {} })).body.Data[0]

test('a render whose process is killed in the middle is taken over, and has every row once', async () => {
  const params = await begin('HTML5')
  const { data } = server.jobs[0]!
  const env = {
    RENDER_DATABASE: server.store.url,
    RENDER_ORGANISATION: data.organisationId,
    RENDER_JOB: data.id,
    RENDER_PARTS: '3',
  }
  const child = launch(env, 'features/reports/testing/run-render.ts')
  expect(await child.ended).toBe('SIGKILL')
  expect((await info(params)).body.documentReady).toBe(false)
  await server.work()
  const { pageCount, documentReady } = (await info(params)).body
  expect(documentReady).toBe(true)
  const emails: string[] = []
  for (let page = 1; page <= pageCount; page++) {
    const { body } = await server.ask(reports.page, { token, params: { ...params, pageNumber: String(page) } })
    emails.push(...body.pageContent.match(/r\d+@example\.test/g))
  }
  expect(emails).toHaveLength(RESIDENTS)
  expect(new Set(emails).size).toBe(RESIDENTS)
  expect(await lastRun()).toMatchObject({ State: 'Done', RowCount: RESIDENTS })
})

test('a full disk while a document is written is tried again, then reported, and leaves nothing', async () => {
  await withConnection(server.store.superuserUrl, async (client) => {
    // What PostgreSQL reports when it cannot extend a file.
    await client.query(`create function no_space() returns trigger language plpgsql as $$ begin
        if (select count(*) from report_parts where render_id = new.render_id) >= 2 then
          raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end if;
        return new; end $$;
      create trigger no_space before insert on report_parts for each row execute function no_space()`)
    const params = await begin('HTML5')
    const [job] = server.jobs
    await expect(server.work()).rejects.toMatchObject({ code: '53100' })
    // It is tried again before it is given up.
    expect((await info(params)).body.documentReady).toBe(false)
    await renderQueues(server.deps)[0]!.giveUp!(job!.data)
    expect(await info(params)).toMatchObject({ status: 422, body: { Message: 'The report could not be made. Try again.' } })
    expect(await lastRun()).toMatchObject({ State: 'Failed', Reason: 'The report could not be made. Try again.' })
    const left = await inOwn((db) =>
      db.selectFrom('report_parts').select('number').where('render_id', '=', job!.data.id).execute(),
    )
    expect(left).toEqual([])
    await client.query('drop trigger no_space on report_parts; drop function no_space()')
  })
  const params = await begin('CSV')
  await server.work()
  expect((await info(params)).body.documentReady).toBe(true)
})

test('a download that breaks off is an error of the reader, and whole at the next attempt', async () => {
  const params = await begin('CSV')
  const { data } = server.jobs[0]!
  await server.work()
  // More than the buffers between both ends hold.
  await inOwn((db) =>
    sql`with more as (
        insert into report_parts (organisation_id, render_id, number, content)
        select organisation_id, render_id, n, content from report_parts, generate_series(2, 100) as n
        where render_id = ${data.id} and number = 1 returning 1)
      update report_renders set parts = 100 where id = ${data.id}`.execute(db),
  )
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const path = reports.document.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof params) => params[name])
  const download = async () => {
    const asked = get({ host: '127.0.0.1', port, path: `/api${path}`, headers: { authorization: `Bearer ${token}` } })
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    expect(reply.statusCode).toBe(200)
    return reply
  }
  const broken = await download()
  // As when the server's process ends.
  server.app.server.closeAllConnections()
  await expect(buffer(broken)).rejects.toMatchObject({ code: 'ECONNRESET' })
  const whole = await buffer(await download())
  expect(whole.length % 100).toBe(0)
  expect(whole.toString().match(/r1@example\.test/g)).toHaveLength(100)
})
