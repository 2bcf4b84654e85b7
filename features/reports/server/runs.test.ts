import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { reports } from '../contract.ts'
import { reportRuns } from '../runs-contract.ts'
import { purgeRuns } from './runs.ts'

let server: TestServer
let organisation: OrganisationFixtures
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  await seedOrganisation(server, 'harbour')
  const property = await seedPackageFixtures(server, organisation, 0)
  for (const person of property.people) await property.add(person)
})
afterAll(() => server.stop())

/** Makes a document, and deletes it before it is made where `cancels`. */
async function make(token: string, Report: string, { Format = 'CSV', values = {}, cancels = false } = {}) {
  const { clientId } = (await server.ask(reports.register, { token, input: {} })).body
  const input = { Report, ParameterValues: values }
  const { instanceId } = (await server.ask(reports.createInstance, { token, params: { clientId }, input })).body
  const params = { clientId, instanceId }
  const { documentId } = (await server.ask(reports.createDocument, { token, params, input: { Format } })).body
  if (cancels) await server.ask(reports.deleteDocument, { token, params: { ...params, documentId } })
  await server.work()
  return { ...params, documentId }
}
const list = async (token: string, input = {}) => (await server.ask(reportRuns.page, { token, input })).body

describe('runs of reports', () => {
  test('are listed with their parameters, rows, duration and outcome', async () => {
    const token = await tokenOf(server, 'organisationmanager', 'riverside')
    const [property] = organisation.properties
    const values = { PropertyIds: [property!.id], From: '2026-01-01', To: '2026-12-31' }
    await make(token, 'Transaction', { values })
    await make(token, 'Tenants', { cancels: true })
    const { Data, Total } = await list(token)
    expect(Total).toBe(2)
    expect(Data[0]).toMatchObject({ Report: 'Tenants', State: 'Cancelled', RowCount: null })
    expect(Data[1]).toMatchObject({
      ...{ Report: 'Transaction', Format: 'CSV', State: 'Done', IsScheduled: false, Reason: null },
      ...{ RowCount: expect.any(Number), Seconds: expect.any(Number) },
      Values: { PropertyIds: property!.id, From: '2026-01-01', To: '2026-12-31' },
    })
    expect(Data[1].RowCount).toBeGreaterThan(0)
    expect(Data[1].Seconds).toBeGreaterThan(0)
    expect(Data[1].Parameters).toContainEqual({ Name: 'Properties', Value: '1' })
    expect((await list(token, { State: 'Cancelled' })).Total).toBe(1)
    expect((await list(token, { Report: 'Resident' })).Total).toBe(0)
  })

  test('sorting and a document from the cache are none; an earlier page of it is one', async () => {
    const token = await tokenOf(server, 'superadmin', 'riverside')
    const before = (await list(token)).Total
    const { documentId, ...params } = await make(token, 'Tenants', { Format: 'HTML5Interactive' })
    const again = { token, params, input: { Format: 'HTML5Interactive', UseCache: true } }
    await server.ask(reports.createDocument, again)
    const sorted = { ...again.input, BaseDocumentID: documentId, ActionID: 'sort:Unit:desc' }
    await server.ask(reports.createDocument, { ...again, input: sorted })
    await server.work()
    expect((await list(token)).Total).toBe(before + 1)
  })

  test('of others are for people who may see the audit trail', async () => {
    const token = await tokenOf(server, 'propertymanager', 'riverside')
    await make(token, 'ActivePackages')
    expect(await list(token)).toMatchObject({ Total: 1, Data: [{ Report: 'ActivePackages' }] })
    expect((await list(await tokenOf(server, 'organisationmanager', 'riverside'))).Total).toBeGreaterThan(1)
    expect((await list(await tokenOf(server, 'organisationmanager', 'harbour'))).Total).toBe(0)
  })

  test('are kept for 90 days', async () => {
    const token = await tokenOf(server, 'organisationmanager', 'riverside')
    const purge = (days: number) =>
      inOrganisation(server, organisation.organisationId, (db) => purgeRuns(db, new Date(Date.now() + days * 86_400_000)))
    await purge(89)
    expect((await list(token)).Total).toBeGreaterThan(0)
    await purge(91)
    expect((await list(token)).Total).toBe(0)
  })
})
