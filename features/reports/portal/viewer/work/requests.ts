/** What a viewer does at the same time; of each kind only the latest counts. */
type Kind =
  | 'load'
  | 'page'
  | 'nextPage'
  | 'search'
  | 'file'
  | 'keepAlive'
  | 'cascade'
  | 'cascadeDelay'
  | 'previewDelay'
  | 'values'
export type Requests = ReturnType<typeof createRequests>

/**
 * The work under way, with one abort controller for each kind. TanStack Query's core would do the same, but adds 7 kB to the script for
 * other pages, which is then larger than its bound.
 */
export function createRequests() {
  const underWay = new Map<Kind, AbortController>()
  const stop = (...kinds: readonly Kind[]) => {
    for (const kind of kinds) {
      underWay.get(kind)?.abort()
      underWay.delete(kind)
    }
  }
  return {
    stop,
    /** Begins work in place of earlier work of its kind; the signal aborts when it is replaced or stopped. */
    begin: (kind: Kind): AbortSignal => {
      stop(kind)
      const controller = new AbortController()
      underWay.set(kind, controller)
      return controller.signal
    },
    /** Whether work was begun and neither stopped nor replaced; it may have ended by itself. */
    wasBegun: (kind: Kind) => underWay.has(kind),
  }
}

/** Waits; rejects at once when the signal aborts. */
export const waitMs = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(done, Math.max(ms, 0))
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    function done() {
      signal.removeEventListener('abort', abort)
      resolve()
    }
  })

/** The result of work; rejects at once when the signal aborts, and the work goes on. */
export const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal) =>
  new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
