import { setTimeout as sleep } from 'node:timers/promises'
import type { Device, DoorChange, Hardware, Opening } from '../hardware.ts'
import { type BusOptions, createBus } from './bus.ts'
import { BOARDS, LOCKS } from './frames.ts'

export type LockBoardOptions = BusOptions & {
  /** Addresses of the boards that are there. Without them every address is asked, and those count that answer. */
  readonly boards?: readonly number[]
  /** Locks that are wired on each board, from the first on. */
  readonly locks?: number
  /** How often a board is asked how its doors stand, in ms; one that is missing is asked every `missingMs`. */
  readonly pollMs?: number
  readonly missingMs?: number
}
type Board = {
  /** How its locks stand, as it said twice: bit 0 is lock 0, set is closed. Undefined until then. */
  closed?: number
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
/** For so long a board that is searched may contradict itself, in ms. */
const SURE_MS = 500
/** A board that leaves this many questions in a row unanswered is missing. */
const MISSES = 3
const ALL_BOARDS = Array.from({ length: BOARDS }, (_, address) => address)

const two = (number: number) => String(number).padStart(2, '0')
const serialNumberOf = (address: number, lock: number) => `BOARD-${two(address)}-${two(lock)}`
const isOpenIn = (closed: number, lock: number) => ((closed >> lock) & 1) === 0

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
  const unknown = (): Board => ({ misses: 0, isMissing: false, askAt: 0 })
  for (const address of wired ?? []) boards.set(address, unknown())

  /** Asks a board how its doors stand and tells what changed. Undefined when it does not say, or not yet for sure. */
  async function look(address: number, board: Board): Promise<number | undefined> {
    const closed = await bus.status(address)
    if (closed === undefined) {
      missed(address, board)
      return undefined
    }
    // One broken frame in 256 has the right sum by chance: what is new counts when it is said twice.
    const isSure = closed === board.closed || closed === board.said
    Object.assign(board, { said: closed, misses: 0 })
    if (!isSure) return undefined
    heard(address, board, closed)
    return closed
  }
  function missed(address: number, board: Board) {
    board.misses += 1
    if (board.isMissing || !bus.isUp() || board.misses < MISSES) return
    board.isMissing = true
    say(`lock board ${two(address)} does not answer`)
  }
  function heard(address: number, board: Board, closed: number) {
    const before = boards.get(address)?.closed
    if (board.isMissing) say(`lock board ${two(address)} answers again`)
    boards.set(address, Object.assign(board, { closed, isMissing: false }))
    if (before === undefined) {
      for (const finder of finders) finder(devicesOf(address, closed))
      return
    }
    for (let lock = 0; lock < locks; lock += 1) {
      const isOpen = isOpenIn(closed, lock)
      if (isOpen === isOpenIn(before, lock)) continue
      for (const listener of listeners) listener({ serialNumber: serialNumberOf(address, lock), isOpen })
    }
  }

  /** Looks again at once while the board answers, but not for sure; at a sensor that flutters until `latest`. */
  async function lookForSure(address: number, board: Board, latest: number): Promise<number | undefined> {
    for (;;) {
      const closed = await look(address, board)
      if (closed !== undefined || board.misses > 0 || performance.now() >= latest) return closed
    }
  }
  /** Gives whether a board of this address answers. */
  async function find(address: number): Promise<boolean> {
    const board = boards.get(address) ?? unknown()
    await lookForSure(address, board, performance.now() + SURE_MS)
    const answers = board.misses === 0
    // It may not be sure yet: it is then asked like the others, and there as soon as it is.
    if (answers && !boards.has(address)) boards.set(address, board)
    return answers
  }
  /** Asks every board that may be there, those that do not answer a second time. */
  async function search(): Promise<void> {
    const silent: number[] = []
    for (const address of wired ?? ALL_BOARDS) if (!(await find(address))) silent.push(address)
    for (const address of silent) await find(address)
  }
  /** The port is open: who is there? */
  async function meet(): Promise<void> {
    await search()
    const there = present().map(({ address }) => two(address))
    say(`lock boards that answer: ${there.join(', ') || 'none'}`)
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
      await pause(pollMs)
    }
  }

  const present = () =>
    [...boards]
      .flatMap(([address, { closed, isMissing }]) => (closed === undefined || isMissing ? [] : { address, closed }))
      .sort((a, b) => a.address - b.address)
  const devicesOf = (address: number, closed: number): Device[] =>
    Array.from({ length: locks }, (_, lock) => ({ serialNumber: serialNumberOf(address, lock), isOpen: isOpenIn(closed, lock) }))
  const devices = () => present().flatMap(({ address, closed }) => devicesOf(address, closed))
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
        const closed = await lookForSure(address, board, latest)
        if (closed !== undefined && isOpenIn(closed, lock)) return 'opened'
        answered ||= board.misses === 0
        const left = latest - performance.now()
        if (left <= 0 || stopping.signal.aborted) return answered && !board.isMissing ? 'not-detected' : 'no-answer'
        await pause(Math.min(LOOK_MS, left))
      }
    },
    isOpen: (serialNumber) => {
      const door = doorOf(serialNumber)
      return door?.board.closed !== undefined && isOpenIn(door.board.closed, door.lock)
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
    onFound: (listener) => {
      finders.push(listener)
      listener([...boards].flatMap(([address, { closed }]) => (closed === undefined ? [] : devicesOf(address, closed))))
    },
    close: async () => {
      stopping.abort()
      await bus.close()
      await watching
    },
  }
}
