import { closeSync, constants, openSync, rmSync, symlinkSync } from 'node:fs'
import type { ReadStream } from 'node:tty'
import * as terminals from '@lydell/node-pty'

/** One lock with its door, as it behaves from now on. */
type Door = {
  isOpen: boolean
  /** From the order to the open door, in ms. */
  springMs: number
  /** Orders that it does not follow. */
  stuck: number
}
/** What becomes of an answer on its way: pieces, each a time after the question, in ms. */
export type Wire = (answer: Uint8Array) => readonly { readonly afterMs: number; readonly bytes: Uint8Array }[]
type Pair = { readonly master: ReadStream; readonly slave: ReadStream; readonly ptsName: string }
export type EmulatedLockBoards = ReturnType<typeof emulatedLockBoards>

/** The package's own types leave out that it opens a terminal without a program in it. */
const { open: openTerminal } = terminals as unknown as { open(options: { encoding: null }): Pair }

const REQUEST_BYTES = 5
const ANSWER_MS = 2
const asTheyAre: Wire = (bytes) => [{ afterMs: ANSWER_MS, bytes }]
const withSum = (bytes: readonly number[]) => Uint8Array.from([...bytes, bytes.reduce((sum, byte) => sum + byte, 0) % 256])

/**
 * Lock boards of these addresses, 16 locks each, that speak bytes on a pseudo-terminal which `link` leads to. Written from the
 * makers' papers and without the driver's own code, so that the two agree only when both are right.
 */
export function emulatedLockBoards(addresses: readonly number[], link: string) {
  const boards = new Map(
    addresses.map((address) => [address, Array.from({ length: 16 }, (): Door => ({ isOpen: false, springMs: 5, stuck: 0 }))]),
  )
  const silent = new Set<number>()
  const orders: string[] = []
  let wire = asTheyAre
  let answersOrders = false
  let terminal: { readonly master: ReadStream; readonly held: number } | undefined
  let pending = 0
  let collisions = 0

  function status(address: number): Uint8Array {
    const closed = boards.get(address)!.map(({ isOpen }) => !isOpen)
    const byte = (from: number) => closed.slice(from, from + 8).reduce((bits, one, i) => bits + (one ? 2 ** i : 0), 0)
    return withSum([0x02, address * 16, 0x35, byte(0), byte(8), 0xa5, 0x02, 0x03])
  }
  function answer(address: number) {
    for (const { afterMs, bytes } of wire(status(address))) {
      pending += 1
      setTimeout(() => {
        pending -= 1
        terminal?.master.write(bytes)
      }, afterMs)
    }
  }
  function hear(address: number, lock: number, command: number) {
    if (pending > 0) collisions += 1
    const door = boards.get(address)?.[lock]
    if (!door || silent.has(address)) return
    if (command === 0x30) return answer(address)
    if (command !== 0x31) return
    orders.push(`${address}/${lock}`)
    if (door.stuck > 0) door.stuck -= 1
    else setTimeout(() => (door.isOpen = true), door.springMs)
    if (answersOrders) answer(address)
  }

  function plug() {
    const fresh = openTerminal({ encoding: null })
    // The package reads this end too and would take the answers from who asked; but closed by all it is no terminal any more.
    const held = openSync(fresh.ptsName, constants.O_RDWR | constants.O_NOCTTY)
    fresh.slave.destroy()
    let bytes: number[] = []
    fresh.master.on('data', (more: Buffer) => {
      bytes.push(...more)
      while (bytes.length >= REQUEST_BYTES) {
        const request = bytes.slice(0, REQUEST_BYTES)
        const [start, address, command, end] = request as [number, number, number, number]
        const isWhole = start === 0x02 && end === 0x03 && withSum(request.slice(0, 4))[4] === request[4]
        bytes = bytes.slice(isWhole ? REQUEST_BYTES : 1)
        if (isWhole) hear(Math.floor(address / 16), address % 16, command)
      }
    })
    fresh.master.on('error', () => {})
    symlinkSync(fresh.ptsName, link)
    terminal = { master: fresh.master, held }
  }
  function unplug() {
    rmSync(link, { force: true })
    if (!terminal) return
    closeSync(terminal.held)
    terminal.master.destroy()
    terminal = undefined
  }

  plug()
  return {
    door: (address: number, lock: number): Door => boards.get(address)![lock]!,
    /** The cable between this board and the others. */
    silence: (address: number, isSilent: boolean) => void (isSilent ? silent.add(address) : silent.delete(address)),
    /** The adapter in its socket; what it is plugged into again is another terminal with the same link. */
    plug,
    unplug,
    /** Changes the way of every answer from now on. */
    through: (next: Wire = asTheyAre) => {
      wire = next
    },
    /** From now on an order is answered with the status of that moment, as some boards do. */
    answerOrders: () => {
      answersOrders = true
    },
    /** Bytes that nobody asked for. */
    noise: (bytes: Uint8Array) => void terminal?.master.write(bytes),
    /** Every order to open, as address/lock. */
    orders,
    /** The doors that stand open, named likewise. */
    openDoors: () =>
      [...boards].flatMap(([address, doors]) => doors.flatMap(({ isOpen }, lock) => (isOpen ? [`${address}/${lock}`] : []))),
    /** Questions that came while an answer was on its way. */
    collisions: () => collisions,
  }
}
