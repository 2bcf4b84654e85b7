import type { Bookmark, ParameterValues } from '../../../contract.ts'
import type { DocumentIds, ExportFormat, Page, Parameter, ReportSource } from '../client/service-client.ts'
import { NO_SEARCH, type Search } from './search.ts'

/** Intervals and steps of the viewer (spec 3 §9), in ms where they are times. */
export const PAGE_POLL_MS = 500
export const INFO_POLL_MS = 2000
export const DONE_SHOWN_MS = 2000
export const PARAMETER_DEBOUNCE_MS = 1000
/** From the last key to the search for values, in ms. */
export const VALUE_SEARCH_MS = 300
export const ZOOM_STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 4, 8] as const
const [MIN_SCALE, MAX_SCALE] = [0.1, 8]
/** Most records of the history; the oldest ones are dropped with their documents. */
export const MAX_RECORDS = 20

const VIEW_MODES = ['INTERACTIVE', 'PRINT_PREVIEW'] as const
const PRINT_MODES = ['AUTO_SELECT', 'FORCE_PDF_PLUGIN', 'FORCE_PDF_FILE'] as const
const SCALE_MODES = ['FIT_PAGE', 'FIT_PAGE_WIDTH', 'SPECIFIC'] as const
export type ViewMode = (typeof VIEW_MODES)[number]
export type PrintMode = (typeof PRINT_MODES)[number]
export type ScaleMode = (typeof SCALE_MODES)[number]
export type Phase = 'empty' | 'loading' | 'ready' | 'failed' | 'expired'

/** `isTemporary` until the report is loaded; `ids` of its document while the client lives. */
export type HistoryRecord = {
  readonly reportSource: ReportSource
  readonly pageNumber: number
  readonly viewMode: ViewMode
  readonly ids: DocumentIds | null
  readonly isTemporary: boolean
}
export type History = { readonly records: readonly HistoryRecord[]; readonly position: number }

/** A place that its page scrolls to once; each command makes a new object, even for the same place. */
export type Target = { readonly page: number; readonly bookmark?: string; readonly found?: number }

export type ViewerState = {
  readonly phase: Phase
  readonly clientId: string | null
  readonly reportSource: ReportSource | null
  readonly ids: DocumentIds | null
  readonly documentReady: boolean
  readonly pageNumber: number
  readonly pageCount: number
  /** The page that is shown; null until it is loaded. */
  readonly page: Page | null
  readonly target: Target | null
  readonly bookmarks: readonly Bookmark[]
  readonly documentMap: readonly Bookmark[]
  readonly documentMapAvailable: boolean
  readonly documentMapVisible: boolean
  readonly parametersAreaVisible: boolean
  readonly thumbnailsVisible: boolean
  readonly searchVisible: boolean
  /** One panel at a time, and none after a load or a navigation (spec 3 §4). */
  readonly isSmallScreen: boolean
  /** Pages below each other instead of one. */
  readonly isContinuous: boolean
  readonly search: Search
  readonly parameters: readonly Parameter[]
  /** Values that were changed and are not applied yet. */
  readonly edits: ParameterValues
  /** Why values are invalid, by parameter. */
  readonly parameterErrors: Readonly<Record<string, string>>
  /** The parameter whose last search for values failed, and why. */
  readonly failedSearch: { readonly id: string; readonly reason: string } | null
  readonly viewMode: ViewMode
  readonly printMode: PrintMode
  readonly scaleMode: ScaleMode
  readonly scale: number
  readonly history: History
  readonly formats: readonly ExportFormat[]
  readonly isExporting: boolean
  readonly isPrinting: boolean
  /** What the viewer is doing, or ''. */
  readonly status: string
  readonly error: string | null
  /** What a person should know without an error, or ''. */
  readonly notice: string
}

/** The panels beside the page. */
export const PANELS = ['parametersAreaVisible', 'documentMapVisible', 'thumbnailsVisible', 'searchVisible'] as const
export type Panel = (typeof PANELS)[number]
export const NO_PANELS = {
  parametersAreaVisible: false,
  documentMapVisible: false,
  thumbnailsVisible: false,
  searchVisible: false,
}

/** A document without any groups. */
export const NO_MAP = { bookmarks: [], documentMap: [], documentMapAvailable: false }

/** What a session keeps (spec 3 §3 "Saved viewer settings"). */
export type SavedSettings = Pick<
  ViewerState,
  | 'viewMode'
  | 'printMode'
  | 'scale'
  | 'scaleMode'
  | 'documentMapVisible'
  | 'parametersAreaVisible'
  | 'history'
  | 'clientId'
  | 'reportSource'
  | 'pageNumber'
>

export const INITIAL: ViewerState = {
  phase: 'empty',
  clientId: null,
  reportSource: null,
  ids: null,
  documentReady: false,
  pageNumber: 1,
  pageCount: 0,
  page: null,
  target: null,
  ...NO_MAP,
  ...NO_PANELS,
  isSmallScreen: false,
  isContinuous: false,
  search: NO_SEARCH,
  parameters: [],
  edits: {},
  parameterErrors: {},
  failedSearch: null,
  viewMode: 'INTERACTIVE',
  printMode: 'AUTO_SELECT',
  scaleMode: 'FIT_PAGE',
  scale: 1,
  history: { records: [], position: -1 },
  formats: [],
  isExporting: false,
  isPrinting: false,
  status: '',
  error: null,
  notice: '',
}

export const savedSettings = (state: ViewerState): SavedSettings => {
  const { viewMode, printMode, scale, scaleMode, documentMapVisible, parametersAreaVisible } = state
  const { history, clientId, reportSource, pageNumber } = state
  return {
    ...{ viewMode, printMode, scale, scaleMode, documentMapVisible, parametersAreaVisible },
    ...{ history, clientId, reportSource, pageNumber },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isSource = (value: unknown) => isObject(value) && typeof value.report === 'string' && isObject(value.parameterValues)
const isPage = (value: unknown) => Number.isInteger(value) && (value as number) > 0
const isRecord = (value: unknown) =>
  isObject(value) && isSource(value.reportSource) && isPage(value.pageNumber) && isOneOf(VIEW_MODES)(value.viewMode)
const isOneOf = (list: readonly string[]) => (value: unknown) => list.includes(value as string)
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isHistory = (value: unknown) =>
  isObject(value) &&
  Array.isArray(value.records) &&
  value.records.every(isRecord) &&
  Number.isInteger(value.position) &&
  (value.position as number) < value.records.length

const VALID: { readonly [K in keyof SavedSettings]: (value: unknown) => boolean } = {
  viewMode: isOneOf(VIEW_MODES),
  printMode: isOneOf(PRINT_MODES),
  scaleMode: isOneOf(SCALE_MODES),
  scale: (value) => typeof value === 'number' && value > 0,
  documentMapVisible: isBoolean,
  parametersAreaVisible: isBoolean,
  history: isHistory,
  clientId: (value) => typeof value === 'string',
  reportSource: isSource,
  pageNumber: isPage,
}
/** What can be used of saved settings; other programs and versions may have written them. */
export const savedOf = (value: unknown): Partial<SavedSettings> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(([name, one]) => VALID[name as keyof SavedSettings]?.(one)),
  )

/** Which commands are enabled (spec 3 §4). */
export function enablement(state: ViewerState) {
  const { pageNumber, pageCount, history, ids, documentReady, isExporting, isPrinting } = state
  const isLoaded = state.phase === 'ready' || state.phase === 'loading'
  const hasReport = isLoaded && ids !== null
  const mayMakeFile = state.phase === 'ready' && hasReport && documentReady && !isExporting && !isPrinting
  return {
    first: hasReport && pageNumber > 1,
    previous: hasReport && pageNumber > 1,
    next: hasReport && pageNumber < pageCount,
    last: hasReport && pageNumber < pageCount,
    goToPage: hasReport && pageCount > 0,
    back: history.position > 0,
    forward: history.position < history.records.length - 1,
    refresh: state.reportSource !== null,
    export: mayMakeFile && state.formats.length > 0,
    print: mayMakeFile,
    view: hasReport,
    zoom: hasReport,
    documentMap: hasReport && state.documentMapAvailable,
    thumbnails: hasReport && pageCount > 0,
    search: hasReport && pageCount > 0,
    parameters: state.parameters.some(({ isVisible }) => isVisible),
  }
}

export const clampedScale = (scale: number) => (Number.isFinite(scale) ? Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE) : 1)
/** The next step of the zoom above or below a scale. */
export const zoomStep = (scale: number, direction: 'in' | 'out'): number =>
  clampedScale(
    (direction === 'in'
      ? ZOOM_STEPS.find((step) => step > scale + 0.001)
      : ZOOM_STEPS.findLast((step) => step < scale - 0.001)) ?? scale,
  )

/** The page that a text names: digits only, from 1 to the number of pages; null for another text. */
export const pageOf = (text: string, pageCount: number): number | null =>
  /^\d+$/.test(text.trim()) ? Math.min(Math.max(Number(text), 1), Math.max(pageCount, 1)) : null

/** A list of one value equals that value, as in an address. */
const canonical = ({ report, parameterValues }: ReportSource) =>
  JSON.stringify([
    report,
    ...Object.entries(parameterValues)
      .map(([id, value]) => [id, [value].flat().join(',')])
      .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  ])
export const isSameSource = (one: ReportSource | null, other: ReportSource | null) =>
  one !== null && other !== null && canonical(one) === canonical(other)
