import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Page } from './client/service-client.ts'
import { type Controller, createController } from './controller.ts'
import { enablement } from './state/state.ts'
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
const opened = (source = TENANTS) => settled(viewer.open(source))
const GONE = () => refusal('Not found', '', 404)
const EXPIRED = () => refusal('Gone', 'InvalidClientException', 410)
/** A call whose reply comes when it is given. */
function held<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  return { promise, resolve, reject }
}

describe('a document that nobody waits for', () => {
  test('is deleted when its id arrives after the load was replaced, and the next one is begun after that', async () => {
    await opened()
    const replies = [held<string>(), held<string>()]
    for (const { promise } of replies) service.createDocument.mockReturnValueOnce(promise)
    const sorts = [viewer.runAction('sort:Unit:asc')]
    await vi.advanceTimersByTimeAsync(10)
    for (const id of ['sort:Unit:desc', 'sort:Unit:asc']) sorts.push(viewer.runAction(id))
    await vi.advanceTimersByTimeAsync(10)
    expect(service.createDocument).toHaveBeenCalledTimes(2)
    replies[0]!.resolve('late')
    await vi.advanceTimersByTimeAsync(10)
    expect(service.deleteDocument).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ documentId: 'late' }))
    replies[1]!.resolve('wanted')
    await settled(Promise.all(sorts))
    expect(service.createDocument).toHaveBeenCalledTimes(3)
    expect(viewer.read()).toMatchObject({ phase: 'ready', ids: { documentId: 'wanted' } })
    expect(service.deleteDocument).toHaveBeenCalledTimes(1)
  })

  test('is deleted only after the next one was made of it: the order of its rows is not lost', async () => {
    await opened()
    service.getInfo.mockResolvedValue(info(1, false))
    service.createDocument.mockResolvedValueOnce('sorted')
    void viewer.runAction('sort:Unit:asc')
    await vi.advanceTimersByTimeAsync(100)
    expect(viewer.read().ids).toMatchObject({ documentId: 'sorted' })
    const reply = held<string>()
    service.createDocument.mockReturnValueOnce(reply.promise)
    service.getInfo.mockResolvedValue(info(1))
    const sorted = viewer.runAction('sort:Unit:asc')
    await vi.advanceTimersByTimeAsync(10)
    expect(service.createDocument).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ baseDocumentId: 'sorted', actionId: 'sort:Unit:asc' }),
    )
    expect(service.deleteDocument).not.toHaveBeenCalled()
    reply.resolve('again')
    await settled(sorted)
    expect(viewer.read()).toMatchObject({ phase: 'ready', ids: { documentId: 'again' } })
    expect(service.deleteDocument).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ documentId: 'sorted' }))
  })

  test('is deleted when the screen is left, and the report is loaded when it is opened again', async () => {
    service.getInfo.mockResolvedValue(info(1, false))
    void viewer.open(TENANTS)
    await vi.advanceTimersByTimeAsync(100)
    viewer.leave()
    expect(service.deleteDocument).toHaveBeenCalledTimes(1)
    expect(viewer.read()).toMatchObject({ phase: 'empty', status: '', page: null })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(service.getInfo).toHaveBeenCalledTimes(1)
    service.getInfo.mockResolvedValue(info(1))
    await opened()
    expect(viewer.read()).toMatchObject({ phase: 'ready', page: { pageNumber: 1 } })
    viewer.leave()
    expect(viewer.read().phase).toBe('ready')
  })

  test('a file that is made as the page is left is deleted, too', async () => {
    await opened()
    service.getInfo.mockResolvedValue(info(0, false))
    const exported = viewer.exportReport('CSV')
    await vi.advanceTimersByTimeAsync(100)
    viewer.leavePage()
    expect(service.deleteDocument).toHaveBeenCalledTimes(1)
    expect(await exported).toBeNull()
    expect(viewer.read()).toMatchObject({ isExporting: false, status: '', error: null })
  })
})

describe('a document that the service has deleted', () => {
  test('is made again at the page that is turned to, once', async () => {
    await opened()
    service.getPage.mockRejectedValueOnce(GONE())
    await settled(viewer.goToPage(3))
    expect(viewer.read()).toMatchObject({ phase: 'ready', pageNumber: 3, page: { pageNumber: 3 }, error: null })
    expect(service.createInstance).toHaveBeenCalledTimes(2)
  })

  test('is made again by one of the pages that are read for continuous pages', async () => {
    await opened()
    service.getPage.mockRejectedValueOnce(GONE()).mockRejectedValueOnce(GONE())
    const { signal } = new AbortController()
    // Page 2 was fetched ahead.
    await settled(viewer.goToPage(2))
    await settled(Promise.all([viewer.readPage(3, signal), viewer.readPage(3, signal)]))
    expect(viewer.read()).toMatchObject({ phase: 'ready', pageNumber: 2, error: null })
    expect(service.createInstance).toHaveBeenCalledTimes(2)
  })

  test('is made again for an export, which then has its file', async () => {
    await opened()
    service.createDocument.mockRejectedValueOnce(GONE())
    const exported = viewer.exportReport('CSV')
    await settled(exported)
    expect(await exported).toMatchObject({ name: 'Tenants.csv' })
    expect(service.createInstance).toHaveBeenCalledTimes(2)
    service.createDocument.mockRejectedValue(GONE())
    await settled(viewer.exportReport('CSV'))
    expect(viewer.read()).toMatchObject({ isExporting: false, phase: 'failed' })
  })

  test.each([
    ['has deleted it', GONE],
    ['has forgotten its client', EXPIRED],
  ])('opening the same report shows it again after the service %s', async (_how, refused) => {
    await opened()
    await opened()
    expect(service.createInstance).toHaveBeenCalledTimes(1)
    service.getInfo.mockRejectedValueOnce(refused())
    if (refused === EXPIRED) service.getParameters.mockRejectedValueOnce(EXPIRED())
    await opened()
    expect(service.createInstance).toHaveBeenCalledTimes(2)
    expect(viewer.read()).toMatchObject({ phase: 'ready', error: null })
  })

  test('opening the same report tries again after a failure', async () => {
    service.createInstance.mockRejectedValueOnce(refusal('Broken'))
    await opened()
    expect(viewer.read().phase).toBe('failed')
    await opened()
    expect(viewer.read()).toMatchObject({ phase: 'ready', error: null })
  })
})

describe('a client', () => {
  test('that has expired is registered again by the next report that is opened, without a message', async () => {
    await opened()
    service.getParameters.mockRejectedValueOnce(EXPIRED())
    await opened(RESIDENT)
    expect(viewer.read()).toMatchObject({ phase: 'ready', error: null, reportSource: RESIDENT })
    expect(service.registerClient).toHaveBeenCalledTimes(2)
  })

  test('is kept while it is visible', async () => {
    await opened()
    viewer.setVisible(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(service.keepAlive).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(service.keepAlive).toHaveBeenCalledTimes(2)
    expect(service.getSessionTimeout).toHaveBeenCalledTimes(1)
    viewer.setVisible(false)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(service.keepAlive).toHaveBeenCalledTimes(2)
    service.keepAlive.mockRejectedValueOnce(refusal('Down', '', 503)).mockRejectedValueOnce(EXPIRED())
    viewer.setVisible(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(viewer.read().error).toBeNull()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(viewer.read()).toMatchObject({ phase: 'expired', error: 'Click Refresh to restore client session.' })
  })
})

describe('work side by side', () => {
  test('a failed load leaves an export under way alone; during a load nothing is exported', async () => {
    await opened()
    service.getInfo.mockResolvedValueOnce(info(0, false))
    const exported = viewer.exportReport('CSV')
    await vi.advanceTimersByTimeAsync(100)
    service.createInstance.mockRejectedValueOnce(refusal('Broken'))
    const refreshed = viewer.refresh()
    expect(enablement(viewer.read())).toMatchObject({ export: false, print: false })
    await refreshed
    expect(viewer.read()).toMatchObject({ phase: 'failed', isExporting: true })
    expect(viewer.read().status).toBe('Preparing document to download. Please wait...')
    await vi.advanceTimersByTimeAsync(2000)
    expect(await exported).not.toBeNull()
    expect(viewer.read()).toMatchObject({ isExporting: false, status: '' })
    const reply = held<string>()
    service.createInstance.mockReturnValueOnce(reply.promise)
    void viewer.refresh()
    await vi.advanceTimersByTimeAsync(10)
    expect(await viewer.exportReport('CSV')).toBeNull()
    expect(enablement(viewer.read())).toMatchObject({ export: false, print: false })
  })

  test('the page that is being fetched ahead is not fetched again by the turn to it', async () => {
    const reply = held<Page>()
    service.getPage.mockImplementation(async (_at, number) => (number === 2 ? reply.promise : page(number)))
    await opened()
    const turned = viewer.nextPage()
    await vi.advanceTimersByTimeAsync(10)
    reply.resolve(page(2))
    await turned
    expect(viewer.read().page?.pageNumber).toBe(2)
    expect(service.getPage.mock.calls.filter(([, number]) => number === 2).length).toBe(1)
  })

  test('the second page is fetched ahead once the document is ready, so the first turn does not wait', async () => {
    service.getInfo.mockResolvedValueOnce(info(1, false)).mockResolvedValue(info(3))
    await opened()
    expect(service.getPage.mock.calls.map(([, number]) => number)).toEqual([1, 2])
    service.getPage.mockImplementation(() => new Promise(() => undefined))
    await viewer.nextPage()
    expect(viewer.read().page?.pageNumber).toBe(2)
  })

  test('a page of an earlier document is never one of the next', async () => {
    await opened()
    const reply = held<Page>()
    service.getPage.mockReturnValueOnce(reply.promise)
    const read = viewer.readPage(3, new AbortController().signal)
    await settled(viewer.refresh())
    reply.resolve({ ...page(3), pageContent: 'old' })
    await read
    await settled(viewer.goToPage(3))
    expect(viewer.read().page?.pageContent).toBe('<p>page 3</p>')
  })

  test('nobody waits for a page any more: it is not asked for again', async () => {
    await opened()
    const left = new AbortController()
    service.getPage.mockResolvedValue(page(3, false))
    const read = viewer.readPage(3, left.signal)
    await vi.advanceTimersByTimeAsync(600)
    left.abort()
    await read
    const calls = service.getPage.mock.calls.length
    await vi.advanceTimersByTimeAsync(5000)
    expect(service.getPage.mock.calls.length).toBe(calls)
  })

  test('the same entry of the document map scrolls to its place each time, once', async () => {
    await opened()
    await settled(viewer.goToBookmark('g1'))
    const { target } = viewer.read()
    viewer.arrived(target!)
    expect(viewer.read().target).toBeNull()
    await viewer.goToBookmark('g1')
    expect(viewer.read().target).toEqual({ page: 2, bookmark: 'g1' })
    viewer.arrived(target!)
    expect(viewer.read().target).not.toBeNull()
    await settled(viewer.nextPage())
    expect(viewer.read().target).toBeNull()
  })

  test('a page that is there already is turned to without a call', async () => {
    await opened()
    await settled(viewer.goToPage(2))
    service.getPage.mockClear()
    service.getPage.mockImplementation(() => new Promise(() => undefined))
    await viewer.goToPage(1)
    expect(viewer.read().page?.pageNumber).toBe(1)
    expect(service.getPage).not.toHaveBeenCalled()
  })
})

test('without an instance an action says so', async () => {
  await opened()
  service.createInstance.mockRejectedValueOnce(refusal('Broken'))
  await opened(RESIDENT)
  await viewer.runAction('sort:Unit:asc', page(1))
  expect(viewer.read().error).toBe('No report instance.')
})

test('a client that is still registering is deleted with its viewer; two reports opened at once register one client', async () => {
  const reply = held<string>()
  service.registerClient.mockReturnValueOnce(reply.promise)
  void viewer.open(TENANTS)
  void viewer.open({ ...TENANTS, report: 'Collection' })
  await vi.advanceTimersByTimeAsync(10)
  const disposed = viewer.dispose()
  reply.resolve('late')
  await settled(disposed)
  expect(service.registerClient).toHaveBeenCalledTimes(1)
  expect(service.deleteClient).toHaveBeenCalledExactlyOnceWith('late')
})
