import { t } from '../../../viewer-messages.ts'
import type { ReportSource, ServiceClient, ValueSearch } from './service-client.ts'

type Token = string | (() => string | Promise<string>)
/** Where the report service is, and as whom it is called: by a token of the page, or by name and password of a report server. */
export type ServiceConfig = {
  readonly serviceUrl?: string
  readonly reportServer?: { readonly url?: string; readonly username?: string; readonly password?: string }
  readonly token?: Token
}

/** The address of the service; throws the configuration errors of spec 3 §8. */
export function serviceAddress(config: ServiceConfig | null | undefined): string {
  if (!config) throw new Error(t('ErrorNoOptions').text)
  const { serviceUrl, reportServer } = config
  if (reportServer && !reportServer.url) throw new Error(t('ErrorNoServerUrl').text)
  if (!reportServer && !serviceUrl) throw new Error(t('ErrorNoServiceUrl').text)
  return (reportServer ? `${reportServer.url!.replace(/\/+$/, '')}/api/reports` : serviceUrl!).replace(/\/+$/, '')
}

/** A refusal of the service. */
class ServiceFailure extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly body: object
  constructor(status: number, body: { Message?: string; Code?: string }) {
    super(body.Message ?? String(status))
    this.status = status
    this.code = body.Code
    this.body = body
  }
}

const wireOf = ({ report, parameterValues }: ReportSource, search?: ValueSearch) => ({
  ...{ report, parameterValues },
  ...(search && { searchParameter: search.id, searchText: search.text }),
})

/** Also reads the origins that the viewer's templates may have. */
type HttpClient = ServiceClient & { readonly getTemplateOrigins: () => Promise<readonly string[]> }

/** The report service over HTTP, for viewers outside the portal. `language` is that of the service's texts. */
export function httpClient(config: ServiceConfig | null | undefined, language = 'en-US'): HttpClient {
  const address = serviceAddress(config)
  const { token, reportServer } = config!
  let fetched: Promise<string> | undefined
  /** A token that was refused may have expired since it was given; a text stays as it is. */
  const mayRenew = typeof token === 'function' || (token === undefined && reportServer?.username !== undefined)

  async function tokenOf(): Promise<string | undefined> {
    if (token !== undefined) return typeof token === 'function' ? token() : token
    if (!reportServer?.username) return undefined
    fetched ??= tokenByPassword(reportServer)
    // One that failed is asked for again.
    return fetched.catch((error: unknown) => {
      fetched = undefined
      throw error
    })
  }
  async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const bearer = await tokenOf()
    return fetch(address + path, {
      method,
      signal: signal ?? null,
      // A deletion is sent also while the page is being left.
      keepalive: method === 'DELETE',
      headers: {
        'accept-language': language,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  async function ask(...call: Parameters<typeof send>): Promise<Response> {
    let reply = await send(...call)
    if (reply.status === 401) {
      fetched = undefined
      if (mayRenew) reply = await send(...call)
    }
    if (reply.ok) return reply
    throw new ServiceFailure(reply.status, await reply.json().catch(() => ({})))
  }
  const json = async (...call: Parameters<typeof ask>) => (await ask(...call)).json()
  const instanceOf = (at: { clientId: string; instanceId: string }) => `/clients/${at.clientId}/instances/${at.instanceId}`
  const documentOf = (at: { clientId: string; instanceId: string; documentId: string }) =>
    `${instanceOf(at)}/documents/${at.documentId}`

  return {
    registerClient: async () => (await json('POST', '/clients', { timeStamp: Date.now() })).clientId,
    deleteClient: (clientId) => ask('DELETE', `/clients/${clientId}`),
    getFormats: () => json('GET', '/formats'),
    getTemplateOrigins: () => json('GET', '/resources/templates/origins'),
    getSessionTimeout: async () => (await json('GET', '/clients/sessionTimeout')).clientSessionTimeout,
    keepAlive: (clientId) => ask('POST', `/clients/keepAlive/${clientId}`, {}),
    getParameters: (clientId, source, signal, search) =>
      json('POST', `/clients/${clientId}/parameters`, wireOf(source, search), signal),
    createInstance: async (clientId, source, signal) =>
      (await json('POST', `/clients/${clientId}/instances`, wireOf(source), signal)).instanceId,
    deleteInstance: (at) => ask('DELETE', instanceOf(at)),
    createDocument: async (at, { format, useCache, baseDocumentId, actionId }) => {
      const body = { format, useCache, baseDocumentID: baseDocumentId, actionID: actionId }
      return (await json('POST', `${instanceOf(at)}/documents`, body)).documentId
    },
    deleteDocument: (at) => ask('DELETE', documentOf(at)),
    getInfo: (at, signal) => json('GET', `${documentOf(at)}/info`, undefined, signal),
    getPage: (at, page, signal) => json('GET', `${documentOf(at)}/pages/${page}`, undefined, signal),
    getFile: async (at, signal) => (await ask('GET', documentOf(at), undefined, signal)).blob(),
  }
}

async function tokenByPassword({ url, username = '', password = '' }: NonNullable<ServiceConfig['reportServer']>) {
  const body = new URLSearchParams({ grant_type: 'password', username, password })
  const reply = await fetch(`${url!.replace(/\/+$/, '')}/Token`, { method: 'POST', body })
  if (!reply.ok) throw new Error(t('ErrorToken').text)
  return ((await reply.json()) as { access_token: string }).access_token
}
