import { setTimeout as sleep } from 'node:timers/promises'
import type { Device, DoorChange, Hardware, OpenResult } from '../doors/hardware.ts'
import { type BusOptions, createBus } from './bus.ts'
import { BOARDS, LOCKS } from './frames.ts'

export type LockBoardOptions = BusOptions & {
  /** Addresses of the boards. If omitted, all addresses are scanned and the boards that answer are used. */
  readonly boards?: readonly number[]
  /** Number of locks wired on each board, starting with the first. */
  readonly locks?: number
  /** How often a board's status is requested, in ms. A missing board and a silent address are polled every `missingMs`. */
  readonly pollMs?: number
  readonly missingMs?: number
}
/** Sets of locks are bit masks: bit 0 is lock 0. */
type Board = {
  /** Locks whose state is known because two answers agreed, and the closed ones among them. */
  known: number
  closed: number
  lastAnswer?: number
  /** Consecutive requests without an answer. */
  misses: number
  isMissing: boolean
  /** A missing board is not polled before this time (performance.now()). */
  nextPollAt: number
}

const POLL_MS = 250
const MISSING_MS = 2_000
/** Interval between status requests while a door is being opened, in ms. */
const OPENING_POLL_MS = 40
/** How long a scan waits for two equal answers about every lock, in ms. */
const SCAN_MS = 500
/** Consecutive misses after which a board is missing. */
const MAX_MISSES = 3
const ALL_ADDRESSES = Array.from({ length: BOARDS }, (_, address) => address)

const two = (number: number) => String(number).padStart(2, '0')
const serialNumberOf = (address: number, lock: number) => `BOARD-${two(address)}-${two(lock)}`

/**
 * A cabinet of RS-485 lock boards at a serial port. A device is one lock of a board, for example BOARD-00-05. Resolves when
 * the boards have been scanned, or when the port cannot be opened; the port and missing boards are retried from then on.
 */
export async function lockBoards(options: LockBoardOptions): Promise<Hardware> {
  const { boards: addresses, locks = LOCKS, pollMs = POLL_MS, missingMs = MISSING_MS, log } = options
  const boards = new Map<number, Board>()
  const changeListeners: ((change: DoorChange) => void)[] = []
  const foundListeners: ((devices: readonly Device[]) => void)[] = []
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const bus = createBus(options, {
    down: () => {
      for (const board of boards.values()) board.isMissing = true
    },
  })
  const newBoard = (): Board => ({ known: 0, closed: 0, misses: 0, isMissing: false, nextPollAt: 0 })
  for (const address of addresses ?? []) boards.set(address, newBoard())
  /** Addresses without an answer so far. The first one is polled next, not before `nextSilentPollAt`. */
  const silent = new Map((addresses ? [] : ALL_ADDRESSES).map((address) => [address, newBoard()]))
  let nextSilentPollAt = 0
  const bitOf = (lock: number) => 1 << lock
  const allLocks = bitOf(locks) - 1

  /** Requests a board's status and reports changes. Returns the locks whose state is certain; none without an answer. */
  async function poll(address: number, board: Board): Promise<number> {
    const answer = await bus.status(address)
    if (answer === undefined) {
      missed(address, board)
      return 0
    }
    // One broken frame in 256 has a valid sum, so a change counts only when two answers in a row agree.
    const unchanged = board.known & ~(answer ^ board.closed)
    const repeated = board.lastAnswer === undefined ? 0 : ~(answer ^ board.lastAnswer)
    const certain = (unchanged | repeated) & allLocks
    Object.assign(board, { lastAnswer: answer, misses: 0 })
    if (certain !== 0) applyAnswer(address, board, answer, certain)
    return certain
  }
  function missed(address: number, board: Board) {
    board.misses += 1
    if (board.isMissing || !boards.has(address) || !bus.isUp() || board.misses < MAX_MISSES) return
    board.isMissing = true
    log(`lock board ${two(address)} does not answer`)
  }
  function applyAnswer(address: number, board: Board, answer: number, certain: number) {
    const added = certain & ~board.known
    const changed = certain & board.known & (answer ^ board.closed)
    if (board.isMissing) log(`lock board ${two(address)} answers again`)
    Object.assign(board, {
      known: board.known | certain,
      closed: (board.closed & ~certain) | (answer & certain),
      isMissing: false,
    })
    addBoard(address, board)
    const found = devicesOf(address, board, added)
    if (found.length > 0) for (const listener of foundListeners) listener(found)
    for (const device of devicesOf(address, board, changed)) for (const listener of changeListeners) listener(device)
  }

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
  function addBoard(address: number, board: Board) {
    boards.set(address, board)
    silent.delete(address)
  }
  /** Probes every possible board, those without an answer twice. */
  async function scan(): Promise<void> {
    const unanswered: number[] = []
    for (const address of addresses ?? ALL_ADDRESSES) if (!(await probe(address))) unanswered.push(address)
    for (const address of unanswered) await probe(address)
  }
  async function scanAndLog(): Promise<void> {
    await scan()
    const answering = present().map(({ address }) => two(address))
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

  const present = () =>
    [...boards]
      .flatMap(([address, board]) => (board.known === 0 || board.isMissing ? [] : { address, board }))
      .sort((a, b) => a.address - b.address)
  const isOpenAt = ({ known, closed }: Board, lock: number) => (known & ~closed & bitOf(lock)) !== 0
  const devicesOf = (address: number, board: Board, which = board.known): Device[] =>
    Array.from({ length: locks }, (_, lock) => lock)
      .filter((lock) => (which & bitOf(lock)) !== 0)
      .map((lock) => ({ serialNumber: serialNumberOf(address, lock), isOpen: isOpenAt(board, lock) }))
  const devices = () => present().flatMap(({ address, board }) => devicesOf(address, board))
  function doorOf(serialNumber: string) {
    const [, address, lock] = /^BOARD-(\d\d)-(\d\d)$/.exec(serialNumber)?.map(Number) ?? []
    const board = boards.get(address ?? -1)
    return board && lock! < locks ? { address: address!, lock: lock!, board } : undefined
  }

  if (await bus.open()) await scanAndLog()
  const watching = watch()

  return {
    devices: async (rediscover) => {
      if (rediscover) await scan()
      return devices()
    },
    open: async (serialNumber, waitMs): Promise<OpenResult> => {
      if (!bus.isUp()) return 'no-answer'
      const door = doorOf(serialNumber)
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
      const door = doorOf(serialNumber)
      return door !== undefined && isOpenAt(door.board, door.lock)
    },
    onChange: (listener) => {
      changeListeners.push(listener)
    },
    onFound: (listener) => {
      foundListeners.push(listener)
      listener([...boards].flatMap(([address, board]) => devicesOf(address, board)))
    },
    close: async () => {
      stopping.abort()
      await bus.close()
      await watching
    },
  }
}
