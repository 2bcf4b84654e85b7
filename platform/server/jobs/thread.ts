import { setFlagsFromString } from 'node:v8'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { JobData } from './jobs.ts'
import { Stopped } from './stopped.ts'

/** A thread that has had nothing to do for so long, in ms, ends and gives its memory back. */
const IDLE_MS = 5_000
/** What a thread may take for what it keeps, and for what it makes and throws away, in MB; when it wants more it ends, and nobody else does. */
const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24 }

const PROGRAM_LIMITS = ['--max-old-space-size', '--max-semi-space-size']

/** Does jobs in a thread of their own, so that nobody's request waits for a turn beside them. */
export type Thread = {
  /** Does a job and waits for its end; throws what it threw, when the thread ended under it, and `Stopped` from the stop on. */
  run(data: JobData): Promise<void>
  /** Ends the thread at once and for good: what it was doing is left as if the program had been killed. */
  stop(): Promise<void>
}

type Question = { readonly nth: number; readonly data: JobData }
type Answer = { readonly nth: number; readonly failure: Failure | null }
/** What passes from thread to thread of an error. */
type Failure = { readonly message: string; readonly stack: string | undefined; readonly code: unknown }

/**
 * The thread of a module that calls `doJobs`: it begins with the first job, ends when there are none, and begins again. `given`
 * is what the module is told: plain values.
 */
export function createThread(module: URL, given: unknown, { idleMs = IDLE_MS, limits = LIMITS } = {}): Thread {
  let begun: ReturnType<typeof begin> | undefined
  let idle: NodeJS.Timeout | undefined
  let isStopped = false
  const end = async () => {
    const ended = begun
    begun = undefined
    await ended?.end()
  }
  return {
    run: async (data) => {
      if (isStopped) throw new Stopped()
      clearTimeout(idle)
      // It may also have ended while it had nothing to do.
      if (!begun || begun.hasEnded()) begun = begin(module, given, limits)
      const mine = begun
      try {
        await mine.run(data)
      } catch (error) {
        throw isStopped ? new Stopped() : error
      } finally {
        if (begun === mine && !mine.hasEnded() && mine.isIdle()) idle = setTimeout(end, idleMs).unref()
      }
    },
    stop: async () => {
      isStopped = true
      clearTimeout(idle)
      await end()
    },
  }
}

function begin(module: URL, given: unknown, limits: typeof LIMITS) {
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let asked = 0
  let hasEnded = false
  let why = new Error('the thread has ended')
  // Limits that the program was started with, as by `npm start`, are its own by now; a thread would take them for its own.
  for (const limit of PROGRAM_LIMITS) setFlagsFromString(`${limit}=0`)
  const worker = new Worker(module, { workerData: given, resourceLimits: limits })
  worker.on('message', ({ nth, failure }: Answer) => {
    const one = waiting.get(nth)
    waiting.delete(nth)
    if (failure) one?.reject(Object.assign(new Error(failure.message), failure))
    else one?.resolve()
  })
  worker.on('error', (error: Error) => {
    why = error
  })
  worker.on('exit', () => {
    hasEnded = true
    for (const one of waiting.values()) one.reject(why)
    waiting.clear()
  })
  return {
    run: (data: JobData): Promise<void> => {
      const one = Promise.withResolvers<void>()
      asked += 1
      waiting.set(asked, one)
      worker.postMessage({ nth: asked, data } satisfies Question)
      return one.promise
    },
    isIdle: () => waiting.size === 0,
    hasEnded: () => hasEnded,
    end: () => worker.terminate(),
  }
}

/** In the thread: what `createThread` was given. */
export const givenToThread = <T>(): T => workerData as T

/** In the thread: does each job that comes. */
export function doJobs(run: (data: JobData) => Promise<void>): void {
  const port = parentPort!
  port.on('message', async ({ nth, data }: Question) => {
    const failure = await run(data).then(() => null, failureOf)
    port.postMessage({ nth, failure } satisfies Answer)
  })
}

function failureOf(error: unknown): Failure {
  const { message = String(error), stack, code } = error as Partial<Failure>
  return { message, stack, code }
}
