import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { VIEWER_AREAS } from '../../../viewer-template.ts'
import { createController } from '../controller.ts'
import { httpClient, serviceAddress } from './http-client.ts'

let server: TestServer
let url: string
let manager: string
beforeAll(async () => {
  server = await testServer({ viewerOrigins: ['https://pages.example'] })
  await seedOrganisation(server, 'riverside')
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.stop())

test.each([
  [undefined, 'The report viewer configuration options are not initialized.'],
  [{}, 'The serviceUrl is not specified.'],
  [{ reportServer: {} }, 'The report server URL is not specified.'],
])('the configuration %o is refused: %s', (config, message) => {
  expect(() => httpClient(config)).toThrow(message)
})

test('a report server has its service below /api/reports', () => {
  expect(serviceAddress({ reportServer: { url: 'https://reports.example/' } })).toBe('https://reports.example/api/reports')
})

test('the viewer of another page opens and exports a report with the page’s token', async () => {
  const token = vi.fn(async () => manager)
  const viewer = createController({ serviceClient: httpClient({ serviceUrl: `${url}/api/reports/`, token }) })
  const working = setInterval(() => void server.work(), 100)
  void viewer.open({ report: 'Tenants', parameterValues: {} })
  await soon(() => expect(viewer.read().phase).toBe('ready'))
  expect(viewer.read()).toMatchObject({ error: null, pageCount: 1 })
  expect((await viewer.exportReport('CSV'))!.content.size).toBeGreaterThan(10)
  await viewer.dispose()
  clearInterval(working)
  expect(token.mock.calls.length).toBeGreaterThan(5)
})

test('a wrong token and a wrong password are reported', async () => {
  const withToken = createController({ serviceClient: httpClient({ serviceUrl: `${url}/api/reports`, token: 'wrong' }) })
  await withToken.open({ report: 'Tenants', parameterValues: {} })
  expect(withToken.read().error).toMatch(/^Error registering the viewer with the service\. ./)
  const reportServer = { url, username: 'riverside/nobody@parcelhall.test', password: 'wrong' }
  const withPassword = createController({ serviceClient: httpClient({ reportServer }) })
  await withPassword.open({ report: 'Tenants', parameterValues: {} })
  expect(withPassword.read().error).toContain('Error obtaining authentication token.')
})

test('only listed origins may call the service and load the script', async () => {
  const headersFor = async (path: string, origin: string, method = 'GET') =>
    (await fetch(url + path, { method, headers: { origin } })).headers.get('access-control-allow-origin')
  const asked = async (path: string, method?: string) => [
    await headersFor(path, 'https://pages.example', method),
    await headersFor(path, 'https://other.example', method),
  ]
  expect(await asked('/api/reports/formats')).toEqual(['https://pages.example', null])
  expect(await asked('/api/reports/clients', 'OPTIONS')).toEqual(['https://pages.example', null])
  expect(await asked('/api/resources/de')).toEqual(['https://pages.example', null])
  expect(await asked('/api/reportschedule/getpaged', 'OPTIONS')).toEqual([null, null])
  expect(await asked('/api/package/page')).toEqual([null, null])
  expect(await asked('/api/token', 'POST')).toEqual([null, null])
})

test('the template is for everybody, the origins of other templates for viewers', async () => {
  const template = await fetch(`${url}/api/reports/resources/templates`)
  expect([template.status, template.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const areas = [...(await template.text()).matchAll(/data-area="(\w+)"/g)].map(([, area]) => area)
  expect(areas).toEqual(VIEWER_AREAS)
  expect((await fetch(`${url}/api/reports/resources/templates/origins`)).status).toBe(401)
  const client = httpClient({ serviceUrl: `${url}/api/reports`, token: manager })
  expect(await client.getTemplateOrigins()).toEqual(['https://pages.example'])
})

test('a token that was refused is asked for again, once; a text is not', async () => {
  const token = vi.fn(async () => (token.mock.calls.length === 1 ? 'expired' : manager))
  const client = httpClient({ serviceUrl: `${url}/api/reports`, token })
  expect(await client.registerClient()).toMatch(/-/)
  expect(token).toHaveBeenCalledTimes(2)
  token.mockResolvedValue('expired')
  await expect(client.registerClient()).rejects.toMatchObject({ status: 401 })
  expect(token).toHaveBeenCalledTimes(4)
  await expect(httpClient({ serviceUrl: `${url}/api/reports`, token: 'expired' }).registerClient()).rejects.toMatchObject({
    status: 401,
  })
})

test('a client is kept by keep-alive for as long as the service says', async () => {
  const client = httpClient({ serviceUrl: `${url}/api/reports`, token: manager })
  const clientId = await client.registerClient()
  await client.keepAlive(clientId)
  expect(await client.getSessionTimeout()).toBe(1200)
  await client.deleteClient(clientId)
  await expect(client.keepAlive(clientId)).rejects.toMatchObject({ code: 'InvalidClientException' })
})
