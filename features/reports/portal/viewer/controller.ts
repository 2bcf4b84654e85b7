import type { ParameterValues } from '../../contract.ts'
import { t } from '../../viewer-messages.ts'
import type { Page, ReportSource, ServiceClient } from './client/service-client.ts'
import { panelToggled, targeted } from './state/reducer.ts'
import { enablement, pageOf } from './state/state.ts'
import { createStore, type Settings, type SettingsStorage } from './state/store.ts'
import { viewCommands } from './view-commands.ts'
import { type Context, failOrReload } from './work/context.ts'
import { makeFile, stopFile } from './work/files.ts'
import { find, goToFound, goToNextFound } from './work/finder.ts'
import { leave, load, open, refresh, reload, rerender, restore, stopLoad } from './work/load.ts'
import { goToPage, readPage, showPage, turnTo } from './work/pages.ts'
import { preview, searchValues, setParameter } from './work/parameter-edits.ts'
import { createRequests } from './work/requests.ts'
import { setVisible, unregister } from './work/session.ts'

type Options = {
  readonly serviceClient: ServiceClient
  readonly settings?: Settings
  /** Does what a report's custom action asks for; without it such actions do nothing. */
  readonly onCustomAction?: (action: Page['pageActions'][number]) => void
  /** By default settings are only in memory. */
  readonly storage?: SettingsStorage
}

export type Controller = ReturnType<typeof createController>

/**
 * The report viewer without its surface: every command and state of spec 3 §4 to §9. Its only dependency is the client of the
 * report service. A new command cancels the load that is under way; errors become `error`, no command throws.
 */
export function createController({ serviceClient, settings = {}, storage, onCustomAction }: Options) {
  if (!serviceClient) throw new Error(t('ErrorNoClient').text)
  const store = createStore(settings, storage)
  const { read, update } = store
  const context: Context = {
    ...store,
    service: serviceClient,
    requests: createRequests(),
    reload: () => reload(context),
    ...{ pages: null, registering: null, creating: Promise.resolve(), base: null, unfinishedFile: null },
  }
  return {
    read,
    watch: store.watch,
    ...viewCommands(store),
    ...documentCommands(context, onCustomAction),
    open: (source: ReportSource) => open(context, source),
    refresh: () => refresh(context),
    toggleViewMode: () => {
      update({ viewMode: read().viewMode === 'INTERACTIVE' ? 'PRINT_PREVIEW' : 'INTERACTIVE' })
      return read().ids ? rerender(context, {}, 1) : refresh(context)
    },
    /** Whether a person sees the viewer: its client is kept meanwhile. */
    setVisible: (isVisible: boolean) => setVisible(context, isVisible),
    setParameter: (id: string, value: ParameterValues[string]) => setParameter(context, id, value),
    searchValues: (id: string, text: string) => void searchValues(context, id, text),
    preview: () => preview(context),
    exportReport: (format: string) => makeFile(context, format, 'isExporting'),
    printReport: () => makeFile(context, 'PDF', 'isPrinting'),
    leave: () => leave(context),
    /** Ends all that is under way, files too, as the page is being left; `open` begins the load again. */
    leavePage: () => {
      stopFile(context)
      leave(context)
    },
    /** Ends what is under way; the service deletes the client and its documents when `keepsClient` is false. */
    dispose: async ({ keepsClient = false } = {}) => {
      stopLoad(context)
      stopFile(context)
      setVisible(context, false)
      if (!keepsClient) await unregister(context)
    },
  }
}

/** The commands on the document that is shown: its pages, its places and the actions of its pages. */
function documentCommands(context: Context, onCustomAction: Options['onCustomAction']) {
  const { read, update } = context
  const can = () => enablement(read())
  const turn = (pageNumber: number) => goToPage(context, pageNumber)
  return {
    firstPage: () => turn(1),
    previousPage: async () => {
      if (can().previous) await turn(read().pageNumber - 1)
    },
    nextPage: async () => {
      if (can().next) await turn(read().pageNumber + 1)
    },
    lastPage: () => turn(read().pageCount),
    goToPage: turn,
    /** The page that a person has typed; another text changes nothing. */
    goToTypedPage: async (text: string) => {
      const pageNumber = pageOf(text, read().pageCount)
      if (pageNumber !== null) await turn(pageNumber)
    },
    goToBookmark: async (id: string) => {
      const bookmark = read().bookmarks.find((one) => one.id === id)
      if (!bookmark) return
      await showPage(context, bookmark.page)
      update(targeted({ page: bookmark.page, bookmark: id }))
    },
    back: async () => {
      if (can().back) await restore(context, read().history.position - 1)
    },
    forward: async () => {
      if (can().forward) await restore(context, read().history.position + 1)
    },
    search: (text: string) => find(context, text),
    toggleSearch: () => {
      update(panelToggled('searchVisible'))
      if (!read().searchVisible) void find(context, '')
    },
    goToFound: (position: number) => goToFound(context, position),
    goToNextFound: (direction?: 1 | -1) => goToNextFound(context, direction),
    /** A page for the surface: continuous pages and thumbnails. Kept like those that were shown. */
    readPage: async (pageNumber: number, signal: AbortSignal): Promise<Page | null> => {
      const { ids } = read()
      try {
        return await readPage(context, pageNumber, signal)
      } catch (error) {
        if (!signal.aborted) failOrReload(context, error, { ids, change: {} })
        return null
      }
    },
    /** The page that a person has scrolled to. */
    seePage: async (pageNumber: number) => {
      if (context.pages?.kept(pageNumber) && pageNumber !== read().pageNumber) await turnTo(context, pageNumber)
    },
    /** An action of the page that is shown, by its id. Links to addresses are followed by the surface. */
    runAction: async (id: string, page = read().page): Promise<void> => {
      const action = page?.pageActions.find((one) => one.Id === id)
      if (action?.Type === 'customAction') onCustomAction?.(action)
      if (action?.Type === 'sorting') return rerender(context, { actionId: id }, 1)
      if (action?.Type === 'toggleVisibility') return rerender(context, { actionId: id }, page?.pageNumber ?? 1)
      if (action?.Type !== 'navigateToReport') return
      const { report, parameterValues } = action.Value as { report: string; parameterValues: ParameterValues }
      return load(context, { report, parameterValues })
    },
  }
}
