import { setTimeout as sleep } from 'node:timers/promises'
import { closedLocks, createDecoder, encode, GET_STATUS, STATUS, UNLOCK } from './frames.ts'
import { type SerialOptions, serialLine } from './serial-line.ts'

export type BusOptions = SerialOptions & {
  /** How long to wait for a board's answer, in ms. Sending its nine bytes takes 5 ms. */
  readonly replyMs?: number
}

const REPLY_MS = 100

/** The boards on one serial line. Requests are queued: one is in flight until its board has answered or the wait is over. */
export function createBus({ replyMs = REPLY_MS, ...options }: BusOptions, handlers: { down(): void }) {
  const decoder = createDecoder()
  let inFlight: { readonly board: number; finish(closed?: number): void } | undefined
  let last: Promise<unknown> = Promise.resolve()
  /** Until when the late answer to a timed-out request may still arrive, by board. */
  const lateUntil = new Map<number, number>()

  const line = serialLine(options, {
    down: () => {
      inFlight?.finish()
      handlers.down()
    },
    bytes: (bytes) => {
      // Other frames are echoes of the requests: some adapters receive what they send.
      for (const frame of decoder.push(bytes))
        if (frame.command === STATUS && frame.board === inFlight?.board) inFlight.finish(closedLocks(frame))
    },
  })

  /** Sends a frame and returns the status that the board answers, or undefined if none arrives in time. */
  async function exchange(board: number, lock: number, command: number): Promise<number | undefined> {
    // Answers have no number, so a late one could be taken for the answer to this request.
    await sleep(Math.max(0, (lateUntil.get(board) ?? 0) - performance.now()))
    if (!line.isUp()) return undefined
    decoder.reset()
    return new Promise((resolve) => {
      const finish = (closed?: number) => {
        clearTimeout(timeout)
        inFlight = undefined
        if (closed === undefined) lateUntil.set(board, performance.now() + replyMs)
        resolve(closed)
      }
      const timeout = setTimeout(finish, replyMs)
      inFlight = { board, finish }
      line.send(encode({ board, lock, command, data: [] }))
    })
  }
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  return {
    /** Opens the port, retrying until it succeeds. Returns whether the first attempt did. */
    open: line.open,
    isUp: line.isUp,
    /** The closed locks that a board reports, as a bit mask (bit 0 is lock 0), or undefined if it does not answer. */
    status: (board: number): Promise<number | undefined> => enqueue(() => exchange(board, 0, GET_STATUS)),
    /** Releases a lock. Only some boards answer, so the line stays reserved until the answer or the end of the wait. */
    unlock: (board: number, lock: number): Promise<unknown> => enqueue(() => exchange(board, lock, UNLOCK)),
    close: async (): Promise<void> => {
      await line.close()
      inFlight?.finish()
    },
  }
}
