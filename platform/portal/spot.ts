import { useSyncExternalStore } from 'react'

/** One value outside of React that components watch: the toasts, the open dialog. */
export function createSpot<T>(first: T) {
  let value = first
  const watchers = new Set<() => void>()
  return {
    read: () => value,
    write: (next: T) => {
      value = next
      for (const tell of watchers) tell()
    },
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
  }
}
export type Spot<T> = ReturnType<typeof createSpot<T>>

export const useSpot = <T>(spot: Spot<T>) => useSyncExternalStore(spot.watch, spot.read)
