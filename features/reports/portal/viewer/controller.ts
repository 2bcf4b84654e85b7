import type { ParameterValues } from '../../contract.ts'
import { t } from '../../viewer-messages.ts'
import { failureOf, InvalidParameters, isExpired, isInvalidParameter, step, waitMs } from './failures.ts'
import { recordLoaded, recordStarted, withoutTemporary } from './history.ts'
import { errorOf, errorsOf, sourceWith } from './parameter-values.ts'
import { foundIn, MAX_FOUND, NO_SEARCH, type Search, stepped } from './search.ts'
import type { DocumentIds, InstanceIds, NewDocument, Page, ReportSource, ServiceClient } from './service-client.ts'
import {
  clampedScale,
  DONE_SHOWN_MS,
  enablement,
  type HistoryRecord,
  INFO_POLL_MS,
  INITIAL,
  isSameSource,
  NO_PANELS,
  PAGE_POLL_MS,
  PARAMETER_DEBOUNCE_MS,
  type Panel,
  pageOf,
  type SavedSettings,
  savedSettings,
  type ViewerState,
  zoomStep,
} from './state.ts'

const FORMATS = { INTERACTIVE: 'HTML5Interactive', PRINT_PREVIEW: 'HTML5' } as const
/** Pages of a document that are kept, so that a page turn does not wait. */
const KEPT_PAGES = 40

type Options = {
  readonly serviceClient: ServiceClient
  readonly settings?: Partial<Pick<ViewerState, 'viewMode' | 'printMode' | 'scale' | 'scaleMode' | 'parametersAreaVisible'>>
  /** Does what a report's custom action asks for; without it such actions do nothing. */
  readonly onCustomAction?: (action: Page['pageActions'][number]) => void
  /** Where the settings persist; by default only in memory. */
  readonly storage?: { readonly read: () => SavedSettings | null; readonly write: (saved: SavedSettings) => void }
}
type Work = (signal: AbortSignal) => Promise<void>
type Load = { readonly pageNumber?: number; readonly useCache?: boolean }

export type Controller = ReturnType<typeof createController>

/**
 * The report viewer without its surface: every command and state of spec 3 §4 to §9. Its only dependency is the client of the
 * report service. A new command cancels the load that is under way; errors become `error`, no command throws.
 */
export function createController({ serviceClient, settings = {}, storage, onCustomAction }: Options) {
  if (!serviceClient) throw new Error(t('ErrorNoClient').text)
  const saved = storage?.read() ?? null
  let state: ViewerState = { ...INITIAL, ...settings, ...saved }
  let saveOf: SavedSettings | null = saved
  let loading: AbortController | null = null
  let turning: AbortController | null = null
  let filing: AbortController | null = null
  let searching: AbortController | null = null
  let parameterTimer: ReturnType<typeof setTimeout> | undefined
  const pages = new Map<number, Page>()
  const watchers = new Set<() => void>()

  function update(change: Partial<ViewerState>) {
    state = { ...state, ...change }
    const settingsNow = savedSettings(state)
    if (storage && JSON.stringify(settingsNow) !== JSON.stringify(saveOf)) storage.write(settingsNow)
    saveOf = settingsNow
    for (const notify of watchers) notify()
  }

  function fail(error: unknown, change: Partial<ViewerState> = { phase: 'failed' }) {
    const idle = { status: '', isExporting: false, isPrinting: false }
    if (isExpired(error)) {
      // Its documents are gone with it.
      const records = state.history.records.map((record) => ({ ...record, ids: null }))
      const history = { ...state.history, records }
      return update({ ...idle, phase: 'expired', error: t('ErrorExpired').text, clientId: null, ids: null, history })
    }
    if (isInvalidParameter(error)) update({ parametersAreaVisible: true })
    update({ ...idle, ...change, error: failureOf(error), history: withoutTemporary(state.history) })
  }

  /** Runs a load; one that is under way ends, and its unfinished document is cancelled. */
  async function run(work: Work): Promise<void> {
    stop()
    loading = new AbortController()
    const { signal } = loading
    update({ phase: 'loading', error: null, notice: '', status: t('StatusLoading').text, ...unpanelled() })
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
  }
  function stop() {
    clearTimeout(parameterTimer)
    const isUnfinished = loading !== null && !loading.signal.aborted && state.ids !== null && !state.documentReady
    if (isUnfinished) serviceClient.deleteDocument(state.ids!).catch(() => undefined)
    loading?.abort()
    turning?.abort()
    searching?.abort()
  }
  /** On a small screen nothing covers the page after a load or a navigation. */
  const unpanelled = () => (state.isSmallScreen ? NO_PANELS : {})

  async function clientOf(): Promise<string> {
    if (state.clientId) return state.clientId
    const clientId = await step(t('ErrorRegister'), serviceClient.registerClient())
    update({ clientId })
    if (state.formats.length === 0) update({ formats: await serviceClient.getFormats() })
    return clientId
  }

  async function readParameters(source: ReportSource, signal: AbortSignal) {
    const clientId = await clientOf()
    const parameters = await step(t('ErrorParameters'), serviceClient.getParameters(clientId, source, signal))
    signal.throwIfAborted()
    return parameters
  }

  /** The load sequence: client, parameters, instance, document, then its state and page. */
  const load = (source: ReportSource, { pageNumber = 1, useCache = true }: Load = {}) =>
    run(async (signal) => {
      const before = state.history.records
      const history = recordStarted(state.history, { reportSource: source, pageNumber, viewMode: state.viewMode })
      const isOther = state.reportSource?.report !== source.report
      if (isOther) update({ parameters: [], ids: null, page: null, pageCount: 0, bookmarks: [], documentMapAvailable: false })
      update({ history, reportSource: source, pageNumber, edits: {}, parameterErrors: {} })
      deleteDropped(before)
      update({ parameters: await readParameters(source, signal) })
      if (state.formats.length === 0) update({ formats: await serviceClient.getFormats() })
      const parameterErrors = errorsOf(state.parameters, source.parameterValues)
      if (Object.keys(parameterErrors).length > 0) {
        update({ parameterErrors, parametersAreaVisible: true })
        throw new InvalidParameters()
      }
      const clientId = state.clientId!
      const { report } = source
      const instanceId = await step(t('ErrorInstance', { report }), serviceClient.createInstance(clientId, source, signal))
      await render({ clientId, instanceId }, { format: FORMATS[state.viewMode], useCache }, pageNumber, signal)
    })

  /** Makes a document of an instance and shows it. */
  async function render(at: InstanceIds, document: NewDocument, pageNumber: number, signal: AbortSignal) {
    const { report } = state.reportSource!
    const failed = t('ErrorDocument', { report, format: document.format })
    const documentId = await step(failed, serviceClient.createDocument(at, document, signal))
    const ids = { clientId: at.clientId, instanceId: at.instanceId, documentId }
    if (signal.aborted) {
      serviceClient.deleteDocument(ids).catch(() => undefined)
      signal.throwIfAborted()
    }
    await show(ids, pageNumber, signal)
  }

  /** Shows a page of a document as soon as it exists, and follows the document until it is ready. */
  async function show(ids: DocumentIds, pageNumber: number, signal: AbortSignal) {
    pages.clear()
    update({ search: { ...NO_SEARCH, text: state.search.text } })
    update({ ids, documentReady: false, pageCount: 0, bookmarks: [], documentMapAvailable: false, pageNumber })
    const first = pageNumber === 1 ? turnTo(1, signal) : null
    // Awaited when the document is ready.
    first?.catch(() => undefined)
    let shown: Promise<void> | null = first
    while (!state.documentReady) {
      const began = Date.now()
      const info = await serviceClient.getInfo(ids, signal)
      signal.throwIfAborted()
      const { documentReady, pageCount, documentMapAvailable, bookmarkNodes } = info
      const status = documentReady || pageCount === 0 ? state.status : t('StatusPages', { count: pageCount }).text
      update({ documentReady, pageCount, documentMapAvailable, bookmarks: bookmarkNodes, status })
      if (!shown && (documentReady || pageCount >= pageNumber))
        shown = turnTo(Math.min(pageNumber, Math.max(pageCount, 1)), signal)
      if (!documentReady) await waitMs(INFO_POLL_MS - (Date.now() - began), signal)
    }
    if (state.pageCount === 0) turning?.abort()
    else await shown
    signal.throwIfAborted()
    const count = state.pageCount
    const history = recordLoaded(state.history, { ids, pageNumber: state.pageNumber, viewMode: state.viewMode })
    const status = count === 0 ? t('StatusNoPage').text : t('StatusDone', { count }).text
    update({ phase: 'ready', status, history, ...(count === 0 && { page: null }) })
    if (count === 0) return
    if (state.searchVisible && state.search.text) void search(state.search.text)
    await waitMs(DONE_SHOWN_MS, signal)
    if (state.status === status) update({ status: '' })
  }

  /** Shows a page; a later turn replaces it. Fetches the next page ahead. */
  async function turnTo(pageNumber: number, outer?: AbortSignal): Promise<void> {
    turning?.abort()
    const mine = new AbortController()
    turning = mine
    const signal = outer ? AbortSignal.any([outer, mine.signal]) : mine.signal
    const { records, position } = state.history
    // At once, so that a reload while the page is fetched shows it too.
    const history = { position, records: records.map((one, at) => (at === position ? { ...one, pageNumber } : one)) }
    update({ pageNumber, history })
    try {
      const page = await pageOfDocument(pageNumber, signal)
      signal.throwIfAborted()
      update({ page })
      const isNextKnown = state.documentReady && pageNumber < state.pageCount
      if (isNextKnown) pageOfDocument(pageNumber + 1, signal).catch(() => undefined)
    } catch (error) {
      if (signal.aborted) return
      if (outer) throw error
      fail(error)
    }
  }
  async function pageOfDocument(pageNumber: number, signal: AbortSignal): Promise<Page> {
    const { ids } = state
    const kept = pages.get(pageNumber)
    if (kept) return kept
    if (!ids) throw new Error(t('ErrorNoDocument').text)
    for (;;) {
      const began = Date.now()
      const page = await serviceClient.getPage(ids, pageNumber, signal)
      signal.throwIfAborted()
      if (page.pageReady) {
        pages.set(pageNumber, page)
        const [oldest] = pages.keys()
        if (pages.size > KEPT_PAGES) pages.delete(oldest!)
        return page
      }
      await waitMs(PAGE_POLL_MS - (Date.now() - began), signal)
    }
  }

  /** Deletes the instances of records that the history has dropped. */
  function deleteDropped(before: readonly HistoryRecord[]) {
    const used = new Set(state.history.records.map(({ ids }) => ids?.instanceId))
    const dropped = before.flatMap(({ ids }) =>
      ids && ids.clientId === state.clientId && !used.has(ids.instanceId) ? [ids] : [],
    )
    for (const ids of dropped)
      serviceClient.deleteInstance(ids).catch((error: unknown) => {
        // One that the service has deleted already is no error.
        const { status } = error as { status?: number }
        if (status !== 404 && status !== 410) update({ error: failureOf(error, t('ErrorDeleteInstance')) })
      })
  }

  /** Loads a record of the history: its document when the service still has it. */
  function restore(position: number) {
    const record = state.history.records[position]
    if (!record) return Promise.resolve()
    const { reportSource, pageNumber, viewMode, ids } = record
    update({ history: { ...state.history, position }, viewMode, edits: {}, parameterErrors: {} })
    if (!ids) return load(reportSource, { pageNumber })
    return run(async (signal) => {
      update({ reportSource, ids, page: null, pageNumber })
      try {
        update({ parameters: await readParameters(reportSource, signal) })
        await show(ids, pageNumber, signal)
      } catch (error) {
        if (signal.aborted || (error as { status?: number }).status !== 404) throw error
        await load(reportSource, { pageNumber })
      }
    })
  }

  function refresh() {
    const { reportSource, pageNumber } = state
    if (!reportSource) return Promise.resolve(update({ error: t('ErrorNoReport').text }))
    return load(reportSource, { pageNumber, useCache: false })
  }

  /** Renders the present instance in another form: another view, or after an action of a page. */
  function rerender(document: Partial<NewDocument>, pageNumber: number) {
    const { ids, reportSource } = state
    if (!reportSource) return Promise.resolve(update({ error: t('ErrorNoReport').text }))
    if (!ids) return Promise.resolve(update({ error: t('ErrorNoInstance').text }))
    const all = { format: FORMATS[state.viewMode], baseDocumentId: ids.documentId, useCache: true, ...document }
    return run((signal) => render(ids, all, pageNumber, signal))
  }

  function setParameter(id: string, value: ParameterValues[string]) {
    const parameter = state.parameters.find((one) => one.id === id)
    if (!parameter) return
    const { [id]: _, ...others } = state.parameterErrors
    const error = errorOf(parameter, value)
    update({ edits: { ...state.edits, [id]: value }, parameterErrors: error ? { ...others, [id]: error } : others })
    clearTimeout(parameterTimer)
    if (error) return
    const delay =
      parameter.multivalue && (parameter.childParameters.length > 0 || !parameter.autoRefresh) ? PARAMETER_DEBOUNCE_MS : 0
    const next = parameter.childParameters.length > 0 ? cascade : parameter.autoRefresh ? preview : null
    if (next) parameterTimer = setTimeout(() => void next(), delay)
  }

  /** Reads the values that parameters can have after another one has changed. */
  async function cascade() {
    const source = editedSource()
    if (!source) return
    const mine = loading
    const signal = mine?.signal ?? new AbortController().signal
    try {
      const parameters = await readParameters(source, signal)
      if (state.reportSource?.report !== source.report) return
      const edits = { ...state.edits }
      for (const { id, value } of parameters) if (id in edits) edits[id] = value
      update({ parameters, edits, parameterErrors: errorsOf(parameters, edits) })
    } catch (error) {
      if (!signal.aborted) fail(error, {})
    }
  }

  const editedSource = () => state.reportSource && sourceWith(state.reportSource, state.edits)

  /** Loads the report with the changed parameters, unless a visible one is invalid. */
  function preview(): Promise<void> {
    const source = editedSource()
    if (!source) return Promise.resolve(update({ error: t('ErrorNoReport').text }))
    const parameterErrors = errorsOf(state.parameters, state.edits)
    if (Object.keys(parameterErrors).length === 0) return load(source)
    update({ parameterErrors, parametersAreaVisible: true, error: failureOf(new InvalidParameters()) })
    return Promise.resolve()
  }

  /** Makes a file of the report as it is shown; null when it fails or is cancelled. */
  async function fileOf(format: string, flag: 'isExporting' | 'isPrinting'): Promise<{ name: string; content: Blob } | null> {
    const { ids, reportSource } = state
    if (!ids || !reportSource) {
      update({ error: t('ErrorNoDocument').text })
      return null
    }
    if (state.isExporting || state.isPrinting) return null
    filing = new AbortController()
    const { signal } = filing
    update({ [flag]: true, error: null, status: t(flag === 'isPrinting' ? 'StatusPrint' : 'StatusExport').text })
    try {
      const { report } = reportSource
      const document = { format, baseDocumentId: ids.documentId, useCache: true }
      const failed = t('ErrorDocument', { report, format })
      const documentId = await step(failed, serviceClient.createDocument(ids, document, signal))
      const at = { ...ids, documentId }
      for (let began = Date.now(); !(await serviceClient.getInfo(at, signal)).documentReady; began = Date.now())
        await waitMs(INFO_POLL_MS - (Date.now() - began), signal)
      const content = await serviceClient.getFile(at, signal)
      update({ [flag]: false, status: '' })
      return { name: `${report}.${format.toLowerCase()}`, content }
    } catch (error) {
      if (!signal.aborted) fail(error, {})
      return null
    }
  }

  /** Finds a text in all pages, as they come; an empty text ends the search. */
  async function search(text: string): Promise<void> {
    searching?.abort()
    if (text.trim() === '' || !state.ids) return update({ search: { ...NO_SEARCH, text } })
    searching = new AbortController()
    const { signal } = searching
    let found: Search['found'] = []
    const show = (isSearching: boolean) => update({ search: { text, found, position: state.search.position, isSearching } })
    update({ search: { text, found, position: -1, isSearching: true } })
    try {
      for (let page = 1; page <= state.pageCount && found.length < MAX_FOUND; page++) {
        const onPage = foundIn((await pageOfDocument(page, signal)).pageContent, text)
        signal.throwIfAborted()
        if (onPage.length > 0)
          found = [...found, ...onPage.map((excerpt, index) => ({ page, index, excerpt }))].slice(0, MAX_FOUND)
        if (onPage.length > 0 || page % 20 === 0) show(true)
      }
      show(false)
    } catch (error) {
      if (signal.aborted) return
      show(false)
      fail(error, {})
    }
  }
  /** Shows a place where the text was found. */
  async function goToFound(position: number): Promise<void> {
    const place = state.search.found[position]
    if (!place) return
    update({ search: { ...state.search, position } })
    if (place.page !== state.page?.pageNumber || place.page !== state.pageNumber) await goToPage(place.page)
  }

  function togglePanel(panel: Panel) {
    const isOpened = !state[panel]
    update({ ...(isOpened && unpanelled()), [panel]: isOpened })
  }

  const canDo = () => enablement(state)
  function goToPage(pageNumber: number): Promise<void> {
    const { ids, pageCount } = state
    if (!ids || pageCount === 0) return Promise.resolve(update({ error: t('ErrorNoDocument').text }))
    update(unpanelled())
    return turnTo(Math.min(Math.max(Math.trunc(pageNumber), 1), pageCount))
  }
  const setScale = (scale: number) => update({ scaleMode: 'SPECIFIC', scale: clampedScale(scale) })

  return {
    read: () => state,
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
    /** Shows a report; a source that is shown already stays. After a reload of the page it is shown where it was left. */
    open: (source: ReportSource): Promise<void> => {
      if (state.phase === 'empty' && isSameSource(state.reportSource, source)) {
        const { records, position } = state.history
        return records[position] ? restore(position) : load(source, { pageNumber: state.pageNumber })
      }
      return isSameSource(state.reportSource, source) ? Promise.resolve() : load(source)
    },
    refresh,
    firstPage: () => goToPage(1),
    previousPage: () => (canDo().previous ? goToPage(state.pageNumber - 1) : Promise.resolve()),
    nextPage: () => (canDo().next ? goToPage(state.pageNumber + 1) : Promise.resolve()),
    lastPage: () => goToPage(state.pageCount),
    goToPage,
    /** The page that a person has typed; another text changes nothing. */
    goToTypedPage: (text: string) => {
      const pageNumber = pageOf(text, state.pageCount)
      return pageNumber === null ? Promise.resolve() : goToPage(pageNumber)
    },
    goToBookmark: async (id: string) => {
      const bookmark = state.bookmarks.find((one) => one.id === id)
      if (!bookmark) return
      if (bookmark.page !== state.page?.pageNumber) await goToPage(bookmark.page)
      update({ bookmark: null })
      update({ bookmark: id })
    },
    back: () => (canDo().back ? restore(state.history.position - 1) : Promise.resolve()),
    forward: () => (canDo().forward ? restore(state.history.position + 1) : Promise.resolve()),
    toggleViewMode: () => {
      update({ viewMode: state.viewMode === 'INTERACTIVE' ? 'PRINT_PREVIEW' : 'INTERACTIVE' })
      return state.ids ? rerender({}, 1) : refresh()
    },
    setPrintMode: (printMode: ViewerState['printMode']) => update({ printMode }),
    /** FIT_PAGE, FIT_PAGE_WIDTH, SPECIFIC at 1, and again. */
    toggleScaleMode: () => {
      if (state.scaleMode === 'FIT_PAGE') update({ scaleMode: 'FIT_PAGE_WIDTH' })
      else if (state.scaleMode === 'FIT_PAGE_WIDTH') update({ scaleMode: 'SPECIFIC', scale: 1 })
      else update({ scaleMode: 'FIT_PAGE' })
    },
    setScale,
    /** `shown`: the scale at which the page is shown, which a fitted page gets from the window. */
    zoomIn: (shown = state.scale) => setScale(zoomStep(shown, 'in')),
    zoomOut: (shown = state.scale) => setScale(zoomStep(shown, 'out')),
    toggleDocumentMap: () => togglePanel('documentMapVisible'),
    toggleParametersArea: () => togglePanel('parametersAreaVisible'),
    toggleThumbnails: () => togglePanel('thumbnailsVisible'),
    toggleSearch: () => {
      togglePanel('searchVisible')
      if (!state.searchVisible) void search('')
    },
    setSmallScreen: (isSmallScreen: boolean) => {
      if (isSmallScreen !== state.isSmallScreen) update({ isSmallScreen, ...(isSmallScreen && NO_PANELS) })
    },
    toggleContinuous: () => update({ isContinuous: !state.isContinuous }),
    search,
    goToFound,
    /** The next place, or the previous one; from the last to the first. */
    goToNextFound: (direction: 1 | -1 = 1) => goToFound(stepped(state.search, direction)),
    /** A page for the surface: continuous pages and thumbnails. Kept like those that were shown. */
    readPage: async (pageNumber: number, signal: AbortSignal): Promise<Page | null> => {
      try {
        return await pageOfDocument(pageNumber, signal)
      } catch (error) {
        if (!signal.aborted) fail(error, {})
        return null
      }
    },
    /** The page that a person has scrolled to. */
    seePage: async (pageNumber: number) => {
      const page = pages.get(pageNumber)
      if (page && pageNumber !== state.pageNumber) await turnTo(pageNumber)
    },
    notify: (notice: string) => update({ notice }),
    setParameter,
    preview,
    /** An action of the page that is shown, by its id. Links to addresses are followed by the surface. */
    runAction: (id: string, page = state.page): Promise<void> => {
      const action = page?.pageActions.find((one) => one.Id === id)
      if (action?.Type === 'customAction') onCustomAction?.(action)
      if (action?.Type === 'sorting') return rerender({ actionId: id }, 1)
      if (action?.Type === 'toggleVisibility') return rerender({ actionId: id }, page?.pageNumber ?? 1)
      if (action?.Type !== 'navigateToReport') return Promise.resolve()
      const { report, parameterValues } = action.Value as { report: string; parameterValues: ParameterValues }
      return load({ report, parameterValues })
    },
    exportReport: (format: string) => fileOf(format, 'isExporting'),
    printReport: () => fileOf('PDF', 'isPrinting'),
    /** Ends what is under way; the service deletes the client and its documents when `keepsClient` is false. */
    dispose: ({ keepsClient = false } = {}) => {
      stop()
      filing?.abort()
      return state.clientId && !keepsClient ? serviceClient.deleteClient(state.clientId).catch(() => undefined) : undefined
    },
  }
}
