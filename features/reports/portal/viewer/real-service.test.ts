import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Ask, type TestServer, testServer } from '#apps/server/testing/server.ts'
import { seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { reports } from '../../contract.ts'
import { REPORT_NAMES } from '../../reports.ts'
import type { ServiceClient } from './client/service-client.ts'
import { createController } from './controller.ts'

let server: TestServer
let organisation: OrganisationFixtures
let manager: string
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  const property = await seedPackageFixtures(server, organisation, 0)
  for (const person of property.people) await property.add(person)
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
})
afterAll(() => server.stop())

/** The service over HTTP, like the portal's client. */
function realService(): ServiceClient {
  const ask = async (operation: Parameters<TestServer['ask']>[0], args: Ask = {}) => {
    const { status, body } = await server.ask(operation, { token: manager, ...args })
    if (status >= 400) throw Object.assign(new Error(body.Message), { status, code: body.Code })
    return body
  }
  return {
    registerClient: async () => (await ask(reports.register, { input: {} })).clientId,
    deleteClient: (clientId) => ask(reports.unregister, { params: { clientId } }),
    getSessionTimeout: async () => (await ask(reports.sessionTimeout)).clientSessionTimeout,
    keepAlive: (clientId) => ask(reports.keepAlive, { params: { clientId } }),
    getFormats: () => ask(reports.formats),
    getParameters: (clientId, { report, parameterValues }, _signal, search) => {
      const searched = search && { SearchParameter: search.id, SearchText: search.text }
      const input = { Report: report, ParameterValues: parameterValues, ...searched }
      return ask(reports.parameters, { params: { clientId }, input })
    },
    createInstance: async (clientId, { report, parameterValues }) => {
      const input = { Report: report, ParameterValues: parameterValues }
      return (await ask(reports.createInstance, { params: { clientId }, input })).instanceId
    },
    deleteInstance: (params) => ask(reports.deleteInstance, { params }),
    createDocument: async (params, { format, useCache, baseDocumentId, actionId }) => {
      const input = { Format: format, UseCache: useCache, BaseDocumentID: baseDocumentId, ActionID: actionId }
      const { documentId } = await ask(reports.createDocument, { params, input })
      void server.work()
      return documentId
    },
    deleteDocument: (params) => ask(reports.deleteDocument, { params }),
    getInfo: (params) => ask(reports.info, { params }),
    getPage: (params, pageNumber) => ask(reports.page, { params: { ...params, pageNumber: String(pageNumber) } }),
    getFile: async (params) => new Blob([await ask(reports.document, { params })]),
  }
}

test('the viewer opens, sorts, follows a link and back, exports, and refuses invalid parameters at the real service', async () => {
  const viewer = createController({ serviceClient: realService() })
  const isReady = () => soon(() => expect(viewer.read()).toMatchObject({ phase: 'ready' }))
  void viewer.open({ report: 'Tenants', parameterValues: {} })
  await isReady()
  expect(viewer.read()).toMatchObject({ pageCount: 1, error: null })
  expect(viewer.read().page!.pageContent).toContain('<h2>Tenants</h2>')

  void viewer.runAction('sort:Unit:desc')
  void viewer.runAction('sort:Unit:asc')
  await isReady()
  expect(viewer.read().page!.pageContent).toContain('aria-sort="ascending"')

  const link = viewer.read().page!.pageActions.find(({ Type }) => Type === 'navigateToReport')!
  void viewer.runAction(link.Id)
  await isReady()
  expect(viewer.read().page!.pageContent).toContain('<h3>Packages</h3>')
  void viewer.back()
  await isReady()
  expect(viewer.read().page!.pageContent).toContain('aria-sort="ascending"')

  const file = await viewer.exportReport('CSV')
  expect(file?.name).toBe('Tenants.csv')
  expect(await file!.content.text()).toContain('Ada')

  viewer.setParameter('PropertyIds', ['not an id'])
  await viewer.preview()
  expect(viewer.read().error).toBe('Missing or invalid parameter value. Please input valid data for all parameters.')

  const { clientId } = viewer.read()
  await viewer.dispose()
  const gone = await server.ask(reports.keepAlive, { token: manager, params: { clientId: clientId! } })
  expect(gone.status).toBe(404)
})

test('a viewer that was left open over night says that its session has ended, and Refresh opens the report again', async () => {
  const viewer = createController({ serviceClient: realService() })
  const isReady = () => soon(() => expect(viewer.read()).toMatchObject({ phase: 'ready' }))
  void viewer.open({ report: 'Tenants', parameterValues: {} })
  await isReady()
  const { clientId } = viewer.read()
  // The nightly deletion: neither client nor document is left.
  await server.ask(reports.unregister, { token: manager, params: { clientId: clientId! } })
  await viewer.exportReport('CSV')
  expect(viewer.read()).toMatchObject({ phase: 'expired', error: 'Click Refresh to restore client session.', isExporting: false })
  void viewer.refresh()
  await isReady()
  expect(viewer.read().clientId).not.toBe(clientId)
  await viewer.dispose()
})

test('a viewer shows again what the service has deleted meanwhile, at the page that it was left', async () => {
  const viewer = createController({ serviceClient: realService() })
  const isReady = () => soon(() => expect(viewer.read()).toMatchObject({ phase: 'ready' }))
  void viewer.open({ report: 'Tenants', parameterValues: {} })
  await isReady()
  const { ids } = viewer.read()
  await server.ask(reports.deleteDocument, { token: manager, params: ids! })
  const exported = await viewer.exportReport('CSV')
  expect(exported).not.toBeNull()
  await server.ask(reports.deleteDocument, { token: manager, params: viewer.read().ids! }).catch(() => undefined)
  void viewer.open({ report: 'Tenants', parameterValues: {} })
  await soon(() => expect(viewer.read().ids!.documentId).not.toBe(ids!.documentId))
  await isReady()
  expect(viewer.read().error).toBeNull()
  await viewer.dispose()
})

test.each(REPORT_NAMES)('the report %s opens in the viewer without any value', async (report) => {
  const viewer = createController({ serviceClient: realService() })
  void viewer.open({ report, parameterValues: {} })
  await soon(() => expect(viewer.read()).toMatchObject({ phase: 'ready', error: null }))
  expect(viewer.read().pageCount).toBeGreaterThan(0)
  await viewer.dispose()
})
