import type { ParameterValues } from '../../contract.ts'
import { t } from '../../viewer-messages.ts'
import { failureOf, InvalidParameters, isExpired, isGone, step, waitMs } from './failures.ts'
import { fileMaker } from './files.ts'
import { finder } from './finder.ts'
import { recordLoaded, recordStarted, withoutTemporary } from './history.ts'
import { pageTurner } from './pages.ts'
import { parameterEdits } from './parameter-edits.ts'
import { editedSince, errorsOf } from './parameter-values.ts'
import { NO_SEARCH } from './search.ts'
import type { DocumentIds, InstanceIds, NewDocument, Page, ReportSource, ServiceClient } from './service-client.ts'
import { clientSession } from './session.ts'
import {
  DONE_SHOWN_MS,
  enablement,
  type HistoryRecord,
  INFO_POLL_MS,
  isSameSource,
  NO_MAP,
  pageOf,
  type ViewerState,
} from './state.ts'
import { createStore, type Settings, type SettingsStorage, statusOf } from './store.ts'
import { unpanelled, viewCommands } from './view-commands.ts'

const FORMATS = { INTERACTIVE: 'HTML5Interactive', PRINT_PREVIEW: 'HTML5' } as const

type Options = {
  readonly serviceClient: ServiceClient
  readonly settings?: Settings
  /** Does what a report's custom action asks for; without it such actions do nothing. */
  readonly onCustomAction?: (action: Page['pageActions'][number]) => void
  /** By default settings are only in memory. */
  readonly storage?: SettingsStorage
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
  const store = createStore(settings, storage)
  const { read, update, fail } = store
  const session = clientSession(serviceClient, store)
  const files = fileMaker({ serviceClient, store, reload })
  const parameters = parameterEdits({ store, readParameters: session.readParameters, load: (source) => load(source) })
  const pages = pageTurner({ serviceClient, store, onFailure: failOrReload })
  const search = finder({ store, readPage: pages.read, goToPage, onFailure: failOrReload })
  let loading: AbortController | null = null
  /** Documents are begun one after the other, each when the one before it is known and, if it was cancelled, deleted. */
  let creating: Promise<unknown> = Promise.resolve()
  /** The unfinished document that the next one is made of; it is deleted afterwards. */
  let base: DocumentIds | null = null

  /** Runs a load; one that is under way ends, and its unfinished document is cancelled. */
  async function run(work: Work, { isOfShown = false } = {}): Promise<void> {
    stop({ isOfShown })
    loading = new AbortController()
    const { signal } = loading
    update({ phase: 'loading', error: null, notice: '', status: t('StatusLoading').text, ...unpanelled(read()) })
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
  }
  function stop({ isOfShown = false } = {}) {
    parameters.stop()
    const { ids, documentReady } = read()
    const isUnfinished = loading !== null && !loading.signal.aborted && ids !== null && !documentReady
    base = isUnfinished && isOfShown ? ids : null
    if (isUnfinished && !base) creating = Promise.all([creating, drop(ids)])
    loading?.abort()
    pages.stop()
    search.stop()
  }
  const drop = (ids: DocumentIds) => serviceClient.deleteDocument(ids).catch(() => undefined)

  /** The load sequence: client, parameters, instance, document, then its state and page. */
  function load(source: ReportSource, { pageNumber = 1, useCache = true }: Load = {}): Promise<void> {
    return run(async (signal) => {
      const { history: before, reportSource, viewMode } = read()
      const history = recordStarted(before, { reportSource: source, pageNumber, viewMode })
      const isOther = reportSource?.report !== source.report
      if (isOther) update({ parameters: [], edits: {}, parameterErrors: {}, ids: null, page: null, pageCount: 0, ...NO_MAP })
      update({ history, reportSource: source, pageNumber })
      deleteDropped(before.records)
      const applied = read().edits
      const parameters = await session.readParametersAgain(source, signal)
      // The fields keep what was typed until the service has read it.
      update({ parameters, edits: editedSince(read().edits, applied), parameterErrors: {} })
      const parameterErrors = errorsOf(read().parameters, source.parameterValues)
      if (Object.keys(parameterErrors).length > 0) {
        update({ parameterErrors, parametersAreaVisible: true })
        throw new InvalidParameters()
      }
      const clientId = read().clientId!
      const { report } = source
      const instanceId = await step(t('ErrorInstance', { report }), serviceClient.createInstance(clientId, source, signal))
      await render({ clientId, instanceId }, { format: FORMATS[read().viewMode], useCache }, pageNumber, signal)
    })
  }
  /** Loads the present report at its page. */
  function reload(): Promise<void> {
    const { reportSource, pageNumber } = read()
    return reportSource ? load(reportSource, { pageNumber }) : Promise.resolve()
  }
  /** Shows a failure; a document that the service has deleted meanwhile is made again. */
  function failOrReload(error: unknown, ids: DocumentIds | null, change?: Partial<ViewerState>): void {
    if (!isGone(error)) fail(error, change)
    // Another page may have found out already.
    else if (read().phase !== 'loading' && read().ids?.documentId === ids?.documentId) void reload()
  }

  /** Makes a document of an instance and shows it. */
  async function render(at: InstanceIds, document: NewDocument, pageNumber: number, signal: AbortSignal) {
    const failed = t('ErrorDocument', { report: read().reportSource!.report, format: document.format })
    const before = creating
    const begun = (async () => {
      await before
      signal.throwIfAborted()
      const documentId = await step(failed, serviceClient.createDocument(at, document))
      if (base && !signal.aborted) {
        void drop(base)
        base = null
      }
      const ids = { clientId: at.clientId, instanceId: at.instanceId, documentId }
      if (signal.aborted) await drop(ids)
      signal.throwIfAborted()
      return ids
    })()
    creating = begun.catch(() => undefined)
    await show(await begun, pageNumber, signal)
  }

  /** Shows a page of a document as soon as it exists, and follows the document until it is ready. */
  async function show(ids: DocumentIds, pageNumber: number, signal: AbortSignal) {
    pages.begin(ids)
    update({ search: { ...NO_SEARCH, text: read().search.text }, target: null })
    update({ ids, documentReady: false, pageCount: 0, ...NO_MAP, pageNumber })
    const first = pageNumber === 1 ? pages.turnTo(1, signal) : null
    // Awaited when the document is ready.
    first?.catch(() => undefined)
    let shown: Promise<void> | null = first
    while (!read().documentReady) {
      const began = Date.now()
      const info = await serviceClient.getInfo(ids, signal)
      signal.throwIfAborted()
      const { documentReady, pageCount, documentMapAvailable, bookmarkNodes, documentMapNodes } = info
      const status = documentReady || pageCount === 0 ? read().status : t('StatusPages', { count: pageCount }).text
      update({ documentReady, pageCount, documentMapAvailable, bookmarks: bookmarkNodes, documentMap: documentMapNodes, status })
      if (!shown && (documentReady || pageCount >= pageNumber))
        shown = pages.turnTo(Math.min(pageNumber, Math.max(pageCount, 1)), signal)
      if (!documentReady) await waitMs(INFO_POLL_MS - (Date.now() - began), signal)
    }
    const { pageCount: count } = read()
    if (count === 0) pages.stop()
    else await shown
    signal.throwIfAborted()
    const loaded = { ids, pageNumber: read().pageNumber, viewMode: read().viewMode }
    const status = count === 0 ? t('StatusNoPage').text : t('StatusDone', { count }).text
    const history = recordLoaded(read().history, loaded)
    update({ phase: 'ready', status, history, ...(count === 0 && { page: null }) })
    if (count === 0) return
    pages.fetchAhead()
    if (read().searchVisible && read().search.text) void search.find(read().search.text)
    const clear = () => read().status === status && update({ status: statusOf(read()) })
    waitMs(DONE_SHOWN_MS, signal).then(clear, () => undefined)
  }

  /** Deletes the instances of records that the history has dropped. */
  function deleteDropped(before: readonly HistoryRecord[]) {
    const used = new Set(read().history.records.map(({ ids }) => ids?.instanceId))
    const dropped = before.flatMap(({ ids }) =>
      ids && ids.clientId === read().clientId && !used.has(ids.instanceId) ? [ids] : [],
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
    const record = read().history.records[position]
    if (!record) return Promise.resolve()
    const { reportSource, pageNumber, viewMode, ids } = record
    update({ history: { ...read().history, position }, viewMode, edits: {}, parameterErrors: {} })
    if (!ids) return load(reportSource, { pageNumber })
    return run(async (signal) => {
      update({ reportSource, ids, page: null, pageNumber })
      try {
        update({ parameters: await session.readParameters(reportSource, signal) })
        await show(ids, pageNumber, signal)
      } catch (error) {
        if (signal.aborted || !(isGone(error) || isExpired(error))) throw error
        await load(reportSource, { pageNumber })
      }
    })
  }

  /** Shows a source that is known already: at its place in the history, and made again when its document is gone. */
  async function openAgain(source: ReportSource): Promise<void> {
    const { phase, ids, history, pageNumber } = read()
    if (phase === 'loading') return
    const record = history.records[history.position]
    const isRecorded = isSameSource(record?.reportSource ?? null, source)
    if (phase === 'empty' && isRecorded) return restore(history.position)
    if (phase === 'ready' && ids) {
      const { signal } = new AbortController()
      const failure = await serviceClient.getInfo(ids, signal).then(
        () => null,
        (error: unknown) => error,
      )
      const isLost = isGone(failure) || isExpired(failure)
      if (!isLost || read().ids?.documentId !== ids.documentId) return
    }
    return load(source, { pageNumber })
  }

  function refresh() {
    const { reportSource, pageNumber } = read()
    if (!reportSource) return Promise.resolve(update({ error: t('ErrorNoReport').text }))
    return load(reportSource, { pageNumber, useCache: false })
  }

  /** Renders the present instance in another form: another view, or after an action of a page. */
  function rerender(document: Partial<NewDocument>, pageNumber: number) {
    const { ids, reportSource, viewMode } = read()
    if (!reportSource) return Promise.resolve(update({ error: t('ErrorNoReport').text }))
    if (!ids) return Promise.resolve(update({ error: t('ErrorNoInstance').text }))
    const all = { format: FORMATS[viewMode], baseDocumentId: ids.documentId, useCache: true, ...document }
    const work: Work = (signal) =>
      render(ids, all, pageNumber, signal).catch(async (error: unknown) => {
        if (signal.aborted || !isGone(error)) throw error
        await load(reportSource, { pageNumber })
      })
    return run(work, { isOfShown: true })
  }

  const canDo = () => enablement(read())
  function goToPage(pageNumber: number): Promise<void> {
    const { ids, pageCount } = read()
    if (!ids || pageCount === 0) return Promise.resolve(update({ error: t('ErrorNoDocument').text }))
    update({ ...unpanelled(read()), target: null })
    return pages.turnTo(Math.min(Math.max(Math.trunc(pageNumber), 1), pageCount))
  }

  /** Ends a load that is under way, and its document; `open` begins it again. */
  function leave() {
    parameters.stop()
    if (read().phase !== 'loading') return
    stop()
    const { documentReady, history } = read()
    const unshown = documentReady ? {} : { ids: null, page: null, pageCount: 0 }
    update({ phase: 'empty', status: '', history: withoutTemporary(history), ...unshown })
  }

  return {
    read,
    watch: store.watch,
    ...viewCommands(store, (text) => void search.find(text)),
    /** Shows a report; a source that is shown already stays. After a reload of the page it is shown where it was left. */
    open: (source: ReportSource): Promise<void> => (isSameSource(read().reportSource, source) ? openAgain(source) : load(source)),
    refresh,
    firstPage: () => goToPage(1),
    previousPage: () => (canDo().previous ? goToPage(read().pageNumber - 1) : Promise.resolve()),
    nextPage: () => (canDo().next ? goToPage(read().pageNumber + 1) : Promise.resolve()),
    lastPage: () => goToPage(read().pageCount),
    goToPage,
    /** The page that a person has typed; another text changes nothing. */
    goToTypedPage: (text: string) => {
      const pageNumber = pageOf(text, read().pageCount)
      return pageNumber === null ? Promise.resolve() : goToPage(pageNumber)
    },
    goToBookmark: async (id: string) => {
      const bookmark = read().bookmarks.find((one) => one.id === id)
      if (!bookmark) return
      const { page } = bookmark
      if (page !== read().page?.pageNumber || page !== read().pageNumber) await goToPage(page)
      update({ ...unpanelled(read()), target: { page, bookmark: id } })
    },
    back: () => (canDo().back ? restore(read().history.position - 1) : Promise.resolve()),
    forward: () => (canDo().forward ? restore(read().history.position + 1) : Promise.resolve()),
    toggleViewMode: () => {
      update({ viewMode: read().viewMode === 'INTERACTIVE' ? 'PRINT_PREVIEW' : 'INTERACTIVE' })
      return read().ids ? rerender({}, 1) : refresh()
    },
    /** Whether a person sees the viewer: its client is kept meanwhile. */
    setVisible: session.setVisible,
    search: search.find,
    goToFound: search.goTo,
    /** The next place, or the previous one; from the last to the first. */
    goToNextFound: search.goToNext,
    /** A page for the surface: continuous pages and thumbnails. Kept like those that were shown. */
    readPage: async (pageNumber: number, signal: AbortSignal): Promise<Page | null> => {
      const { ids } = read()
      try {
        return await pages.read(pageNumber, signal)
      } catch (error) {
        if (!signal.aborted) failOrReload(error, ids, {})
        return null
      }
    },
    /** The page that a person has scrolled to. */
    seePage: async (pageNumber: number) => {
      if (pages.kept(pageNumber) && pageNumber !== read().pageNumber) await pages.turnTo(pageNumber)
    },
    setParameter: parameters.set,
    searchValues: parameters.searchValues,
    preview: parameters.preview,
    /** An action of the page that is shown, by its id. Links to addresses are followed by the surface. */
    runAction: (id: string, page = read().page): Promise<void> => {
      const action = page?.pageActions.find((one) => one.Id === id)
      if (action?.Type === 'customAction') onCustomAction?.(action)
      if (action?.Type === 'sorting') return rerender({ actionId: id }, 1)
      if (action?.Type === 'toggleVisibility') return rerender({ actionId: id }, page?.pageNumber ?? 1)
      if (action?.Type !== 'navigateToReport') return Promise.resolve()
      const { report, parameterValues } = action.Value as { report: string; parameterValues: ParameterValues }
      return load({ report, parameterValues })
    },
    exportReport: (format: string) => files.make(format, 'isExporting'),
    printReport: () => files.make('PDF', 'isPrinting'),
    leave,
    /** Ends all that is under way, files too, as the page is being left; `open` begins the load again. */
    leavePage: () => {
      files.stop()
      leave()
    },
    /** Ends what is under way; the service deletes the client and its documents when `keepsClient` is false. */
    dispose: async ({ keepsClient = false } = {}) => {
      stop()
      files.stop()
      session.setVisible(false)
      if (!keepsClient) await session.unregister()
    },
  }
}
