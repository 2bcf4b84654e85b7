import type { ParameterValues } from '../../../contract.ts'
import type { Choice } from '../../../parameters.ts'
import { t } from '../../../viewer-messages.ts'
import type { DocumentIds, Info, Parameter, ReportSource } from '../client/service-client.ts'
import { failureOf, InvalidParameters, isExpired, isInvalidParameter, parameterErrorsOf } from './failures.ts'
import { recordLoaded, recordStarted, withoutTemporary } from './history.ts'
import { editedSince, errorsOf, PERIOD, withChosen } from './parameter-values.ts'
import { NO_SEARCH } from './search.ts'
import { clampedScale, NO_MAP, NO_PANELS, type Panel, type Target, type ViewerState } from './state.ts'

/** What is different after a change: values, or a pure function of the state before it. */
export type Change = Partial<ViewerState> | ((state: ViewerState) => Partial<ViewerState>)
type Reducer = Extract<Change, (state: ViewerState) => unknown>

/** The state after a change. */
export const reduce = (state: ViewerState, change: Change): ViewerState => ({
  ...state,
  ...(typeof change === 'function' ? change(state) : change),
})

/** The text of what is still under way, or ''. */
export const statusOf = ({ phase, isExporting, isPrinting }: ViewerState): string => {
  if (isExporting) return t('StatusExport').text
  if (isPrinting) return t('StatusPrint').text
  return phase === 'loading' ? t('StatusLoading').text : ''
}
const withStatus = (state: ViewerState, change: Partial<ViewerState>) => ({
  ...change,
  status: statusOf({ ...state, ...change }),
})

/** On a small screen nothing covers the page after a load or a navigation. */
const unpanelled = ({ isSmallScreen }: ViewerState) => (isSmallScreen ? NO_PANELS : {})

// The load of a report.

export const loadBegun: Reducer = (state) => ({
  ...{ phase: 'loading', error: null, notice: '', status: t('StatusLoading').text },
  ...unpanelled(state),
})
/** Another report than before has neither its parameters nor its page. */
export const reportChosen =
  (reportSource: ReportSource, pageNumber: number): Reducer =>
  ({ history, viewMode, reportSource: before }) => ({
    ...(before?.report !== reportSource.report && {
      ...{ parameters: [], edits: {}, parameterErrors: {}, ids: null, page: null, pageCount: 0 },
      ...NO_MAP,
    }),
    history: recordStarted(history, { reportSource, pageNumber, viewMode }),
    reportSource,
    pageNumber,
  })
/** The fields keep what was typed until the service has read it. */
export const parametersRead =
  (parameters: readonly Parameter[], applied: ParameterValues): Reducer =>
  ({ edits }) => ({ parameters, edits: editedSince(edits, applied), parameterErrors: {} })

export const documentBegun =
  (ids: DocumentIds, pageNumber: number): Reducer =>
  ({ search }) => ({
    search: { ...NO_SEARCH, text: search.text },
    ...{ target: null, ids, documentReady: false, pageCount: 0, ...NO_MAP, pageNumber },
  })
export const infoRead =
  ({ documentReady, pageCount, documentMapAvailable, bookmarkNodes, documentMapNodes }: Info): Reducer =>
  ({ status }) => ({
    ...{ documentReady, pageCount, documentMapAvailable, bookmarks: bookmarkNodes, documentMap: documentMapNodes },
    status: documentReady || pageCount === 0 ? status : t('StatusPages', { count: pageCount }).text,
  })
export const loaded =
  (ids: DocumentIds): Reducer =>
  ({ history, pageNumber, viewMode, pageCount: count }) => ({
    phase: 'ready',
    status: count === 0 ? t('StatusNoPage').text : t('StatusDone', { count }).text,
    history: recordLoaded(history, { ids, pageNumber, viewMode }),
    ...(count === 0 && { page: null }),
  })
/** A failure; work that it does not concern goes on. `change` says what it ends. */
export const failed =
  (error: unknown, change: Partial<ViewerState> = { phase: 'failed' }): Reducer =>
  (state) => {
    if (isExpired(error))
      return withStatus(state, { ...clientForgotten(state), ...change, phase: 'expired', error: t('ErrorExpired').text })
    const parameterErrors = { ...state.parameterErrors, ...parameterErrorsOf(error) }
    return withStatus(state, {
      ...(isInvalidParameter(error) && { parametersAreaVisible: true, parameterErrors }),
      ...change,
      error: failureOf(error),
      history: withoutTemporary(state.history),
    })
  }
/** The client and its documents are gone. */
export const clientForgotten = ({ history }: ViewerState) => ({
  clientId: null,
  ids: null,
  history: { ...history, records: history.records.map((record) => ({ ...record, ids: null })) },
})
export const left: Reducer = ({ documentReady, history }) => ({
  ...{ phase: 'empty', status: '', history: withoutTemporary(history) },
  ...(!documentReady && { ids: null, page: null, pageCount: 0 }),
})

// Pages and places.

/** At once, so that a reload while the page is fetched shows it too. */
export const pageTurned =
  (pageNumber: number): Reducer =>
  ({ history: { records, position } }) => ({
    pageNumber,
    history: { position, records: records.map((one, at) => (at === position ? { ...one, pageNumber } : one)) },
  })
export const targeted =
  (target: Target | null): Reducer =>
  (state) => ({ ...unpanelled(state), target })
/** The surface has scrolled to a place; it does not scroll there again. */
export const arrived =
  (at: Target): Reducer =>
  ({ target }) => ({ target: target === at ? null : target })

// Files.

export type FileFlag = 'isExporting' | 'isPrinting'
export const fileBegun =
  (flag: FileFlag): Reducer =>
  (state) =>
    withStatus(state, { [flag]: true, error: null })
export const fileEnded =
  (flag: FileFlag): Reducer =>
  (state) =>
    withStatus(state, { [flag]: false })

// Parameters.

const invalid = () => failureOf(new InvalidParameters())

/** A value that is not applied yet. Shown are the errors of its parameter, of its period, and those that were shown. */
export const parameterEdited =
  (id: string, value: ParameterValues[string]): Reducer =>
  ({ parameters, edits: before, parameterErrors, error }) => {
    const edits = { ...before, [id]: value }
    const all = Object.entries(errorsOf(parameters, edits))
    const isShown = (one: string) => one === id || one in parameterErrors || (PERIOD.includes(id) && PERIOD.includes(one))
    return {
      edits,
      parameterErrors: Object.fromEntries(all.filter(([one]) => isShown(one))),
      error: all.length === 0 && error === invalid() ? null : error,
    }
  }
/** The values that parameters can have after others were `sent`. Those that were edited meanwhile stay. */
export const parametersCascaded =
  (parameters: readonly Parameter[], sent: ParameterValues): Reducer =>
  ({ edits: before }) => {
    const edits = { ...before }
    for (const { id, value } of parameters) if (id in sent && edits[id] === sent[id]) edits[id] = value
    return { parameters, edits, parameterErrors: errorsOf(parameters, edits) }
  }
export const previewRefused = (parameterErrors: ViewerState['parameterErrors']): Partial<ViewerState> => ({
  ...{ parameterErrors, parametersAreaVisible: true, error: invalid() },
})
/** The values of a long list that have a text; those that are chosen stay in it. */
export const valuesFound =
  (id: string, found: readonly Choice[]): Reducer =>
  ({ parameters, edits }) => ({
    parameters: parameters.map((one) => (one.id === id ? { ...one, availableValues: withChosen(one, edits[id], found) } : one)),
  })

// How a report is shown.

/** FIT_PAGE, FIT_PAGE_WIDTH, SPECIFIC at 1, and again. */
export const scaleModeToggled: Reducer = ({ scaleMode }) => {
  if (scaleMode === 'FIT_PAGE') return { scaleMode: 'FIT_PAGE_WIDTH' }
  return scaleMode === 'FIT_PAGE_WIDTH' ? { scaleMode: 'SPECIFIC', scale: 1 } : { scaleMode: 'FIT_PAGE' }
}
export const scaled = (scale: number): Partial<ViewerState> => ({ scaleMode: 'SPECIFIC', scale: clampedScale(scale) })
export const panelToggled =
  (panel: Panel): Reducer =>
  (state) => ({ ...(!state[panel] && unpanelled(state)), [panel]: !state[panel] })
