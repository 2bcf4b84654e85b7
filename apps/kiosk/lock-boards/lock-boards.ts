import { setTimeout as sleep } from 'node:timers/promises'
import type { Hardware, OpenResult } from '../doors/hardware.ts'
import { type Board, bitOf, createBoards, isOpenAt, two } from './boards.ts'
import { type BusOptions, createBus } from './bus.ts'
import { LOCKS } from './frames.ts'

export type LockBoardOptions = BusOptions & {
  /** Addresses of the boards. If omitted, all addresses are scanned and the boards that answer are used. */
  readonly boards?: readonly number[]
  /** Number of locks wired on each board, starting with the first. */
  readonly locks?: number
  /** How often a board's status is requested, in ms. A missing board and a silent address are polled every `missingMs`. */
  readonly pollMs?: number
  readonly missingMs?: number
}

const POLL_MS = 250
const MISSING_MS = 2_000
/** Interval between status requests while a door is being opened, in ms. */
const OPENING_POLL_MS = 40
/** How long a scan waits for two equal answers about every lock, in ms. */
const SCAN_MS = 500

/**
 * A cabinet of RS-485 lock boards at a serial port. A device is one lock of a board, for example BOARD-00-05. Resolves when
 * the boards have been scanned, or when the port cannot be opened; the port and missing boards are retried from then on.
 */
export async function lockBoards(options: LockBoardOptions): Promise<Hardware> {
  const { boards: addresses, locks = LOCKS, pollMs = POLL_MS, missingMs = MISSING_MS, log } = options
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const bus = createBus(options, {
    down: () => {
      for (const board of boards.values()) board.isMissing = true
    },
  })
  const known = createBoards({ addresses, locks, isPortOpen: bus.isUp, log })
  const { boards, silent, addBoard, allLocks } = known
  let nextSilentPollAt = 0
  const poll = async (address: number, board: Board) => known.take(address, board, await bus.status(address))

  /** Polls until the state of these locks is certain or the board does not answer; with a bouncing sensor until `deadline`. */
  async function pollUntilCertain(address: number, board: Board, which: number, deadline: number): Promise<number> {
    for (;;) {
      const certain = await poll(address, board)
      if ((which & ~certain) === 0 || board.misses > 0 || performance.now() >= deadline) return certain
    }
  }
  /** Returns whether a board of this address answers. */
  async function probe(address: number): Promise<boolean> {
    const board = (boards.get(address) ?? silent.get(address))!
    await pollUntilCertain(address, board, allLocks, performance.now() + SCAN_MS)
    const answers = board.misses === 0
    // Its state may not be certain yet; regular polling continues from here.
    if (answers) addBoard(address, board)
    return answers
  }
  /** Probes every possible board, those without an answer twice. */
  async function scan(): Promise<void> {
    const unanswered: number[] = []
    for (const address of known.possible) if (!(await probe(address))) unanswered.push(address)
    for (const address of unanswered) await probe(address)
  }
  async function scanAndLog(): Promise<void> {
    await scan()
    const answering = known.present().map(({ address }) => two(address))
    log(`lock boards that answer: ${answering.join(', ') || 'none'}`)
  }
  /** Without a list of addresses, a board may be switched on or added later. */
  async function probeNextSilent(): Promise<void> {
    const [next] = silent
    if (!next || performance.now() < nextSilentPollAt) return
    const [address, board] = next
    if (await probe(address)) log(`lock board ${two(address)} answers`)
    else if (silent.delete(address)) silent.set(address, board)
    nextSilentPollAt = performance.now() + missingMs
  }
  async function watch(): Promise<void> {
    let wasUp = bus.isUp()
    while (!stopping.signal.aborted) {
      if (bus.isUp() && !wasUp) await scanAndLog()
      wasUp = bus.isUp()
      for (const [address, board] of boards) {
        if (!wasUp || (board.isMissing && performance.now() < board.nextPollAt)) continue
        await poll(address, board)
        board.nextPollAt = performance.now() + missingMs
      }
      if (wasUp) await probeNextSilent()
      await pause(pollMs)
    }
  }

  if (await bus.open()) await scanAndLog()
  const watching = watch()

  return {
    devices: async (rediscover) => {
      if (rediscover) await scan()
      return known.devices()
    },
    open: async (serialNumber, waitMs): Promise<OpenResult> => {
      if (!bus.isUp()) return 'no-answer'
      const door = known.doorOf(serialNumber)
      if (!door) return 'unknown-device'
      const { address, lock, board } = door
      await bus.unlock(address, lock)
      const deadline = performance.now() + waitMs
      let hasAnswered = false
      for (;;) {
        // Only answers after the release count.
        const certain = await pollUntilCertain(address, board, bitOf(lock), deadline)
        if ((certain & bitOf(lock)) !== 0 && isOpenAt(board, lock)) return 'opened'
        hasAnswered ||= board.misses === 0
        const remaining = deadline - performance.now()
        if (remaining <= 0 || stopping.signal.aborted) return hasAnswered && !board.isMissing ? 'not-detected' : 'no-answer'
        await pause(Math.min(OPENING_POLL_MS, remaining))
      }
    },
    isOpen: (serialNumber) => {
      const door = known.doorOf(serialNumber)
      return door !== undefined && isOpenAt(door.board, door.lock)
    },
    onChange: known.onChange,
    onFound: known.onFound,
    close: async () => {
      stopping.abort()
      await bus.close()
      await watching
    },
  }
}
