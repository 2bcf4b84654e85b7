import { type Ack, type EventBatch, type KioskEvent, MAX_BATCH } from '#features/kiosks/protocol.ts'

type Deps = {
  /** Events that are not acknowledged, the oldest first. */
  readonly unacknowledged: () => KioskEvent[]
  readonly acknowledged: (ids: readonly string[]) => Promise<void>
  readonly isConnected: () => boolean
  readonly send: (batch: EventBatch) => Promise<void>
  /** First wait for an acknowledgement before the events are sent again, in ms. */
  readonly firstWait?: number
}
export type Outbox = ReturnType<typeof createOutbox>

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

/**
 * Sends events until the server has acknowledged them. One batch is on its way at a time, always from the oldest on, so
 * that they are applied in the order in which they happened.
 */
export function createOutbox({ unacknowledged, acknowledged, isConnected, send, firstWait = FIRST_WAIT_MS }: Deps) {
  let sentIds: readonly string[] = []
  let wait = firstWait
  let again: NodeJS.Timeout | undefined
  /** How often the server said that this event failed. */
  let failed: { id: string; times: number } | undefined
  /** Whether it said so of what was sent last: two nodes may both answer one attempt. */
  let isCounted = false
  let stopped = false
  const watchers = new Set<() => void>()
  /** Acknowledged by the server, and being struck off here. */
  const striking = new Set<string>()

  /** Sends what is due, unless a batch is on its way. */
  function flush(): void {
    if (stopped || again !== undefined || !isConnected()) return
    const events = unacknowledged().slice(0, MAX_BATCH)
    if (events.length === 0) return
    sentIds = events.map(({ Id }) => Id)
    isCounted = false
    const times = failed && failed.id === sentIds[0] ? failed.times : 0
    again = setTimeout(retry, wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    // Not sent is the same as not acknowledged: it is tried again.
    send({ Attempt: times + 1, Events: events }).catch(() => {})
  }
  function retry() {
    again = undefined
    flush()
  }
  function next() {
    clearTimeout(again)
    retry()
  }

  return {
    flush,
    /** The connection is new: whatever was on its way may be lost. */
    reconnected: () => {
      wait = firstWait
      next()
    },
    acked: async ({ EventIds, Failed }: Ack): Promise<void> => {
      for (const id of EventIds) striking.add(id)
      for (const watcher of watchers) watcher()
      await acknowledged(EventIds).finally(() => {
        for (const id of EventIds) striking.delete(id)
      })
      if (Failed) {
        if (!isCounted) failed = { id: Failed, times: (failed?.id === Failed ? failed.times : 0) + 1 }
        isCounted = true
        // The timer that runs sends the rest again.
        return
      }
      if (!sentIds.some((id) => EventIds.includes(id))) return
      wait = firstWait
      next()
    },
    /** Waits until none of these is left to acknowledge, at most `ms`. Gives whether that came to be. */
    delivered: (ids: readonly string[], ms: number): Promise<boolean> => {
      const isDone = () => !unacknowledged().some(({ Id }) => ids.includes(Id) && !striking.has(Id))
      return new Promise((resolve) => {
        const finish = (done: boolean) => {
          clearTimeout(late)
          watchers.delete(watcher)
          resolve(done)
        }
        const watcher = () => {
          if (isDone()) finish(true)
        }
        const late = setTimeout(() => finish(isDone()), ms)
        watchers.add(watcher)
        watcher()
      })
    },
    stop: () => {
      stopped = true
      clearTimeout(again)
    },
  }
}
