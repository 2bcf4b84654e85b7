import { describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { CLIENT_SECONDS, reports } from '../contract.ts'
import { REPORT_NAMES } from '../reports.ts'
import { reportFixtures } from '../testing/report-fixtures.ts'

const { state, inOwn, register, open, another } = reportFixtures()

describe('the report service', () => {
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
    await inOwn((db) =>
      db
        .insertInto('organisation_images')
        .values({ organisation_id: state.organisation.organisationId, kind: 'organisation', png, hash: 'none' })
        .execute(),
    )
    const { pageContent } = (await (await open({ Report: 'Tenants' })).page(1)).body
    expect(pageContent).toContain(`src="data:image/png;base64,${png.toString('base64')}"`)
    await inOwn((db) => db.deleteFrom('organisation_images').execute())
  })

  test('names are compared without regard to case; a missing one is 400, an unknown one 404', async () => {
    const params = { clientId: await register() }
    const ask = (Report: string | null) =>
      state.server.ask(reports.parameters, { token: state.manager, params, input: { Report } })
    expect((await ask('TRANSACTION')).status).toBe(200)
    expect((await ask(null)).status).toBe(400)
    expect((await ask('')).status).toBe(400)
    expect((await ask("Transaction'; drop table packages")).status).toBe(404)
  })

  test('lists its formats, and how long it keeps a client', async () => {
    const { body } = await state.server.ask(reports.formats, { token: state.manager })
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['PDF', 'XLSX', 'DOCX', 'CSV', 'JSON'])
    expect((await state.server.ask(reports.sessionTimeout, { token: state.manager })).body).toEqual({
      clientSessionTimeout: CLIENT_SECONDS,
    })
  })

  test('no page below 1 or beyond the last one, no unknown format, and no file of pages', async () => {
    const document = await open({ Report: 'Tenants' })
    for (const page of ['0', '-1', 'x', '1.5', '99999999999'])
      expect([page, (await document.page(page)).status]).toEqual([page, 400])
    expect((await document.page(1_000_000_000)).status).toBe(404)
    expect((await document.file()).status).toBe(404)
    expect((await another(document.ids, { format: 'EXE' })).created.status).toBe(400)
  })
})

describe('parameters', () => {
  test('of a wrong type are refused, and texts are only values', async () => {
    const params = { clientId: await register() }
    const ask = (ParameterValues: Record<string, unknown>, Report = 'Transaction') =>
      state.server.ask(reports.createInstance, { token: state.manager, params, input: { Report, ParameterValues } })
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
    const [first] = state.organisation.properties
    const { body } = await state.server.ask(reports.parameters, {
      token: state.manager,
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

test('the days of a period are those of the chosen properties by default', async () => {
  const { id } = state.organisation.properties[0]!
  const setZone = (time_zone: string) =>
    inOwn((db) => db.updateTable('properties').set({ time_zone }).where('id', '=', id).execute())
  // One of both has another day than UTC at any time.
  for (const [zone, hours] of [
    ['Pacific/Kiritimati', 14],
    ['Pacific/Pago_Pago', -11],
  ] as const) {
    await setZone(zone)
    const input = { Report: 'Transaction', ParameterValues: { PropertyIds: [id] } }
    const { body } = await state.server.ask(reports.parameters, {
      token: state.manager,
      params: { clientId: await register() },
      input,
    })
    const day = new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
    expect(body.find((one: { id: string }) => one.id === 'To').value).toBe(day)
  }
  await setZone('UTC')
})

test('the heading names the chosen property and resident', async () => {
  const { residentId } = state.properties[0]!.people[0]!
  const { pageContent } = (await (await open({ Report: 'Resident', ParameterValues: { ResidentId: residentId } })).page(1)).body
  expect(pageContent).toMatch(/<dt>Resident<\/dt><dd>Ada .*101A<\/dd>/)
  const ParameterValues = { PropertyIds: [state.organisation.properties[0]!.id] }
  const ofProperty = (await (await open({ Report: 'Tenants', ParameterValues })).page(1)).body
  expect(ofProperty.pageContent).toContain('<dt>Properties</dt><dd>Property 1</dd>')
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
    const first = state.properties[0]!.people.map(({ unitNumber }) => unitNumber)
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

test('only columns that can be sorted have a button', async () => {
  const { pageActions, pageContent } = (await (await open({ Report: 'Transaction' })).page(1)).body
  const sorted = pageActions.flatMap(({ Id }: { Id: string }) => /^sort:(\w+):/.exec(Id)?.[1] ?? [])
  expect(sorted).toEqual(['Time', 'Package', 'TrackingNumber', 'Resident', 'Unit', 'ToStatus'])
  expect(pageContent).toContain('>From status</th>')
  const document = await open({ Report: 'Transaction' })
  const more = { BaseDocumentID: document.params.documentId, ActionID: 'sort:constructor:asc' }
  expect((await (await another(document.ids, { more })).info()).body.documentReady).toBe(true)
})

test('texts that look like formulas are guarded in a file', async () => {
  await inOwn((db) =>
    db.updateTable('residents').set({ last_name: '=HYPERLINK("http://x")' }).where('first_name', '=', 'Ada').execute(),
  )
  const { body } = await (await open({ Report: 'Tenants' }, { format: 'CSV' })).file()
  expect(body).toContain('HYPERLINK')
  expect(body).not.toMatch(/(^|,)"?=HYPERLINK/m)
})

test('a file is offered to save, or to show in the browser', async () => {
  const { params } = await open({ Report: 'Tenants' }, { format: 'PDF' })
  for (const [query, disposition] of [
    ['', 'attachment'],
    ['?disposition=inline', 'inline'],
  ] as const) {
    const path = `/api${reports.document.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof params) => params[name])}${query}`
    const reply = await state.server.app.inject({ url: path, headers: { authorization: `Bearer ${state.manager}` } })
    expect(reply.headers['content-disposition']).toBe(`${disposition}; filename="Tenants.pdf"`)
  }
})

test('the name of a file has the days of its period', async () => {
  const { params } = await open(
    { Report: 'Collection', ParameterValues: { From: '2026-11-01', To: '2026-11-30' } },
    { format: 'CSV' },
  )
  const path = `/api${reports.document.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof params) => params[name])}`
  const reply = await state.server.app.inject({ url: path, headers: { authorization: `Bearer ${state.manager}` } })
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

describe('each call of the viewer with a document of each format', () => {
  const FILES = ['PDF', 'XLSX', 'DOCX', 'CSV', 'JSON']
  const PAGES = ['HTML5Interactive', 'HTML5']
  const formats = [...FILES, ...PAGES].flatMap((format) => [format, format.toLowerCase(), format.toUpperCase()])

  test.each([...new Set(formats)])(
    '%s',
    async (format) => {
      const isFile = FILES.includes(format.toUpperCase())
      const document = await open({ Report: 'Tenants' }, { format, render: false })
      expect(document.created.status).toBe(202)
      const early = [await document.page(1), await document.page(2), await document.file(), await document.info()]
      expect(early.map(({ status }) => status)).toEqual([isFile ? 404 : 202, isFile ? 404 : 202, 404, 202])
      await state.server.work()
      const late = [await document.page(1), await document.page(999), await document.file(), await document.info()]
      expect(late.map(({ status }) => status)).toEqual(isFile ? [404, 404, 200, 200] : [200, 404, 404, 200])
      for (const page of ['0', '-1', 'abc', '1.5', '99999999999']) expect((await document.page(page)).status).toBeLessThan(500)
      expect((await another(document.ids, { more: { BaseDocumentID: document.params.documentId } })).created.status).toBe(202)
      expect((await document.remove()).status).toBe(200)
      const gone = [await document.page(1), await document.file(), await document.info()]
      expect(gone.map(({ status }) => status)).toEqual([404, 404, 404])
    },
    60_000,
  )
})

test.each([
  ['PropertyIds', 'Properties'],
  ['BuildingIds', 'Buildings'],
  ['LockerBankIds', 'Locker banks'],
  ['CourierIds', 'Couriers'],
])(
  'unknown %s, such as of a deleted record in a saved link, are shown as not found, and the report has no rows',
  async (id, name) => {
    const before = await open({ Report: 'Transaction' })
    expect((await before.page(1)).body.pageContent).toContain('Ada Resident1')
    const document = await open({ Report: 'Transaction', ParameterValues: { [id]: [newId()] } })
    const { pageContent } = (await document.page(1)).body
    expect(pageContent.toLowerCase()).toContain(`<dt>${name}</dt><dd>not found</dd>`.toLowerCase())
    expect(pageContent).not.toContain('Ada Resident1')
    const params = { clientId: await register() }
    for (const values of [['x'], 'x', [`${newId()}0`]]) {
      const input = { Report: 'Transaction', ParameterValues: { [id]: values } }
      const { status, body } = await state.server.ask(reports.createInstance, { token: state.manager, params, input })
      expect([status, JSON.stringify(body).includes('InvalidParameterException')]).toEqual([404, true])
    }
  },
)
