import { setTimeout as sleep } from 'node:timers/promises'
import { ASK_STATUS, closedLocks, createDecoder, encode, STATUS, UNLOCK } from './frames.ts'
import { type SerialOptions, serialLine } from './serial-line.ts'

export type BusOptions = SerialOptions & {
  /** How long a board may take to answer, in ms. An answer of nine bytes is on its way for 5 ms. */
  readonly replyMs?: number
}
export type Bus = ReturnType<typeof createBus>

const REPLY_MS = 100

/** The boards on one line. One is spoken to at a time, in the order in which it is asked for, and the next when it has answered. */
export function createBus({ replyMs = REPLY_MS, ...options }: BusOptions, heard: { down(): void }) {
  const decoder = createDecoder()
  let waiting: { readonly board: number; finish(closed?: number): void } | undefined
  let last: Promise<unknown> = Promise.resolve()
  /** Until when an answer may still come that was waited for in vain, by board. */
  const lateUntil = new Map<number, number>()

  const line = serialLine(options, {
    down: () => {
      waiting?.finish()
      heard.down()
    },
    bytes: (bytes) => {
      // Other frames are echoes of our own words: some adapters hear themselves.
      for (const frame of decoder.push(bytes))
        if (frame.command === STATUS && frame.board === waiting?.board) waiting.finish(closedLocks(frame))
    },
  })

  /** Says one frame and waits for the status that the board answers; undefined when there is none in time. */
  async function exchange(board: number, lock: number, command: number): Promise<number | undefined> {
    // Answers carry no number: a late one must not be taken for the answer to this question.
    await sleep(Math.max(0, (lateUntil.get(board) ?? 0) - performance.now()))
    if (!line.isUp()) return undefined
    decoder.reset()
    return new Promise((resolve) => {
      const finish = (closed?: number) => {
        clearTimeout(late)
        waiting = undefined
        if (closed === undefined) lateUntil.set(board, performance.now() + replyMs)
        resolve(closed)
      }
      const late = setTimeout(finish, replyMs)
      waiting = { board, finish }
      line.send(encode({ board, lock, command, data: [] }))
    })
  }
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  return {
    /** Opens the port; gives whether it could be. It is tried again and again. */
    open: line.open,
    isUp: line.isUp,
    /** The closed locks of a board, by its own word: bit 0 is lock 0. Undefined when it does not answer. */
    status: (board: number): Promise<number | undefined> => inTurn(() => exchange(board, 0, ASK_STATUS)),
    /** Releases a lock. Some boards answer and some do not, so the line is left to them for as long as an answer takes. */
    unlock: (board: number, lock: number): Promise<unknown> => inTurn(() => exchange(board, lock, UNLOCK)),
    close: async (): Promise<void> => {
      await line.close()
      waiting?.finish()
    },
  }
}
