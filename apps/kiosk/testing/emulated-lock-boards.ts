import { closeSync, constants, openSync, rmSync, symlinkSync } from 'node:fs'
import type { ReadStream } from 'node:tty'
import * as terminals from '@lydell/node-pty'

/** A lock with its door. Tests change its behaviour. */
type Door = {
  isOpen: boolean
  /** Time from the release to the open door, in ms. */
  springMs: number
  /** Number of releases that have no effect. */
  stuck: number
}
/** Transforms an answer into pieces, each sent `afterMs` after the request. */
type Transmission = (answer: Uint8Array) => readonly { readonly afterMs: number; readonly bytes: Uint8Array }[]
type Pair = { readonly master: ReadStream; readonly slave: ReadStream; readonly ptsName: string }
export type EmulatedLockBoards = ReturnType<typeof emulatedLockBoards>

/** The package's types do not declare that it can open a pseudo-terminal without a program. */
const { open: openTerminal } = terminals as unknown as { open(options: { encoding: null }): Pair }

const REQUEST_BYTES = 5
const ANSWER_MS = 2
const unchanged: Transmission = (bytes) => [{ afterMs: ANSWER_MS, bytes }]
const withSum = (bytes: readonly number[]) => Uint8Array.from([...bytes, bytes.reduce((sum, byte) => sum + byte, 0) % 256])

/**
 * Lock boards at these addresses, with 16 locks each, on a pseudo-terminal that `link` points to. Written from the
 * manufacturers' documents without using the driver's code, so that an error in one is not repeated in the other.
 */
export function emulatedLockBoards(addresses: readonly number[], link: string) {
  const boards = new Map(
    addresses.map((address) => [address, Array.from({ length: 16 }, (): Door => ({ isOpen: false, springMs: 5, stuck: 0 }))]),
  )
  const silent = new Set<number>()
  const releases: string[] = []
  let transmission = unchanged
  let answersReleases = false
  let terminal: { readonly master: ReadStream; readonly slaveFd: number } | undefined
  let pending = 0
  let collisions = 0
  let requests = 0

  function status(address: number): Uint8Array {
    const closed = boards.get(address)!.map(({ isOpen }) => !isOpen)
    const byte = (from: number) => closed.slice(from, from + 8).reduce((bits, one, i) => bits + (one ? 2 ** i : 0), 0)
    return withSum([0x02, address * 16, 0x35, byte(0), byte(8), 0xa5, 0x02, 0x03])
  }
  function answer(address: number) {
    for (const { afterMs, bytes } of transmission(status(address))) {
      pending += 1
      setTimeout(() => {
        pending -= 1
        terminal?.master.write(bytes)
      }, afterMs)
    }
  }
  function receive(address: number, lock: number, command: number) {
    requests += 1
    if (pending > 0) collisions += 1
    const door = boards.get(address)?.[lock]
    if (!door || silent.has(address)) return
    if (command === 0x30) return answer(address)
    if (command !== 0x31) return
    releases.push(`${address}/${lock}`)
    if (door.stuck > 0) door.stuck -= 1
    else setTimeout(() => (door.isOpen = true), door.springMs)
    if (answersReleases) answer(address)
  }

  function plug() {
    const pair = openTerminal({ encoding: null })
    // The package also reads the slave end and would take the driver's answers. Destroying its stream needs another open
    // descriptor, because a pseudo-terminal ends when all are closed.
    const slaveFd = openSync(pair.ptsName, constants.O_RDWR | constants.O_NOCTTY)
    pair.slave.destroy()
    let bytes: number[] = []
    pair.master.on('data', (more: Buffer) => {
      bytes.push(...more)
      while (bytes.length >= REQUEST_BYTES) {
        const request = bytes.slice(0, REQUEST_BYTES)
        const [start, address, command, end] = request as [number, number, number, number]
        const isValid = start === 0x02 && end === 0x03 && withSum(request.slice(0, 4))[4] === request[4]
        bytes = bytes.slice(isValid ? REQUEST_BYTES : 1)
        if (isValid) receive(Math.floor(address / 16), address % 16, command)
      }
    })
    pair.master.on('error', () => {})
    symlinkSync(pair.ptsName, link)
    terminal = { master: pair.master, slaveFd }
  }
  function unplug() {
    rmSync(link, { force: true })
    if (!terminal) return
    closeSync(terminal.slaveFd)
    terminal.master.destroy()
    terminal = undefined
  }

  plug()
  return {
    door: (address: number, lock: number): Door => boards.get(address)![lock]!,
    /** Disconnects a board from the bus, or connects it again. */
    silence: (address: number, isSilent: boolean) => void (isSilent ? silent.add(address) : silent.delete(address)),
    /** Plugs in the adapter: a new terminal behind the same link. */
    plug,
    unplug,
    /** Changes how answers are transmitted from now on. */
    transmit: (next: Transmission = unchanged) => {
      transmission = next
    },
    /** From now on a release is answered with the current status, as some boards do. */
    answerReleases: () => {
      answersReleases = true
    },
    /** Sends bytes without a request. */
    noise: (bytes: Uint8Array) => void terminal?.master.write(bytes),
    /** Every release as address/lock. */
    releases,
    /** The open doors as address/lock. */
    openDoors: () =>
      [...boards].flatMap(([address, doors]) => doors.flatMap(({ isOpen }, lock) => (isOpen ? [`${address}/${lock}`] : []))),
    /** Number of requests, to all addresses. */
    requests: () => requests,
    /** Number of requests that arrived during the transmission of an answer. */
    collisions: () => collisions,
  }
}
