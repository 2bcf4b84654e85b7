import { t } from '../../viewer-messages.ts'
import { failureOf, isExpired, isInvalidParameter, parameterErrorsOf } from './failures.ts'
import { withoutTemporary } from './history.ts'
import { clampedScale, INITIAL, type SavedSettings, savedOf, savedSettings, type ViewerState } from './state.ts'

export type Settings = Partial<Pick<ViewerState, 'viewMode' | 'printMode' | 'scale' | 'scaleMode' | 'parametersAreaVisible'>>
/** Where settings persist; what is read may be anything. */
export type SettingsStorage = { readonly read: () => unknown; readonly write: (saved: SavedSettings) => void }
export type Store = ReturnType<typeof createStore>

/** The text of what is still under way, or ''. */
export const statusOf = ({ phase, isExporting, isPrinting }: ViewerState): string => {
  if (isExporting) return t('StatusExport').text
  if (isPrinting) return t('StatusPrint').text
  return phase === 'loading' ? t('StatusLoading').text : ''
}

/** The state of a viewer, and what is written of it. */
export function createStore(settings: Settings, storage: SettingsStorage | undefined) {
  const begun = { ...INITIAL, ...settings, ...savedOf(storage?.read()) }
  let state: ViewerState = { ...begun, scale: clampedScale(begun.scale) }
  let written = ''
  const watchers = new Set<() => void>()

  function update(change: Partial<ViewerState>) {
    state = { ...state, ...change }
    const saved = savedSettings(state)
    const text = storage ? JSON.stringify(saved) : ''
    if (text !== written) storage?.write(saved)
    written = text
    for (const notify of watchers) notify()
  }
  /** The client and its documents are gone. */
  function forgetClient() {
    const records = state.history.records.map((record) => ({ ...record, ids: null }))
    update({ clientId: null, ids: null, history: { ...state.history, records } })
  }
  return {
    read: () => state,
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
    update,
    forgetClient,
    /** Shows a failure; work that it does not concern goes on. */
    fail: (error: unknown, change: Partial<ViewerState> = { phase: 'failed' }) => {
      if (isExpired(error)) {
        forgetClient()
        update({ ...change, phase: 'expired', error: t('ErrorExpired').text })
      } else {
        const parameterErrors = { ...state.parameterErrors, ...parameterErrorsOf(error) }
        if (isInvalidParameter(error)) update({ parametersAreaVisible: true, parameterErrors })
        update({ ...change, error: failureOf(error), history: withoutTemporary(state.history) })
      }
      update({ status: statusOf(state) })
    },
  }
}
