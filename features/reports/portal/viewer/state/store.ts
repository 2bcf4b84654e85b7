import { type Change, reduce } from './reducer.ts'
import { clampedScale, INITIAL, type SavedSettings, savedOf, savedSettings, type ViewerState } from './state.ts'

export type Settings = Partial<Pick<ViewerState, 'viewMode' | 'printMode' | 'scale' | 'scaleMode' | 'parametersAreaVisible'>>
/** Where settings persist; what is read may be anything. */
export type SettingsStorage = { readonly read: () => unknown; readonly write: (saved: SavedSettings) => void }
export type Store = ReturnType<typeof createStore>

/** The state of a viewer, and what is written of it. */
export function createStore(settings: Settings, storage: SettingsStorage | undefined) {
  const begun = { ...INITIAL, ...settings, ...savedOf(storage?.read()) }
  let state: ViewerState = { ...begun, scale: clampedScale(begun.scale) }
  let written = ''
  const watchers = new Set<() => void>()
  return {
    read: () => state,
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
    update: (change: Change) => {
      state = reduce(state, change)
      const saved = savedSettings(state)
      const text = storage ? JSON.stringify(saved) : ''
      if (text !== written) storage?.write(saved)
      written = text
      for (const notify of watchers) notify()
    },
  }
}
