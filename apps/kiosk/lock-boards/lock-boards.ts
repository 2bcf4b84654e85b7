import { setTimeout as sleep } from 'node:timers/promises'
import type { Device, DoorChange, Hardware, Opening } from '../doors/hardware.ts'
import { type BusOptions, createBus } from './bus.ts'
import { BOARDS, LOCKS } from './frames.ts'

export type LockBoardOptions = BusOptions & {
  /** Addresses of the boards that are there. Without them every address is asked, and those count that answer. */
  readonly boards?: readonly number[]
  /** Locks that are wired on each board, from the first on. */
  readonly locks?: number
  /** How often a board is asked how its doors stand, in ms; one that is missing, and an address without any, every `missingMs`. */
  readonly pollMs?: number
  readonly missingMs?: number
}
/** Bit 0 is lock 0 in each number of locks. */
type Board = {
  /** The locks that it has said twice the same of, and how these stand: set is closed. */
  known: number
  closed: number
  /** Its last answer. */
  said?: number
  /** Questions in a row that it did not answer. */
  misses: number
  isMissing: boolean
  /** A missing board is not asked before this. */
  askAt: number
}

const POLL_MS = 250
const MISSING_MS = 2_000
/** Between two looks at a door that is to open, in ms. */
const LOOK_MS = 40
/** For so long a board that is searched may contradict itself of a lock, in ms. */
const SURE_MS = 500
/** A board that leaves this many questions in a row unanswered is missing. */
const MISSES = 3
const ALL_BOARDS = Array.from({ length: BOARDS }, (_, address) => address)

const two = (number: number) => String(number).padStart(2, '0')
const serialNumberOf = (address: number, lock: number) => `BOARD-${two(address)}-${two(lock)}`

/**
 * A cabinet of RS-485 lock boards at a serial port. A device is a lock of a board, named by both, as BOARD-00-05. It is there
 * once its boards were asked, and also when its port could not be opened: what is missing is tried again and again.
 */
export async function lockBoards(options: LockBoardOptions): Promise<Hardware> {
  const { boards: wired, locks = LOCKS, pollMs = POLL_MS, missingMs = MISSING_MS, say } = options
  const boards = new Map<number, Board>()
  const listeners: ((change: DoorChange) => void)[] = []
  const finders: ((devices: readonly Device[]) => void)[] = []
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const bus = createBus(options, {
    down: () => {
      for (const board of boards.values()) board.isMissing = true
    },
  })
  const unknown = (): Board => ({ known: 0, closed: 0, misses: 0, isMissing: false, askAt: 0 })
  for (const address of wired ?? []) boards.set(address, unknown())
  /** Addresses at which no board has answered yet; the first is asked next, not before `furtherAt`. */
  const silent = new Map((wired ? [] : ALL_BOARDS).map((address) => [address, unknown()]))
  let furtherAt = 0
  const bitOf = (lock: number) => 1 << lock
  const every = bitOf(locks) - 1

  /** Asks a board how its doors stand and tells what changed. Gives the locks that it says for sure: none when it does not answer. */
  async function look(address: number, board: Board): Promise<number> {
    const said = await bus.status(address)
    if (said === undefined) {
      missed(address, board)
      return 0
    }
    // One broken frame in 256 has the right sum by chance: what is new of a lock counts when it is said twice.
    const asKnown = board.known & ~(said ^ board.closed)
    const asBefore = board.said === undefined ? 0 : ~(said ^ board.said)
    const sure = (asKnown | asBefore) & every
    Object.assign(board, { said, misses: 0 })
    if (sure !== 0) heard(address, board, said, sure)
    return sure
  }
  function missed(address: number, board: Board) {
    board.misses += 1
    if (board.isMissing || !boards.has(address) || !bus.isUp() || board.misses < MISSES) return
    board.isMissing = true
    say(`lock board ${two(address)} does not answer`)
  }
  function heard(address: number, board: Board, said: number, sure: number) {
    const isNew = sure & ~board.known
    const hasChanged = sure & board.known & (said ^ board.closed)
    if (board.isMissing) say(`lock board ${two(address)} answers again`)
    Object.assign(board, { known: board.known | sure, closed: (board.closed & ~sure) | (said & sure), isMissing: false })
    settle(address, board)
    const found = devicesOf(address, board, isNew)
    if (found.length > 0) for (const finder of finders) finder(found)
    for (const device of devicesOf(address, board, hasChanged)) for (const listener of listeners) listener(device)
  }

  /** Looks again at once while the board answers, but not for sure of these locks; at a sensor that flutters until `latest`. */
  async function lookForSure(address: number, board: Board, which: number, latest: number): Promise<number> {
    for (;;) {
      const sure = await look(address, board)
      if ((which & ~sure) === 0 || board.misses > 0 || performance.now() >= latest) return sure
    }
  }
  /** Gives whether a board of this address answers. */
  async function find(address: number): Promise<boolean> {
    const board = (boards.get(address) ?? silent.get(address))!
    await lookForSure(address, board, every, performance.now() + SURE_MS)
    const answers = board.misses === 0
    // It may not be sure yet: it is then asked like the others, and there as soon as it is.
    if (answers) settle(address, board)
    return answers
  }
  function settle(address: number, board: Board) {
    boards.set(address, board)
    silent.delete(address)
  }
  /** Asks every board that may be there, those that do not answer a second time. */
  async function search(): Promise<void> {
    const unheard: number[] = []
    for (const address of wired ?? ALL_BOARDS) if (!(await find(address))) unheard.push(address)
    for (const address of unheard) await find(address)
  }
  /** The port is open: who is there? */
  async function meet(): Promise<void> {
    await search()
    const there = present().map(({ address }) => two(address))
    say(`lock boards that answer: ${there.join(', ') || 'none'}`)
  }
  /** A board that is not named may have been silent until now, or is put in. */
  async function lookFurther(): Promise<void> {
    const [next] = silent
    if (!next || performance.now() < furtherAt) return
    const [address, board] = next
    if (await find(address)) say(`lock board ${two(address)} answers`)
    else if (silent.delete(address)) silent.set(address, board)
    furtherAt = performance.now() + missingMs
  }
  async function watch(): Promise<void> {
    let wasUp = bus.isUp()
    while (!stopping.signal.aborted) {
      if (bus.isUp() && !wasUp) await meet()
      wasUp = bus.isUp()
      for (const [address, board] of boards) {
        if (!wasUp || (board.isMissing && performance.now() < board.askAt)) continue
        await look(address, board)
        board.askAt = performance.now() + missingMs
      }
      if (wasUp) await lookFurther()
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

  if (await bus.open()) await meet()
  const watching = watch()

  return {
    devices: async (rediscover) => {
      if (rediscover) await search()
      return devices()
    },
    open: async (serialNumber, waitMs): Promise<Opening> => {
      if (!bus.isUp()) return 'no-answer'
      const door = doorOf(serialNumber)
      if (!door) return 'unknown-device'
      const { address, lock, board } = door
      await bus.unlock(address, lock)
      const latest = performance.now() + waitMs
      let answered = false
      for (;;) {
        // Only what the board says from here on tells whether the door is open.
        const sure = await lookForSure(address, board, bitOf(lock), latest)
        if ((sure & bitOf(lock)) !== 0 && isOpenAt(board, lock)) return 'opened'
        answered ||= board.misses === 0
        const left = latest - performance.now()
        if (left <= 0 || stopping.signal.aborted) return answered && !board.isMissing ? 'not-detected' : 'no-answer'
        await pause(Math.min(LOOK_MS, left))
      }
    },
    isOpen: (serialNumber) => {
      const door = doorOf(serialNumber)
      return door !== undefined && isOpenAt(door.board, door.lock)
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
    onFound: (listener) => {
      finders.push(listener)
      listener([...boards].flatMap(([address, board]) => devicesOf(address, board)))
    },
    close: async () => {
      stopping.abort()
      await bus.close()
      await watching
    },
  }
}
