import type { Device, DoorChange } from '../doors/hardware.ts'
import { BOARDS } from './frames.ts'

/** Sets of locks are bit masks: bit 0 is lock 0. */
export type Board = {
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

type Options = {
  /** Addresses of the boards; all are possible if omitted. */
  readonly addresses: readonly number[] | undefined
  /** Number of locks wired on each board. */
  readonly locks: number
  readonly isPortOpen: () => boolean
  readonly log: (line: string) => void
}

/** Consecutive misses after which a board is missing. */
const MAX_MISSES = 3
const ALL_ADDRESSES = Array.from({ length: BOARDS }, (_, address) => address)

export const two = (number: number) => String(number).padStart(2, '0')
const serialNumberOf = (address: number, lock: number) => `BOARD-${two(address)}-${two(lock)}`
export const bitOf = (lock: number) => 1 << lock
export const isOpenAt = ({ known, closed }: Board, lock: number) => (known & ~closed & bitOf(lock)) !== 0

/** What is known of the boards and their locks, from their answers. */
export function createBoards({ addresses, locks, isPortOpen, log }: Options) {
  const newBoard = (): Board => ({ known: 0, closed: 0, misses: 0, isMissing: false, nextPollAt: 0 })
  const boards = new Map((addresses ?? []).map((address) => [address, newBoard()]))
  /** Addresses without an answer so far; the first one is polled next. */
  const silent = new Map((addresses ? [] : ALL_ADDRESSES).map((address) => [address, newBoard()]))
  const changeListeners: ((change: DoorChange) => void)[] = []
  const foundListeners: ((devices: readonly Device[]) => void)[] = []
  const allLocks = bitOf(locks) - 1

  function missed(address: number, board: Board) {
    board.misses += 1
    if (board.isMissing || !boards.has(address) || !isPortOpen() || board.misses < MAX_MISSES) return
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

  function addBoard(address: number, board: Board) {
    boards.set(address, board)
    silent.delete(address)
  }
  const present = () =>
    [...boards]
      .flatMap(([address, board]) => (board.known === 0 || board.isMissing ? [] : { address, board }))
      .sort((a, b) => a.address - b.address)
  const devicesOf = (address: number, board: Board, which = board.known): Device[] =>
    Array.from({ length: locks }, (_, lock) => lock)
      .filter((lock) => (which & bitOf(lock)) !== 0)
      .map((lock) => ({ serialNumber: serialNumberOf(address, lock), isOpen: isOpenAt(board, lock) }))

  return {
    boards,
    silent,
    allLocks,
    possible: addresses ?? ALL_ADDRESSES,
    addBoard,
    present,
    /** Applies an answer to a status request and reports changes. Returns the locks whose state is certain; none without an answer. */
    take: (address: number, board: Board, answer: number | undefined): number => {
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
    },
    devices: () => present().flatMap(({ address, board }) => devicesOf(address, board)),
    doorOf: (serialNumber: string) => {
      const [, address, lock] = /^BOARD-(\d\d)-(\d\d)$/.exec(serialNumber)?.map(Number) ?? []
      const board = boards.get(address ?? -1)
      return board && lock! < locks ? { address: address!, lock: lock!, board } : undefined
    },
    onChange: (listener: (change: DoorChange) => void) => {
      changeListeners.push(listener)
    },
    onFound: (listener: (devices: readonly Device[]) => void) => {
      foundListeners.push(listener)
      listener([...boards].flatMap(([address, board]) => devicesOf(address, board)))
    },
  }
}
