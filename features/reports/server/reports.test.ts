import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Ask, type TestServer, testServer } from '#apps/server/testing/server.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { CSV_START } from '#platform/csv.ts'
import { newId } from '#platform/ids.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { CLIENT_SECONDS, reports } from '../contract.ts'
import { REPORT_NAMES } from '../reports.ts'
import { reportRuns } from '../runs-contract.ts'
import { MAX_CLIENTS, MAX_INSTANCES } from './clients.ts'
import { RENDERS_AT_ONCE } from './documents.ts'

let server: TestServer
let organisation: OrganisationFixtures
let properties: PackageFixtures[]
let manager: string
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  await seedOrganisation(server, 'harbour')
  properties = [await seedPackageFixtures(server, organisation, 0), await seedPackageFixtures(server, organisation, 1)]
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  for (const property of properties) for (const person of property.people) await property.add(person)
})
afterAll(() => server.stop())

type Source = { Report?: string | null; ParameterValues?: Record<string, unknown> }

const register = async (token = manager): Promise<string> =>
  (await server.ask(reports.register, { token, input: { TimeStamp: 1 } })).body.clientId

/** Opens a document of a report; `render` waits until it is made. */
async function open(source: Source, { token = manager, format = 'HTML5Interactive', render = true, more = {} } = {}) {
  const clientId = await register(token)
  const params = { clientId }
  const instance = await server.ask(reports.createInstance, { token, params, input: source })
  expect(instance.status, JSON.stringify(instance.body)).toBe(201)
  const ids = { clientId, instanceId: instance.body.instanceId as string }
  return { ...(await another(ids, { token, format, render, more })), ids }
}
async function another(
  ids: { clientId: string; instanceId: string },
  { token = manager, format = 'HTML5Interactive', render = true, more = {} } = {},
) {
  const created = await server.ask(reports.createDocument, { token, params: ids, input: { Format: format, ...more } })
  const params = { ...ids, documentId: created.body.documentId as string }
  if (render) await server.work()
  const ask = (operation: Parameters<TestServer['ask']>[0], change: Ask = {}) =>
    server.ask(operation, { token, ...change, params: { ...params, ...change.params } })
  return {
    created,
    params,
    info: () => ask(reports.info),
    page: (pageNumber: number | string) => ask(reports.page, { params: { pageNumber: String(pageNumber) } }),
    file: () => ask(reports.document),
    remove: () => ask(reports.deleteDocument),
  }
}

describe('the report service', () => {
  test('begins a document, says when it is ready, and gives its pages', async () => {
    const document = await open({ Report: 'Transaction' }, { render: false })
    expect(document.created.status).toBe(202)
    expect(await document.info()).toMatchObject({ status: 202, body: { documentReady: false } })
    expect(await document.page(1)).toMatchObject({ status: 202, body: { pageReady: false, pageContent: '' } })
    await server.work()
    const info = await document.info()
    expect(info).toMatchObject({ status: 200, body: { documentReady: true, pageCount: 1, documentMapAvailable: true } })
    const { body } = await document.page(1)
    expect(body).toMatchObject({ pageReady: true, pageNumber: 1 })
    expect(body.pageContent).toContain('<h2>Transaction</h2>')
    expect(body.pageContent).toContain('Ada Resident1')
    expect(body.pageActions.map(({ Type }: { Type: string }) => Type)).toContain('sorting')
  })

  test('answers the moment a document is ready, without waiting for the end of the hold', async () => {
    const document = await open({ Report: 'Tenants' }, { render: false })
    // The hold never ends by this clock.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const held = document.info()
    await server.work()
    expect((await held).body.documentReady).toBe(true)
  })

  test.each(REPORT_NAMES)('%s opens without any parameter, in every format', async (Report) => {
    for (const format of ['HTML5', 'PDF', 'XLSX', 'DOCX', 'CSV', 'JSON']) {
      const document = await open({ Report }, { format })
      const { body } = await document.info()
      expect([format, body.documentReady]).toEqual([format, true])
      const { status } = format === 'HTML5' ? await document.page(1) : await document.file()
      expect([format, status]).toEqual([format, 200])
    }
  })

  test('shows the logo of the organisation on the first page', async () => {
    const png = Buffer.from('a picture')
    await inOrganisation(server, organisation.organisationId, (db) =>
      db
        .insertInto('organisation_images')
        .values({ organisation_id: organisation.organisationId, kind: 'organisation', png, hash: 'none' })
        .execute(),
    )
    const { pageContent } = (await (await open({ Report: 'Tenants' })).page(1)).body
    expect(pageContent).toContain(`src="data:image/png;base64,${png.toString('base64')}"`)
    await inOrganisation(server, organisation.organisationId, (db) => db.deleteFrom('organisation_images').execute())
  })

  test('names are compared without regard to case; a missing one is 400, an unknown one 404', async () => {
    const params = { clientId: await register() }
    const ask = (Report: string | null) => server.ask(reports.parameters, { token: manager, params, input: { Report } })
    expect((await ask('TRANSACTION')).status).toBe(200)
    expect((await ask(null)).status).toBe(400)
    expect((await ask('')).status).toBe(400)
    expect((await ask("Transaction'; drop table packages")).status).toBe(404)
  })

  test('lists its formats, and how long it keeps a client', async () => {
    const { body } = await server.ask(reports.formats, { token: manager })
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['PDF', 'XLSX', 'DOCX', 'CSV', 'JSON'])
    expect((await server.ask(reports.sessionTimeout, { token: manager })).body).toEqual({ clientSessionTimeout: CLIENT_SECONDS })
  })

  test('a client that was not used for long has expired (410); keep-alive keeps it', async () => {
    const params = { clientId: await register() }
    const back = (seconds: number) =>
      inOrganisation(server, organisation.organisationId, (db) =>
        db
          .updateTable('report_clients')
          .set({ used_at: new Date(Date.now() - seconds * 1000) })
          .where('id', '=', params.clientId)
          .execute(),
      )
    await back(CLIENT_SECONDS - 60)
    expect((await server.ask(reports.keepAlive, { token: manager, params })).status).toBe(200)
    await back(CLIENT_SECONDS + 1)
    const ended = await server.ask(reports.parameters, { token: manager, params, input: { Report: 'Tenants' } })
    expect(ended).toMatchObject({ status: 410, body: { Code: 'InvalidClientException' } })
  })

  test('no page below 1 or beyond the last one, no unknown format, and no file of pages', async () => {
    const document = await open({ Report: 'Tenants' })
    for (const page of ['0', '-1', 'x', '1.5', '99999999999'])
      expect([page, (await document.page(page)).status]).toEqual([page, 400])
    expect((await document.page(1_000_000_000)).status).toBe(404)
    expect((await document.file()).status).toBe(404)
    expect((await another(document.ids, { format: 'EXE' })).created.status).toBe(400)
  })

  test('a document of the same content is made once, where the cache may be used', async () => {
    const document = await open({ Report: 'Tenants' })
    expect((await another(document.ids, { more: { UseCache: true } })).created.status).toBe(201)
    expect((await another(document.ids)).created.status).toBe(202)
  })

  test(`a person makes ${RENDERS_AT_ONCE.person} at once; a deleted one makes room, and is not made`, async () => {
    const token = await tokenOf(server, 'superadmin', 'riverside')
    const document = await open({ Report: 'Tenants' }, { token, render: false })
    const more = []
    for (let at = 1; at < RENDERS_AT_ONCE.person; at++) more.push(await another(document.ids, { token, render: false }))
    expect((await another(document.ids, { token, render: false })).created.status).toBe(429)
    expect((await document.remove()).status).toBe(200)
    expect((await document.info()).status).toBe(404)
    expect((await another(document.ids, { token, render: false })).created.status).toBe(202)
    await server.work()
    expect((await more[0]!.info()).body.documentReady).toBe(true)
  })

  test(`an organisation makes ${RENDERS_AT_ONCE.organisation} at once`, async () => {
    const document = await open({ Report: 'Tenants' })
    const ofOthers = (add: boolean) =>
      inOrganisation(server, organisation.organisationId, async (db) => {
        if (!add) return db.deleteFrom('report_renders').where('content_key', '=', Buffer.from('others')).execute()
        const texts = {
          report: 'Tenants',
          format: 'CSV',
          language: 'en-GB',
          date_format: 'en-GB',
          content_key: Buffer.from('others'),
        }
        const row = { ...texts, organisation_id: organisation.organisationId, parameters: '{}', changes: '{}' }
        const rows = Array.from({ length: RENDERS_AT_ONCE.organisation }, () => ({ ...row, id: newId(), user_id: newId() }))
        return db.insertInto('report_renders').values(rows).execute()
      })
    await ofOthers(true)
    expect((await another(document.ids, { render: false })).created).toMatchObject({
      status: 429,
      body: { Message: 'Your organisation is already creating 10 reports. Wait until one is ready.' },
    })
    await ofOthers(false)
    expect((await another(document.ids)).created.status).toBe(202)
  })

  test('a document that is found in the cache stays, though the one that showed it first is deleted meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const document = await open({ Report: 'Tenants' }, { more: { UseCache: false } })
      const ids = (await open({ Report: 'Tenants' }, { more: { UseCache: true } })).ids
      const [again] = await Promise.all([another(ids, { more: { UseCache: true }, render: false }), document.remove()])
      expect([201, 202]).toContain(again.created.status)
      expect([200, 202]).toContain((await again.info()).status)
      await server.work()
    }
  })

  test('a render that was killed is taken over from its beginning', async () => {
    const document = await open({ Report: 'Tenants' }, { format: 'CSV', render: false })
    // What a killed run leaves: a part, and its number.
    await inOrganisation(server, organisation.organisationId, async (db) => {
      const { id } = await db.selectFrom('report_renders').select('id').where('state', '=', 'Working').executeTakeFirstOrThrow()
      await db.updateTable('report_renders').set({ run_id: newId(), parts: 1 }).where('id', '=', id).execute()
      await db
        .insertInto('report_parts')
        .values({ organisation_id: organisation.organisationId, render_id: id, number: 1, content: Buffer.from('half') })
        .execute()
    })
    await server.work()
    expect((await document.file()).body).toMatch(new RegExp(`^${CSV_START}Building,Unit,Resident,`))
  })
})

test('a download whose document is deleted meanwhile fails, and is never half a file', async () => {
  const document = await open({ Report: 'Tenants' }, { format: 'CSV' })
  expect((await document.file()).status).toBe(200)
  await inOrganisation(server, organisation.organisationId, async (db) => {
    await db.updateTable('report_renders').set({ parts: 2 }).where('format', '=', 'CSV').execute()
  })
  await expect(document.file()).rejects.toThrow()
})

test('texts that look like formulas are guarded in a file', async () => {
  await inOrganisation(server, organisation.organisationId, (db) =>
    db.updateTable('residents').set({ last_name: '=HYPERLINK("http://x")' }).where('first_name', '=', 'Ada').execute(),
  )
  const { body } = await (await open({ Report: 'Tenants' }, { format: 'CSV' })).file()
  expect(body).toContain('HYPERLINK')
  expect(body).not.toMatch(/(^|,)"?=HYPERLINK/m)
})

test('a person has a bounded number of viewers, and a viewer of reports: those that were not used for longest are deleted', async () => {
  const token = await tokenOf(server, 'organisationmanager', 'harbour')
  const ids: string[] = []
  for (let nth = 0; nth < MAX_CLIENTS + 2; nth++) ids.push(await register(token))
  const keptAlive = (clientId: string) => server.ask(reports.keepAlive, { token, params: { clientId }, input: {} })
  expect(await keptAlive(ids[1]!)).toMatchObject({ status: 404, body: { Code: 'InvalidClientException' } })
  expect((await keptAlive(ids[2]!)).status).toBe(200)

  const params = { clientId: ids.at(-1)! }
  const add = async () =>
    (await server.ask(reports.createInstance, { token, params, input: { Report: 'Tenants' } })).body.instanceId
  const first: string = await add()
  for (let nth = 0; nth < MAX_INSTANCES; nth++) await add()
  const make = (instanceId: string) =>
    server.ask(reports.createDocument, { token, params: { ...params, instanceId }, input: { Format: 'CSV' } })
  expect((await make(first)).status).toBe(404)
  expect((await make(await add())).status).toBe(202)
})

describe('a reader', () => {
  test('who loses a property does not see what was made before', async () => {
    const token = await tokenOf(server, 'propertymanager', 'riverside')
    const document = await open({ Report: 'Tenants' }, { token })
    expect((await document.info()).status).toBe(200)
    // As it is for a reader who had the other property when it was made.
    const [own, other] = organisation.properties.map(({ id }) => id) as [string, string]
    const madeOf = (property_ids: string[]) =>
      inOrganisation(server, organisation.organisationId, (db) =>
        db.updateTable('report_renders').set({ property_ids }).where('property_ids', 'is not', null).execute(),
      )
    await madeOf([own, other])
    expect((await document.info()).status).toBe(404)
    expect((await document.page(1)).status).toBe(404)
    await madeOf([own])
    expect((await document.info()).status).toBe(200)
  })

  test('sees neither clients nor documents of others, also of the own organisation', async () => {
    const document = await open({ Report: 'Tenants' })
    const colleague = await tokenOf(server, 'superadmin', 'riverside')
    const foreigner = await tokenOf(server, 'organisationmanager', 'harbour')
    for (const token of [colleague, foreigner]) {
      const { params } = document
      const page = { token, params: { ...params, pageNumber: '1' } }
      for (const operation of [reports.info, reports.page, reports.document, reports.deleteDocument, reports.keepAlive])
        expect((await server.ask(operation, page)).status).toBe(404)
      expect((await server.ask(reports.unregister, { token, params })).status).toBe(404)
      expect((await document.info()).status).toBe(200)
      // Nor by an own client with their ids.
      const own = { ...params, clientId: await register(token), pageNumber: '1' }
      for (const operation of [reports.info, reports.page, reports.document])
        expect((await server.ask(operation, { token, params: own })).status).toBe(404)
    }
  })

  test('of some properties gets their rows only, whatever the parameters name', async () => {
    const token = await tokenOf(server, 'propertymanager', 'riverside')
    const PropertyIds = organisation.properties.map(({ id }) => id)
    const ParameterValues = { PropertyIds, OrgId: newId(), UserId: newId() }
    const document = await open({ Report: 'ActivePackages', ParameterValues }, { token, format: 'CSV' })
    const { body } = await document.file()
    const own = (await document.file()).body.split('\r\n').filter(Boolean).slice(1)
    expect(own.length).toBeGreaterThan(0)
    for (const { unitNumber } of properties[1]!.people) expect(body).not.toContain(unitNumber)
    const offered = await server.ask(reports.parameters, { token, params: document.ids, input: { Report: 'ActivePackages' } })
    const list = offered.body.find(({ id }: { id: string }) => id === 'PropertyIds').availableValues
    expect(list.map(({ value }: { value: string }) => value)).not.toContain(organisation.properties[1]!.id)
  })

  test('without the permission gets none', async () => {
    const token = await tokenOf(server, 'mailroomstaff', 'riverside')
    expect((await server.ask(reports.register, { token, input: {} })).status).toBe(403)
  })
})

describe('parameters', () => {
  test('of a wrong type are refused, and texts are only values', async () => {
    const params = { clientId: await register() }
    const ask = (ParameterValues: Record<string, unknown>, Report = 'Transaction') =>
      server.ask(reports.createInstance, { token: manager, params, input: { Report, ParameterValues } })
    for (const From of ['yesterday', '2026-13-40', true, ['2026-01-01', '2026-01-02'], '0001-01-01', '2026-13-01 Jan', '99999'])
      expect([From, (await ask({ From })).status]).toEqual([From, 404])
    const many = Array.from({ length: 10_000 }, () => newId())
    expect((await ask({ PropertyIds: many })).status).toBe(400)
    expect((await ask({ PropertyIds: ["'; drop table packages; --"] })).status).toBe(404)
    expect((await ask({ StatusGroups: ['1 or 1=1'] })).status).toBe(404)
    expect((await ask({ ResidentId: "x'--" }, 'Resident')).status).toBe(404)
    expect((await ask({ Unknown: 1 })).status).toBe(201)
  })

  test('depend on each other: buildings are those of the chosen properties', async () => {
    const params = { clientId: await register() }
    const [first] = organisation.properties
    const { body } = await server.ask(reports.parameters, {
      token: manager,
      params,
      input: { Report: 'Tenants', ParameterValues: { PropertyIds: [first!.id] } },
    })
    const of = (id: string) => body.find((one: { id: string }) => one.id === id)
    expect(of('PropertyIds')).toMatchObject({
      value: [first!.id],
      multivalue: true,
      childParameters: ['BuildingIds', 'LockerBankIds'],
    })
    expect(of('BuildingIds').availableValues.map(({ value }: { value: string }) => value)).toEqual([first!.buildingId])
  })
})

describe('actions of a page', () => {
  const rowsIn = (html: string) =>
    [...html.matchAll(/<tr><td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell!.replace(/<[^>]+>/g, ''))

  test('sort within the groups, hide a group, and lead to another report', async () => {
    const document = await open({ Report: 'Tenants' })
    const { pageActions } = (await document.page(1)).body
    const sort = pageActions.find(({ Id }: { Id: string }) => Id === 'sort:Unit:asc')
    expect(sort.Type).toBe('sorting')
    const changed = async (ActionID: string, BaseDocumentID = document.params.documentId) =>
      another(document.ids, { more: { BaseDocumentID, ActionID } })
    const down = await changed('sort:Unit:desc')
    const rows = rowsIn((await down.page(1)).body.pageContent)
    const first = properties[0]!.people.map(({ unitNumber }) => unitNumber)
    expect(rows.filter((unit) => first.includes(unit))).toEqual(first.toReversed())
    const hidden = await changed('toggle:g1', down.params.documentId)
    const { pageContent } = (await hidden.page(1)).body
    expect(rowsIn(pageContent).filter((unit) => first.includes(unit))).toEqual([])
    expect(pageContent).toContain('aria-expanded="false"')
    const link = pageActions.find(({ Type }: { Type: string }) => Type === 'navigateToReport')
    expect(link.Value).toMatchObject({ report: 'Resident', parameterValues: { ResidentId: expect.any(String) } })
    const resident = await open({ Report: link.Value.report, ParameterValues: link.Value.parameterValues })
    expect((await resident.page(1)).body.pageContent).toContain('<h3>Packages</h3>')
  })
})

/** Begins a report whose query would take longer than a test; `work` gets its document. Returns when the render has ended. */
async function whileRendering(work: (document: Awaited<ReturnType<typeof open>>) => Promise<unknown>): Promise<void> {
  const waiting = async (client: pg.Client) => {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep' and query like '%from rows'`,
    )
    return rows.length
  }
  const document = await open({ Report: 'Tenants' }, { render: false })
  await withConnection(server.store.superuserUrl, async (client) => {
    await client.query('create policy slow on residents as restrictive using (pg_sleep(600) is not null)')
    onTestFinished(() =>
      withConnection(server.store.superuserUrl, async (after) => {
        await after.query('drop policy slow on residents')
      }),
    )
    const rendered = server.work()
    await soon(async () => expect(await waiting(client)).toBe(1))
    await work(document)
    await rendered
    expect(await waiting(client)).toBe(0)
  })
}

test('deleting a document ends its query', () =>
  whileRendering(async (document) => expect((await document.remove()).status).toBe(200)))

test('a report whose viewers are gone ends, and its run is cancelled', async () => {
  await whileRendering(({ ids }) =>
    inOrganisation(server, organisation.organisationId, (db) =>
      db
        .updateTable('report_clients')
        .set({ used_at: new Date(Date.now() - 200_000) })
        .where('id', '=', ids.clientId)
        .execute(),
    ),
  )
  const { Data } = (await server.ask(reportRuns.page, { token: manager, input: {} })).body
  expect(Data[0]).toMatchObject({ State: 'Cancelled', Report: 'Tenants' })
})

test('an action of a document that is gone is 404', async () => {
  const document = await open({ Report: 'Tenants' })
  const more = { BaseDocumentID: newId(), ActionID: 'sort:Unit:asc' }
  expect((await another(document.ids, { more, render: false })).created.status).toBe(404)
})

test('the heading names the chosen property and resident', async () => {
  const { residentId } = properties[0]!.people[0]!
  const { pageContent } = (await (await open({ Report: 'Resident', ParameterValues: { ResidentId: residentId } })).page(1)).body
  expect(pageContent).toMatch(/<dt>Resident<\/dt><dd>Ada .*101A<\/dd>/)
  const ParameterValues = { PropertyIds: [organisation.properties[0]!.id] }
  const ofProperty = (await (await open({ Report: 'Tenants', ParameterValues })).page(1)).body
  expect(ofProperty.pageContent).toContain('<dt>Properties</dt><dd>Property 1</dd>')
})

test('an instance that does not exist is 404', async () => {
  const params = { clientId: await register(), instanceId: newId() }
  expect((await server.ask(reports.deleteInstance, { token: manager, params })).status).toBe(404)
})

test('a file is offered to save, or to show in the browser', async () => {
  const { params } = await open({ Report: 'Tenants' }, { format: 'PDF' })
  for (const [query, disposition] of [
    ['', 'attachment'],
    ['?disposition=inline', 'inline'],
  ] as const) {
    const path = `/api${reports.document.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof params) => params[name])}${query}`
    const reply = await server.app.inject({ url: path, headers: { authorization: `Bearer ${manager}` } })
    expect(reply.headers['content-disposition']).toBe(`${disposition}; filename="Tenants.pdf"`)
  }
})

test('the name of a file has the days of its period', async () => {
  const { params } = await open(
    { Report: 'Collection', ParameterValues: { From: '2026-11-01', To: '2026-11-30' } },
    { format: 'CSV' },
  )
  const path = `/api${reports.document.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof params) => params[name])}`
  const reply = await server.app.inject({ url: path, headers: { authorization: `Bearer ${manager}` } })
  expect(reply.headers['content-disposition']).toBe('attachment; filename="Collection_2026-11-01_2026-11-30.csv"')
})

test('a file has no pages, and pages are no file', async () => {
  for (const format of ['PDF', 'XLSX', 'DOCX', 'CSV', 'JSON'])
    expect(await (await open({ Report: 'Tenants' }, { format })).page(1)).toMatchObject({
      status: 404,
      body: { Message: 'No page to display.' },
    })
  expect(await (await open({ Report: 'Tenants' }, { format: 'HTML5' })).file()).toMatchObject({
    status: 404,
    body: { Message: 'The document consists of pages and is not a file.' },
  })
})

test('only columns that can be sorted have a button', async () => {
  const { pageActions, pageContent } = (await (await open({ Report: 'Transaction' })).page(1)).body
  const sorted = pageActions.flatMap(({ Id }: { Id: string }) => /^sort:(\w+):/.exec(Id)?.[1] ?? [])
  expect(sorted).toEqual(['Time', 'Package', 'TrackingNumber', 'Resident', 'Unit', 'ToStatus'])
  expect(pageContent).toContain('>From status</th>')
  const document = await open({ Report: 'Transaction' })
  const more = { BaseDocumentID: document.params.documentId, ActionID: 'sort:constructor:asc' }
  expect((await (await another(document.ids, { more })).info()).body.documentReady).toBe(true)
})

test('the days of a period are those of the chosen properties by default', async () => {
  const { id } = organisation.properties[0]!
  const setZone = (time_zone: string) =>
    inOrganisation(server, organisation.organisationId, (db) =>
      db.updateTable('properties').set({ time_zone }).where('id', '=', id).execute(),
    )
  // One of both has another day than UTC at any time.
  for (const [zone, hours] of [
    ['Pacific/Kiritimati', 14],
    ['Pacific/Pago_Pago', -11],
  ] as const) {
    await setZone(zone)
    const input = { Report: 'Transaction', ParameterValues: { PropertyIds: [id] } }
    const { body } = await server.ask(reports.parameters, { token: manager, params: { clientId: await register() }, input })
    const day = new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
    expect(body.find((one: { id: string }) => one.id === 'To').value).toBe(day)
  }
  await setZone('UTC')
})
