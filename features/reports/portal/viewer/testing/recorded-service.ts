import { vi } from 'vitest'
import type { Info, Page, Parameter, ReportSource, ServiceClient } from '../client/service-client.ts'

export const TENANTS: ReportSource = { report: 'Tenants', parameterValues: {} }
export const RESIDENT: ReportSource = { report: 'Resident', parameterValues: { ResidentId: 'r1' } }

export function info(pageCount: number, documentReady = true): Info {
  const nodes = documentReady ? [{ id: 'g1', text: 'Mill Lofts', page: Math.min(2, pageCount) }] : []
  return { documentReady, pageCount, documentMapAvailable: documentReady, bookmarkNodes: nodes, documentMapNodes: nodes }
}
export const page = (pageNumber: number, pageReady = true): Page => ({
  pageReady,
  pageNumber,
  pageContent: pageReady ? `<p>page ${pageNumber}</p>` : '',
  pageStyles: '',
  pageActions: [
    { Id: 'sort:Unit:asc', Type: 'sorting', Value: {} },
    { Id: 'toggle:g1', Type: 'toggleVisibility', Value: {} },
    { Id: 'link:0', Type: 'navigateToReport', Value: { report: 'Resident', parameterValues: RESIDENT.parameterValues } },
  ],
})
export const parameter = (id: string, change: Partial<Parameter> = {}): Parameter => ({
  ...{ id, name: id, type: 'String', value: [], isVisible: true, allowNull: true, allowBlank: false, multivalue: true },
  ...{ text: id, availableValues: null, hasMoreValues: false, autoRefresh: false, childParameters: [], Error: null },
  ...(change as object),
})
export const refusal = (message: string, code = '', status = 400, body: object | null = null) =>
  Object.assign(new Error(message), { code, status, body })

/** A service with recorded replies; its calls are spies. */
export function recordedService() {
  let made = 0
  const service = {
    registerClient: vi.fn(async () => `client${++made}`),
    deleteClient: vi.fn(async () => ({})),
    getSessionTimeout: vi.fn(async () => 1200),
    keepAlive: vi.fn(async () => ({})),
    getFormats: vi.fn(async () => [{ name: 'CSV', localizedName: 'CSV' }]),
    getParameters: vi.fn(async (): Promise<Parameter[]> => [parameter('PropertyIds')]),
    createInstance: vi.fn(async () => `instance${++made}`),
    deleteInstance: vi.fn(async () => ({})),
    createDocument: vi.fn(async () => `document${++made}`),
    deleteDocument: vi.fn(async () => ({})),
    getInfo: vi.fn(async () => info(3)),
    getPage: vi.fn(async (_at: unknown, number: number) => page(number)),
    getFile: vi.fn(async () => new Blob(['a,b'])),
  }
  return { ...service, client: service as unknown as ServiceClient }
}

/** Runs a command to its end, with stopped timers. */
export async function settled(work: Promise<unknown>) {
  await vi.advanceTimersByTimeAsync(60_000)
  await work
}
