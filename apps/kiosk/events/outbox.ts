import { type Ack, type EventBatch, type KioskEvent, MAX_BATCH } from '#features/kiosks/protocol.ts'

type Deps = {
  /** Events that are not acknowledged, the oldest first. */
  readonly unacknowledged: () => KioskEvent[]
  readonly acknowledged: (ids: readonly string[]) => Promise<void>
  readonly isConnected: () => boolean
  readonly send: (batch: EventBatch) => Promise<void>
  /** Wait for an acknowledgement before the first retry, in ms. */
  readonly minRetryMs?: number
}
export type Outbox = ReturnType<typeof createOutbox>

const MIN_RETRY_MS = 2_000
const MAX_RETRY_MS = 60_000

/**
 * Sends events until the server has acknowledged them. At most one batch is in flight and it starts with the oldest event,
 * so the server applies events in the order in which they happened.
 */
export function createOutbox({ unacknowledged, acknowledged, isConnected, send, minRetryMs = MIN_RETRY_MS }: Deps) {
  let sentIds: readonly string[] = []
  let retryMs = minRetryMs
  let retryTimer: NodeJS.Timeout | undefined
  /** The event that the server could not apply, and how many attempts failed. */
  let failed: { id: string; times: number } | undefined
  /** Whether the current attempt is counted as failed: two nodes may both report one attempt. */
  let isCounted = false
  let stopped = false
  const watchers = new Set<() => void>()
  /** Acknowledged by the server while the journal write is still running. */
  const acknowledging = new Set<string>()

  /** Sends the next batch unless one is in flight. */
  function flush(): void {
    if (stopped || retryTimer !== undefined || !isConnected()) return
    const events = unacknowledged().slice(0, MAX_BATCH)
    if (events.length === 0) return
    sentIds = events.map(({ Id }) => Id)
    isCounted = false
    const failures = failed && failed.id === sentIds[0] ? failed.times : 0
    retryTimer = setTimeout(retry, retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    // A batch that was not sent gets no acknowledgement, so the timer retries it.
    send({ Attempt: failures + 1, Events: events }).catch(() => {})
  }
  function retry() {
    retryTimer = undefined
    flush()
  }
  function sendNow() {
    clearTimeout(retryTimer)
    retry()
  }

  return {
    flush,
    /** Sends at once: a batch that was in flight on the previous connection may be lost. */
    reconnected: () => {
      retryMs = minRetryMs
      sendNow()
    },
    acked: async ({ EventIds, Failed }: Ack): Promise<void> => {
      for (const id of EventIds) acknowledging.add(id)
      for (const watcher of watchers) watcher()
      await acknowledged(EventIds).finally(() => {
        for (const id of EventIds) acknowledging.delete(id)
      })
      if (Failed) {
        if (!isCounted) failed = { id: Failed, times: (failed?.id === Failed ? failed.times : 0) + 1 }
        isCounted = true
        // The running timer retries the rest.
        return
      }
      if (!sentIds.some((id) => EventIds.includes(id))) return
      retryMs = minRetryMs
      sendNow()
    },
    /** Waits at most `ms` for the server to acknowledge these events. Returns whether it did. */
    waitUntilAcknowledged: (ids: readonly string[], ms: number): Promise<boolean> => {
      const isDone = () => !unacknowledged().some(({ Id }) => ids.includes(Id) && !acknowledging.has(Id))
      return new Promise((resolve) => {
        const finish = (done: boolean) => {
          clearTimeout(timeout)
          watchers.delete(watcher)
          resolve(done)
        }
        const watcher = () => {
          if (isDone()) finish(true)
        }
        const timeout = setTimeout(() => finish(isDone()), ms)
        watchers.add(watcher)
        watcher()
      })
    },
    stop: () => {
      stopped = true
      clearTimeout(retryTimer)
    },
  }
}
