import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../config/log.ts'

/** Work that runs again and again; `stop` aborts its signal and waits for its end. */
export type Regular = { stop(): Promise<void> }

/** Runs `work` at once and then `pauseMs` after each end. A failure is logged as `failure`, and the next run tries again. */
export function regularly(work: (signal: AbortSignal) => Promise<void>, pauseMs: number, log: Log, failure: string): Regular {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal).catch((error: unknown) => log.warn({ err: error }, `${failure}, will retry`))
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
