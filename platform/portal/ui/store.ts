import { useSyncExternalStore } from 'react'

/** A value outside React that components subscribe to: the toasts, the open dialog. */
export function createStore<T>(first: T) {
  let value = first
  const watchers = new Set<() => void>()
  return {
    read: () => value,
    write: (next: T) => {
      value = next
      for (const notify of watchers) notify()
    },
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
  }
}
export type Store<T> = ReturnType<typeof createStore<T>>

export const useStore = <T>(store: Store<T>) => useSyncExternalStore(store.watch, store.read)
