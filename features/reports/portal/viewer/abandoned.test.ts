import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Page } from './client/service-client.ts'
import { type Controller, createController } from './controller.ts'
import { enablement } from './state/state.ts'
import { info, page, parameter, RESIDENT, recordedService, refusal, settled, TENANTS } from './testing/recorded-service.ts'

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

describe('parameters that change while others are read', () => {
  const ofProperties = (value: string[], buildings: string[]) => [
    parameter('PropertyIds', { childParameters: ['BuildingIds'], value }),
    parameter('BuildingIds', { value: buildings }),
    parameter('From', { type: 'DateTime', multivalue: false, value: '2026-01-01' }),
    parameter('To', { type: 'DateTime', multivalue: false, value: '2026-01-31' }),
  ]
  beforeEach(async () => {
    service.getParameters.mockResolvedValue(ofProperties([], []))
    await opened()
    service.getParameters.mockClear()
  })
  const sent = (call: number) =>
    (service.getParameters.mock.calls as unknown as [string, typeof TENANTS][])[call]![1].parameterValues

  test('a change of another one, and an invalid value, do not stop the cascade', async () => {
    viewer.setParameter('PropertyIds', ['a'])
    viewer.setParameter('BuildingIds', ['b'])
    viewer.setParameter('From', 'soon')
    await vi.advanceTimersByTimeAsync(1000)
    expect(service.getParameters).toHaveBeenCalledTimes(1)
    // The service would refuse the invalid value.
    expect(sent(0)).toEqual({ PropertyIds: ['a'], BuildingIds: ['b'] })
    expect(viewer.read().edits.From).toBe('soon')
    expect(viewer.read().parameterErrors).toEqual({ From: 'Please input a valid date.' })
  })

  test('the reply leaves alone what was edited during the call', async () => {
    const reply = held<ReturnType<typeof ofProperties>>()
    service.getParameters.mockReturnValueOnce(reply.promise)
    viewer.setParameter('PropertyIds', ['a'])
    viewer.setParameter('BuildingIds', ['old', 'other'])
    await vi.advanceTimersByTimeAsync(1000)
    viewer.setParameter('From', '2026-01-05')
    reply.resolve(ofProperties(['a'], ['old']))
    await vi.advanceTimersByTimeAsync(0)
    expect(viewer.read().edits).toEqual({ PropertyIds: ['a'], BuildingIds: ['old'], From: '2026-01-05' })
  })

  test('of two cascades only the later one counts, whichever is answered first', async () => {
    const first = held<ReturnType<typeof ofProperties>>()
    service.getParameters.mockReturnValueOnce(first.promise)
    viewer.setParameter('PropertyIds', ['a'])
    await vi.advanceTimersByTimeAsync(1000)
    service.getParameters.mockResolvedValueOnce(ofProperties(['a', 'b'], []))
    viewer.setParameter('PropertyIds', ['a', 'b'])
    await vi.advanceTimersByTimeAsync(1000)
    first.resolve(ofProperties(['a'], []))
    await vi.advanceTimersByTimeAsync(0)
    expect(viewer.read().parameters[0]!.value).toEqual(['a', 'b'])
    expect(viewer.read().edits.PropertyIds).toEqual(['a', 'b'])
  })

  test('a period that ends before it begins is refused', async () => {
    viewer.setParameter('To', '2025-12-31')
    expect(viewer.read().parameterErrors).toEqual({ From: 'The first day is after the last one.' })
    await viewer.preview()
    expect(service.getParameters).not.toHaveBeenCalled()
    viewer.setParameter('From', '2025-12-01')
    expect(viewer.read().parameterErrors).toEqual({})
  })

  test('one with automatic refresh loads the report at once; one that others depend on, after their values', async () => {
    service.getParameters.mockResolvedValue([
      parameter('Unit', { multivalue: false, autoRefresh: true }),
      parameter('PropertyIds', { childParameters: ['BuildingIds'], autoRefresh: true }),
      parameter('BuildingIds'),
    ])
    await opened(RESIDENT)
    service.createInstance.mockClear()
    service.getParameters.mockClear()
    viewer.setParameter('Unit', '7')
    await vi.advanceTimersByTimeAsync(1)
    expect(viewer.read()).toMatchObject({ phase: 'ready', reportSource: { parameterValues: { Unit: '7' } } })
    expect(service.createInstance).toHaveBeenCalledTimes(1)
    viewer.setParameter('PropertyIds', ['a'])
    await vi.advanceTimersByTimeAsync(999)
    expect(service.createInstance).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(service.createInstance).toHaveBeenCalledTimes(2)
    expect(service.getParameters).toHaveBeenCalledTimes(3)
  })

  test('a list that does not offer all asks the service for typed words, and keeps what is chosen', async () => {
    const choices = (...names: string[]) => names.map((name) => ({ name, value: name.toLowerCase() }))
    const long = parameter('Resident', { multivalue: false, hasMoreValues: true, availableValues: choices('Ada', 'Bea') })
    service.getParameters.mockResolvedValue([long])
    await opened(RESIDENT)
    viewer.setParameter('Resident', 'bea')
    service.getParameters.mockClear()
    service.getParameters.mockResolvedValue([{ ...long, hasMoreValues: false, availableValues: choices('Zoe') }])
    viewer.searchValues('Resident', 'z')
    viewer.searchValues('Resident', 'zo')
    await vi.advanceTimersByTimeAsync(300)
    expect(service.getParameters).toHaveBeenCalledTimes(1)
    expect((service.getParameters.mock.lastCall as unknown[])[3]).toEqual({ id: 'Resident', text: 'zo' })
    expect(viewer.read().parameters[0]).toMatchObject({ hasMoreValues: true, availableValues: choices('Zoe', 'Bea') })
    viewer.setParameter('Resident', 'zoe')
    expect(viewer.read().parameterErrors).toEqual({})
  })

  test('a failed search says so at its list only, until the next search', async () => {
    service.getParameters.mockResolvedValue([parameter('Resident', { multivalue: false, hasMoreValues: true })])
    await opened(RESIDENT)
    service.getParameters.mockRejectedValueOnce(new Error('Unreachable'))
    viewer.searchValues('Resident', 'z')
    await vi.advanceTimersByTimeAsync(300)
    expect(viewer.read()).toMatchObject({
      phase: 'ready',
      failedSearch: { id: 'Resident', reason: expect.stringContaining('Unreachable') },
    })
    viewer.searchValues('Resident', 'z')
    expect(viewer.read().failedSearch).toBeNull()
    await vi.advanceTimersByTimeAsync(300)
    expect(viewer.read().failedSearch).toBeNull()
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

describe('saved settings', () => {
  test.each([
    ['a text', 'x'],
    [
      'another shape',
      { history: { records: [{}], position: 3 }, scale: 'big', viewMode: 'UPSIDE_DOWN', clientId: 7, pageNumber: -1 },
    ],
    ['nothing', null],
  ])('%s is ignored', async (_what, saved) => {
    const viewerOf = createController({ serviceClient: service.client, storage: { read: () => saved, write: () => undefined } })
    expect(viewerOf.read()).toMatchObject({ scale: 1, viewMode: 'INTERACTIVE', clientId: null, history: { records: [] } })
    await settled(viewerOf.open(TENANTS))
    expect(viewerOf.read().phase).toBe('ready')
  })

  test.each([
    [100, 8],
    [0.01, 0.1],
    [Number.NaN, 1],
  ])('a scale of %d is %d', (scale, expected) => {
    const { serviceClient } = { serviceClient: service.client }
    expect(createController({ serviceClient, settings: { scale } }).read().scale).toBe(expected)
    const storage = { read: () => ({ scale }), write: () => undefined }
    expect(createController({ serviceClient, storage }).read().scale).toBe(expected)
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
