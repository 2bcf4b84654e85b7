import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReportSource } from './client/service-client.ts'
import { type Controller, createController } from './controller.ts'
import { foundIn } from './state/search.ts'
import { clampedScale, type SavedSettings, zoomStep } from './state/state.ts'
import { recordedService, settled, TENANTS } from './testing/recorded-service.ts'

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
const lastDocument = () => service.createDocument.mock.lastCall as unknown as [unknown, Record<string, unknown>]
const opened = (source: ReportSource = TENANTS) => settled(viewer.open(source))

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
