import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReportSource, ServiceClient } from './client/service-client.ts'
import { type Controller, createController } from './controller.ts'
import { foundIn } from './state/search.ts'
import { clampedScale, enablement, pageOf, type SavedSettings, zoomStep } from './state/state.ts'
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
const GENERAL = 'Missing or invalid parameter value. Please input valid data for all parameters.'
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

describe('views', () => {
  test('print preview loads the report as HTML5, and back', async () => {
    await opened()
    await settled(viewer.toggleViewMode())
    expect(viewer.read().viewMode).toBe('PRINT_PREVIEW')
    expect(lastDocument()[1]).toMatchObject({ format: 'HTML5' })
    await settled(viewer.toggleViewMode())
    expect(lastDocument()[1]).toMatchObject({ format: 'HTML5Interactive' })
  })

  test('the scale mode goes from FIT_PAGE to FIT_PAGE_WIDTH, to SPECIFIC at 1, and again', () => {
    const modes = [1, 2, 3].map(() => {
      viewer.toggleScaleMode()
      const { scaleMode, scale } = viewer.read()
      return [scaleMode, scale]
    })
    expect(modes).toEqual([
      ['FIT_PAGE_WIDTH', 1],
      ['SPECIFIC', 1],
      ['FIT_PAGE', 1],
    ])
  })

  test('zoom goes by steps from what is shown, from 0.1 to 8', () => {
    expect([zoomStep(1, 'in'), zoomStep(0.6, 'out'), zoomStep(8, 'in'), zoomStep(0.1, 'out')]).toEqual([1.5, 0.5, 8, 0.1])
    expect([clampedScale(0), clampedScale(100)]).toEqual([0.1, 8])
    viewer.zoomIn(0.62)
    expect(viewer.read()).toMatchObject({ scaleMode: 'SPECIFIC', scale: 0.75 })
  })
})

describe('parameters', () => {
  const dated = [parameter('PropertyIds', { childParameters: ['BuildingIds'] }), parameter('BuildingIds'), from()]
  function from() {
    return parameter('From', { type: 'DateTime', multivalue: false, allowNull: false, value: '2026-01-01' })
  }
  beforeEach(() => void service.getParameters.mockResolvedValue(dated))

  test('an invalid one has its message and keeps the report from loading', async () => {
    await opened()
    viewer.setParameter('From', 'soon')
    expect(viewer.read().parameterErrors).toEqual({ From: 'Please input a valid date.' })
    await viewer.preview()
    expect(viewer.read()).toMatchObject({
      error: 'Missing or invalid parameter value. Please input valid data for all parameters.',
      parametersAreaVisible: true,
    })
    expect(service.createInstance).toHaveBeenCalledTimes(1)
    viewer.setParameter('From', '2026-02-03')
    expect(viewer.read()).toMatchObject({ error: null, parameterErrors: {} })
  })

  test('applied ones load the report as another record; empty ones have their default', async () => {
    await opened()
    viewer.setParameter('From', '2026-02-03')
    viewer.setParameter('BuildingIds', [])
    await settled(viewer.preview())
    expect(viewer.read()).toMatchObject({ reportSource: { parameterValues: { From: '2026-02-03' } }, edits: {} })
    expect(viewer.read().history.records.length).toBe(2)
  })

  test('one that others depend on reads their values again, 1 s after the last change', async () => {
    await opened()
    viewer.setParameter('PropertyIds', ['a'])
    await vi.advanceTimersByTimeAsync(900)
    viewer.setParameter('PropertyIds', ['a', 'b'])
    await vi.advanceTimersByTimeAsync(999)
    expect(service.getParameters).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(service.getParameters).toHaveBeenCalledTimes(2)
    const [, source] = service.getParameters.mock.lastCall as unknown as [string, ReportSource]
    expect(source.parameterValues).toEqual({ PropertyIds: ['a', 'b'] })
  })

  test('one without values shows the parameters instead of a report', async () => {
    service.getParameters.mockResolvedValue([parameter('Name', { multivalue: false, allowNull: false, value: '' })])
    await opened()
    expect(viewer.read()).toMatchObject({ phase: 'failed', parametersAreaVisible: true })
    expect(viewer.read().parameterErrors).toEqual({ Name: 'Parameter value cannot be empty.' })
    expect(service.createInstance).not.toHaveBeenCalled()
  })

  test('values that the service refuses have the same message, with its exception, and mark the parameter that it names', async () => {
    service.createInstance.mockRejectedValueOnce(refusal('Bad', 'InvalidParameterException', 404))
    await opened()
    expect(viewer.read()).toMatchObject({ error: GENERAL, parameterErrors: {} })
    const body = { Field: 'PropertyIds', ExceptionMessage: 'Properties: Gone.' }
    service.createInstance.mockRejectedValueOnce(refusal('Bad', 'InvalidParameterException', 404, body))
    await settled(viewer.refresh())
    expect(viewer.read()).toMatchObject({
      error: `${GENERAL} Properties: Gone.`,
      parameterErrors: { PropertyIds: 'Properties: Gone.' },
      parametersAreaVisible: true,
    })
  })

  describe('of a period', () => {
    const period = (From: string, To: string, error: string | null = null) => [
      parameter('From', { type: 'DateTime', multivalue: false, allowNull: false, value: From, Error: error }),
      parameter('To', { type: 'DateTime', multivalue: false, allowNull: false, value: To }),
    ]
    const REFUSED = { report: 'Transaction', parameterValues: { From: '2006-11-25', To: '2026-11-01' } }

    test('of a link that is refused are shown as they were given, with the reason, and can be corrected', async () => {
      service.getParameters.mockResolvedValueOnce(period('2006-11-25', '2026-11-01', 'A period has at most 9 days.'))
      await opened(REFUSED)
      expect(viewer.read()).toMatchObject({
        phase: 'failed',
        error: GENERAL,
        parametersAreaVisible: true,
        parameterErrors: { From: expect.stringMatching(/^A period has at most /) },
      })
      expect(enablement(viewer.read()).parameters).toBe(true)
      expect(viewer.read().parameters.map(({ value }) => value)).toEqual(['2006-11-25', '2026-11-01'])
      // The service's reason was about both days.
      viewer.setParameter('To', '2006-11-28')
      expect(viewer.read()).toMatchObject({ parameterErrors: {}, error: null })
      service.getParameters.mockResolvedValueOnce(period('2006-11-25', '2006-11-28'))
      await settled(viewer.preview())
      expect(viewer.read()).toMatchObject({ phase: 'ready', error: null })
    })

    test('stay as they were typed while they are read, when that fails, and when they are changed meanwhile', async () => {
      service.getParameters.mockResolvedValue(period('2026-11-01', '2026-11-20'))
      await opened({ report: 'Transaction', parameterValues: {} })
      viewer.setParameter('From', '2026-11-10')
      service.getParameters.mockRejectedValueOnce(refusal('Unreachable', '', 503))
      await settled(viewer.preview())
      expect(viewer.read()).toMatchObject({ phase: 'failed', edits: { From: '2026-11-10' } })
      const { promise, resolve } = Promise.withResolvers<ReturnType<typeof period>>()
      service.getParameters.mockReturnValueOnce(promise)
      const previewed = viewer.preview()
      expect(viewer.read().edits).toEqual({ From: '2026-11-10' })
      viewer.setParameter('To', '2026-11-15')
      resolve(period('2026-11-10', '2026-11-20'))
      await settled(previewed)
      expect(viewer.read()).toMatchObject({ phase: 'ready', edits: { To: '2026-11-15' } })
    })
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

describe('a small screen', () => {
  test('shows one panel at a time, and none after a load or a navigation', async () => {
    await opened()
    viewer.toggleParametersArea()
    viewer.setSmallScreen(true)
    expect(viewer.read().parametersAreaVisible).toBe(false)
    viewer.toggleParametersArea()
    viewer.toggleDocumentMap()
    expect(viewer.read()).toMatchObject({ parametersAreaVisible: false, documentMapVisible: true })
    await settled(viewer.goToBookmark('g1'))
    expect(viewer.read()).toMatchObject({ documentMapVisible: false, pageNumber: 2 })
    viewer.toggleThumbnails()
    await settled(viewer.refresh())
    expect(viewer.read().thumbnailsVisible).toBe(false)
  })

  test('a wide one shows several panels', async () => {
    await opened()
    viewer.toggleParametersArea()
    viewer.toggleDocumentMap()
    await settled(viewer.goToPage(2))
    expect(viewer.read()).toMatchObject({ parametersAreaVisible: true, documentMapVisible: true })
  })
})

describe('a search', () => {
  test('finds a text in every page, and leads from place to place and around', async () => {
    await opened()
    viewer.toggleSearch()
    await settled(viewer.search('PAGE'))
    const { found } = viewer.read().search
    expect(found).toEqual([1, 2, 3].map((number) => ({ page: number, index: 0, excerpt: `page ${number}` })))
    await settled(viewer.goToNextFound(-1))
    expect(viewer.read()).toMatchObject({ pageNumber: 3, search: { position: 2, isSearching: false } })
    await settled(viewer.goToNextFound())
    expect(viewer.read()).toMatchObject({ pageNumber: 1, search: { position: 0 } })
    await settled(viewer.refresh())
    expect(viewer.read().search.found.length).toBe(3)
    viewer.toggleSearch()
    expect(viewer.read().search).toMatchObject({ text: '', found: [] })
  })

  test('a later search replaces one that is under way', async () => {
    await opened()
    const first = viewer.search('page')
    await settled(viewer.search('page 2'))
    await first
    expect(viewer.read().search.found).toEqual([{ page: 2, index: 0, excerpt: 'page 2' }])
  })

  test.each([
    ['<td>R&amp;D <b>a.b</b></td><td>axb</td>', 'r&d', ['R&D']],
    ['<td>R&amp;D <b>a.b</b></td><td>axb</td>', 'a.b', ['a.b']],
    ['<svg><text>Mill</text></svg><td>Mill, mill</td>', 'mill', ['Mill, mill', 'Mill, mill']],
    ['<td class="mill">x</td>', 'mill', []],
    ['<td>x</td>', '  ', []],
  ])('in %s of %s', (html, text, expected) => {
    expect(foundIn(html, text)).toEqual(expected)
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

test('a session that persists opens the report where it was left', async () => {
  let saved: SavedSettings | null = null
  const write = (next: SavedSettings) => {
    saved = structuredClone(next)
  }
  const storage = { read: () => saved, write }
  const first = createController({ serviceClient: service.client, storage })
  await settled(first.open(TENANTS))
  await settled(first.goToPage(2))
  first.setScale(2)
  const again = createController({ serviceClient: service.client, storage })
  await settled(again.open(TENANTS))
  expect(again.read()).toMatchObject({ pageNumber: 2, scale: 2, scaleMode: 'SPECIFIC', phase: 'ready' })
  expect(service.registerClient).toHaveBeenCalledTimes(1)
  expect(service.createInstance).toHaveBeenCalledTimes(1)
  await again.dispose()
  expect(service.deleteClient).toHaveBeenCalledTimes(1)
})
