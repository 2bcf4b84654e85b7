import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { reports } from '../contract.ts'
import { reportSchedules } from '../schedules-contract.ts'
import { openDocument } from '../testing/read-report.ts'
import { MAX_CHOICES } from './engine/choices.ts'

let server: TestServer
let organisation: OrganisationFixtures
let manager: string
let clientId: string
let residents: { id: string; full_name: string }[]
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  await seedPackageFixtures(server, organisation, 0)
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  clientId = (await server.ask(reports.register, { token: manager, input: {} })).body.clientId
  residents = await inOrganisation(server, organisation.organisationId, (db) =>
    db.selectFrom('residents').select(['id', 'full_name']).orderBy('full_name').execute(),
  )
})
afterAll(() => server.stop())

const ask = (input: Record<string, unknown>) => server.ask(reports.parameters, { token: manager, params: { clientId }, input })
type Offered = { id: string; availableValues: { name: string; value: string }[] }
const valuesOf = (body: Offered[], id: string) => body.find((one) => one.id === id)!.availableValues.map(({ value }) => value)

test('values of a list are found by words, whatever the case; only that parameter is answered', async () => {
  const [first] = residents
  const SearchText = first!.full_name.toUpperCase().split(' ').toReversed().join(' ')
  const { body } = await ask({ Report: 'Resident', SearchParameter: 'ResidentId', SearchText })
  expect(body.length).toBe(1)
  expect(valuesOf(body, 'ResidentId')).toEqual([first!.id])
  const none = await ask({ Report: 'Resident', SearchParameter: 'ResidentId', SearchText: 'nobody of this name' })
  expect(valuesOf(none.body, 'ResidentId')).toEqual([])
  const [property] = organisation.properties
  const buildings = { Report: 'Tenants', SearchParameter: 'BuildingIds', ParameterValues: { PropertyIds: [property!.id] } }
  expect(valuesOf((await ask({ ...buildings, SearchText: '' })).body, 'BuildingIds')).toEqual([property!.buildingId])
  expect(valuesOf((await ask({ ...buildings, SearchText: '%' })).body, 'BuildingIds')).toEqual([])
})

test('a deleted resident is offered when a report links to that resident', async () => {
  const { id } = residents.at(-1)!
  const ParameterValues = { ResidentId: id }
  await inOrganisation(server, organisation.organisationId, (db) =>
    db.updateTable('residents').set({ deleted_at: new Date().toISOString() }).where('id', '=', id).execute(),
  )
  expect(valuesOf((await ask({ Report: 'Resident' })).body, 'ResidentId')).not.toContain(id)
  expect(valuesOf((await ask({ Report: 'Resident', ParameterValues })).body, 'ResidentId')[0]).toBe(id)
  const foreign = { ResidentId: newId() }
  expect(valuesOf((await ask({ Report: 'Resident', ParameterValues: foreign })).body, 'ResidentId')).not.toContain(
    foreign.ResidentId,
  )
})

const GENERAL = 'Missing or invalid parameter value. Please input valid data for all parameters.'
test.each([
  [{ From: '2026-02-01', To: '2026-01-31' }, 'From', 'The first day is after the last one.'],
  [{ From: '2006-11-25', To: '2026-11-01' }, 'From', 'A period has at most 3700 days.'],
  [{ From: '2026-02-30' }, 'From', 'Please input a valid date.'],
  [{ To: '2026-02-29' }, 'To', 'Please input a valid date.'],
  [{ To: '5' }, 'To', 'Please input a valid date.'],
  [{ PropertyIds: ['no id'] }, 'PropertyIds', 'Please input a valid value.'],
])(
  '%o is refused with its parameter and the reason, and its parameters are read as they were given',
  async (ParameterValues, id, reason) => {
    const input = { Report: 'Transaction', ParameterValues }
    const refused = await server.ask(reports.createInstance, { token: manager, params: { clientId }, input })
    expect(refused).toMatchObject({
      status: 404,
      body: {
        Code: 'InvalidParameterException',
        Message: GENERAL,
        Field: id,
        ExceptionMessage: expect.stringMatching(`: ${reason}`),
      },
    })
    const { status, body } = await ask(input)
    expect(status).toBe(200)
    const read = Object.fromEntries((body as { id: string; value: unknown; Error: string | null }[]).map((one) => [one.id, one]))
    for (const [name, value] of Object.entries(ParameterValues)) expect(read[name]).toMatchObject({ value })
    expect(Object.values(read).filter((one) => one.Error)).toEqual([expect.objectContaining({ id, Error: reason })])
  },
)

test('a period of 3700 days and a leap day are accepted', async () => {
  for (const ParameterValues of [
    { From: '2016-10-10', To: '2026-11-26' },
    { From: '2024-02-29', To: '2024-02-29' },
  ]) {
    const input = { Report: 'Transaction', ParameterValues }
    expect((await server.ask(reports.createInstance, { token: manager, params: { clientId }, input })).status).toBe(201)
  }
})

test('status groups are offered where packages of them can be', async () => {
  expect(valuesOf((await ask({ Report: 'Transaction' })).body, 'StatusGroups')).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(valuesOf((await ask({ Report: 'ActivePackages' })).body, 'StatusGroups')).toEqual(['1', '3', '4', '5'])
})

test('the heading says that a value was not found', async () => {
  const [property] = organisation.properties
  const values = { ResidentId: newId(), PropertyIds: [property!.id, newId()] }
  const { params } = await openDocument(server, { report: 'Resident', values, token: manager }, 'HTML5')
  const { body } = await server.ask(reports.page, { token: manager, params: { ...params, pageNumber: '1' } })
  expect(body.pageContent).toContain('<dt>Resident</dt><dd>Not found</dd>')
  expect(body.pageContent).toContain('<dt>Properties</dt><dd>Property 1</dd>')
})

test('a chosen value is offered also when there are more than the list has, and one that does not exist is dropped', async () => {
  const chosen = newId()
  await inOrganisation(server, organisation.organisationId, (db) =>
    db
      .insertInto('couriers')
      .values(
        [
          ...Array.from({ length: MAX_CHOICES }, (_, i) => ({ id: newId(), name: `Courier ${i}` })),
          { id: chosen, name: 'Zebra couriers' },
        ].map((row) => ({ ...row, organisation_id: organisation.organisationId })),
      )
      .execute(),
  )
  const CourierIds = [chosen, newId()]
  const { body } = await ask({ Report: 'Collection', ParameterValues: { CourierIds } })
  const couriers = (body as { id: string; hasMoreValues: boolean; value: unknown }[]).find(({ id }) => id === 'CourierIds')!
  expect(couriers).toMatchObject({ hasMoreValues: true, value: [chosen] })
  expect(valuesOf(body, 'CourierIds')[0]).toBe(chosen)
  const schedule = { Report: 'Collection' as const, ParameterValues: {}, SearchParameter: 'CourierIds', SearchText: 'zebra' }
  const found = await server.ask(reportSchedules.parameters, { token: manager, input: schedule })
  expect(valuesOf(found.body, 'CourierIds')).toEqual([chosen])
})
