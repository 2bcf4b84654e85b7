import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReportSource, ServiceClient } from './client/service-client.ts'
import { type Controller, createController } from './controller.ts'
import { enablement, pageOf } from './state/state.ts'
import { info, page, RESIDENT, recordedService, refusal, settled, TENANTS } from './testing/recorded-service.ts'

let service: ReturnType<typeof recordedService>
let viewer: Controller
beforeEach(() => {
  vi.useFakeTimers()
  service = recordedService()
  viewer = createController({ serviceClient: service.client })
})
afterEach(() => {
  void viewer.dispose()
  vi.useRealTimers()
})
const opened = (source: ReportSource = TENANTS) => settled(viewer.open(source))
const lastDocument = () => service.createDocument.mock.lastCall as unknown as [unknown, Record<string, unknown>]

describe('the load sequence', () => {
  test('registers, reads parameters, makes an instance and a document, and shows the first page', async () => {
    await opened()
    const order = [service.registerClient, service.getParameters, service.createInstance, service.createDocument, service.getPage]
    const calls = order.map((call) => call.mock.invocationCallOrder[0]!)
    expect(calls).toEqual(calls.toSorted((a, b) => a - b))
    expect(lastDocument()[1]).toMatchObject({ format: 'HTML5Interactive', useCache: true })
    expect(viewer.read()).toMatchObject({ phase: 'ready', pageNumber: 1, pageCount: 3, documentReady: true, error: null })
    expect(viewer.read().page?.pageContent).toBe('<p>page 1</p>')
  })

  test('polls the document every 2000 ms and says how many pages there are; the last text goes after 2 s', async () => {
    service.getInfo.mockResolvedValueOnce(info(0, false)).mockResolvedValueOnce(info(2, false))
    const work = viewer.open(TENANTS)
    await vi.advanceTimersByTimeAsync(0)
    expect(viewer.read()).toMatchObject({ phase: 'loading', status: 'Loading report...' })
    await vi.advanceTimersByTimeAsync(1999)
    expect(service.getInfo).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(viewer.read().status).toBe('2 pages loaded so far ...')
    await vi.advanceTimersByTimeAsync(2000)
    expect(viewer.read()).toMatchObject({ phase: 'ready', status: 'Done. Total 3 pages loaded.' })
    await vi.advanceTimersByTimeAsync(1999)
    expect(viewer.read().status).not.toBe('')
    await vi.advanceTimersByTimeAsync(1)
    expect(viewer.read().status).toBe('')
    await work
  })

  test('polls a page every 500 ms, and shows it before the document is ready', async () => {
    service.getInfo.mockResolvedValue(info(1, false))
    service.getPage.mockResolvedValueOnce(page(1, false)).mockResolvedValueOnce(page(1, false))
    void viewer.open(TENANTS)
    await vi.advanceTimersByTimeAsync(999)
    expect(viewer.read().page).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(viewer.read().page?.pageNumber).toBe(1)
    expect(viewer.read().documentReady).toBe(false)
  })

  test('without pages there is none to display', async () => {
    service.getInfo.mockResolvedValue(info(0))
    service.getPage.mockResolvedValue(page(1, false))
    await opened()
    expect(viewer.read()).toMatchObject({ status: 'No page to display.', page: null })
  })

  test('another report cancels the one under way', async () => {
    service.getInfo.mockResolvedValue(info(0, false))
    void viewer.open(TENANTS)
    await vi.advanceTimersByTimeAsync(100)
    service.getInfo.mockResolvedValue(info(1))
    await opened(RESIDENT)
    expect(service.deleteDocument).toHaveBeenCalledTimes(1)
    expect(viewer.read()).toMatchObject({ phase: 'ready', reportSource: RESIDENT })
    expect(viewer.read().history.records.map(({ reportSource }) => reportSource.report)).toEqual(['Resident'])
  })

  test.each([
    ['registerClient', 'Error registering the viewer with the service. Broken'],
    ['getParameters', 'Unable to get report parameters. Broken'],
    ['createInstance', 'Error creating report instance (Report = Tenants). Broken'],
    ['createDocument', 'Error creating report document (Report = Tenants; Format = HTML5Interactive). Broken'],
    ['getInfo', 'Broken'],
  ] as const)('a failure of %s is shown with its reason', async (call, error) => {
    service[call].mockRejectedValue(refusal('Broken') as never)
    await opened()
    expect(viewer.read()).toMatchObject({ phase: 'failed', error, status: '' })
    expect(viewer.read().history.records).toEqual([])
  })

  test('a failure has the message of the service and that of its exception', async () => {
    service.createInstance.mockRejectedValueOnce(refusal('Busy.', '', 503, { ExceptionMessage: 'No connection is left.' }))
    await opened()
    expect(viewer.read().error).toBe('Error creating report instance (Report = Tenants). Busy. No connection is left.')
  })

  test('the document map has the nodes of the service, which may be others than its bookmarks', async () => {
    const documentMapNodes = [{ id: 'g1', text: 'Lofts', page: 2 }]
    service.getInfo.mockResolvedValue({
      ...info(3),
      bookmarkNodes: [...documentMapNodes, { id: 'b2', text: 'Row', page: 3 }],
      documentMapNodes,
    })
    await opened()
    expect(viewer.read().documentMap).toEqual(documentMapNodes)
    await settled(viewer.goToBookmark('b2'))
    expect(viewer.read().pageNumber).toBe(3)
  })

  test('needs a service client, a report and a document', async () => {
    const without = { serviceClient: undefined as unknown as ServiceClient }
    expect(() => createController(without)).toThrow('No serviceClient has been specified for this controller.')
    await viewer.refresh()
    expect(viewer.read().error).toBe('No report.')
    await viewer.goToPage(2)
    expect(viewer.read().error).toBe('No report document.')
    service.createInstance.mockRejectedValue(refusal('Broken'))
    await opened()
    await viewer.toggleViewMode()
    await settled(viewer.runAction('sort:Unit:asc'))
    expect(viewer.read().ids).toBeNull()
  })
})

describe('an expired client', () => {
  test('shows the hint; Refresh registers again', async () => {
    await opened()
    service.getPage.mockRejectedValueOnce(refusal('Gone', 'InvalidClientException', 410))
    await settled(viewer.goToPage(3))
    const expired = { phase: 'expired', error: 'Click Refresh to restore client session.', clientId: null }
    expect(viewer.read()).toMatchObject(expired)
    expect(viewer.read().history.records[0]!.ids).toBeNull()
    await settled(viewer.refresh())
    expect(service.registerClient).toHaveBeenCalledTimes(2)
    expect(viewer.read()).toMatchObject({ phase: 'ready', error: null, pageNumber: 3 })
    expect(lastDocument()[1]).toMatchObject({ useCache: false })
  })
})

describe('pages', () => {
  test('are turned up to the count; each is fetched once', async () => {
    await opened()
    expect(enablement(viewer.read())).toMatchObject({ first: false, previous: false, next: true, last: true })
    await settled(viewer.nextPage())
    expect(viewer.read().page?.pageNumber).toBe(2)
    await settled(viewer.goToPage(99))
    expect(viewer.read().pageNumber).toBe(3)
    expect(enablement(viewer.read())).toMatchObject({ first: true, previous: true, next: false, last: false })
    await settled(viewer.nextPage())
    await settled(viewer.firstPage())
    const fetched = service.getPage.mock.calls.map(([, number]) => number)
    expect(fetched).toEqual([1, 2, 3])
  })

  test.each([
    ['2', 2],
    [' 3 ', 3],
    ['0', 1],
    ['1000000000', 3],
    ['-1', null],
    ['1.5', null],
    ['x', null],
    ['', null],
  ])('the page input reads %o as %o', (text, expected) => {
    expect(pageOf(text, 3)).toBe(expected)
  })

  test('a bookmark opens its page', async () => {
    await opened()
    await settled(viewer.goToBookmark('g1'))
    expect(viewer.read()).toMatchObject({ pageNumber: 2, target: { page: 2, bookmark: 'g1' } })
  })
})

describe('actions of a page', () => {
  test('sorting makes another document of the instance and begins at page 1; a toggle stays on its page', async () => {
    await opened()
    const before = viewer.read().ids!
    await settled(viewer.goToPage(2))
    await settled(viewer.runAction('sort:Unit:asc'))
    const sorted = { actionId: 'sort:Unit:asc', baseDocumentId: before.documentId }
    expect(lastDocument()[0]).toMatchObject({ instanceId: before.instanceId })
    expect(lastDocument()[1]).toMatchObject(sorted)
    expect(viewer.read().pageNumber).toBe(1)
    await settled(viewer.goToPage(2))
    await settled(viewer.runAction('toggle:g1'))
    expect(viewer.read()).toMatchObject({ pageNumber: 2, history: { position: 0 } })
  })

  test('a link opens another report; back returns to the document that was left, and forward', async () => {
    await opened()
    const left = viewer.read().ids
    await settled(viewer.nextPage())
    await settled(viewer.runAction('link:0'))
    expect(viewer.read().reportSource).toEqual(RESIDENT)
    expect(enablement(viewer.read())).toMatchObject({ back: true, forward: false })
    await settled(viewer.back())
    expect(viewer.read()).toMatchObject({ reportSource: TENANTS, ids: left, pageNumber: 2 })
    await settled(viewer.forward())
    expect(viewer.read().reportSource).toEqual(RESIDENT)
    expect(service.createInstance).toHaveBeenCalledTimes(2)
  })

  test('back makes the document again when the service has deleted it', async () => {
    await opened()
    await settled(viewer.runAction('link:0'))
    service.getInfo.mockRejectedValueOnce(refusal('Not found', '', 404))
    await settled(viewer.back())
    expect(viewer.read()).toMatchObject({ phase: 'ready', reportSource: TENANTS })
    expect(service.createInstance).toHaveBeenCalledTimes(3)
  })

  test('records that the history drops are deleted', async () => {
    await opened()
    await settled(viewer.runAction('link:0'))
    await settled(viewer.back())
    service.deleteInstance.mockRejectedValueOnce(refusal('Broken', '', 503))
    await opened({ report: 'Collection', parameterValues: {} })
    expect(service.deleteInstance).toHaveBeenCalledTimes(1)
    expect(viewer.read().error).toBe('Error deleting report instance. Broken')
    expect(viewer.read().history.records.map(({ reportSource }) => reportSource.report)).toEqual(['Tenants', 'Collection'])
  })
})

describe('files', () => {
  test('an export disables export and print until its file is there', async () => {
    await opened()
    service.getInfo.mockResolvedValueOnce(info(0, false))
    const exported = viewer.exportReport('CSV')
    expect(viewer.read()).toMatchObject({
      isExporting: true,
      status: 'Preparing document to download. Please wait...',
    })
    expect(enablement(viewer.read())).toMatchObject({ export: false, print: false })
    expect(await viewer.printReport()).toBeNull()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await exported).toMatchObject({ name: 'Tenants.csv' })
    expect(viewer.read()).toMatchObject({ isExporting: false, status: '' })
    expect(enablement(viewer.read())).toMatchObject({ export: true, print: true })
  })

  test('a print that fails can be tried again', async () => {
    await opened()
    service.createDocument.mockRejectedValueOnce(refusal('Too many'))
    const printed = viewer.printReport()
    expect(viewer.read().status).toBe('Preparing document to print. Please wait...')
    expect(await printed).toBeNull()
    expect(viewer.read()).toMatchObject({
      isPrinting: false,
      error: 'Error creating report document (Report = Tenants; Format = PDF). Too many',
    })
    expect(enablement(viewer.read()).print).toBe(true)
  })
})

test('a custom action is the application’s; without one it does nothing', async () => {
  const action = { Id: 'own', Type: 'customAction' as const, Value: { id: 7 } }
  service.getPage.mockImplementation(async (_at, number) => ({ ...page(number), pageActions: [action] }))
  const onCustomAction = vi.fn()
  const own = createController({ serviceClient: service.client, onCustomAction })
  await settled(own.open(TENANTS))
  await own.runAction('own')
  expect(onCustomAction).toHaveBeenCalledWith(action)
  await opened()
  await viewer.runAction('own')
  expect(viewer.read()).toMatchObject({ phase: 'ready', error: null })
})

test('a page that is read for continuous pages expires like one that is turned to', async () => {
  await opened()
  service.getPage.mockRejectedValueOnce(refusal('Gone', 'InvalidClientException', 410))
  expect(await viewer.readPage(3, new AbortController().signal)).toBeNull()
  expect(viewer.read()).toMatchObject({ phase: 'expired', clientId: null })
})
