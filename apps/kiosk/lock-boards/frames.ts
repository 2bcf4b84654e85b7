/**
 * The words between a kiosk and its lock boards: `02 ADDR CMD … 03 SUM`, where ADDR has the board in its high four bits and the
 * lock in its low four, and SUM is the low byte of the sum of all bytes before it. docs/how-to/connect-lock-boards.md tells more.
 */
export type Frame = { readonly board: number; readonly lock: number; readonly command: number; readonly data: readonly number[] }

export const ASK_STATUS = 0x30
export const UNLOCK = 0x31
export const STATUS = 0x35

/** Locks that an address has room for on one board. */
export const LOCKS = 16
/** Boards that can be on one bus: address 15 speaks to all at once. */
export const BOARDS = 15

const START = 0x02
const END = 0x03
const STATUS_BYTES = 4
/** Bytes of a frame beside its data. */
const AROUND = 5

const sum = (bytes: readonly number[]): number => bytes.reduce((total, byte) => total + byte, 0) & 0xff

export function encode({ board, lock, command, data }: Frame): Uint8Array {
  const bytes = [START, (board << 4) | lock, command, ...data, END]
  return Uint8Array.from([...bytes, sum(bytes)])
}

/** The locks of a board by its status: bit 0 is lock 0, a set bit is a lock that is closed. Infrared sensors say nothing of a door. */
export const closedLocks = ({ data }: Frame): number => data[0]! | (data[1]! << 8)

/**
 * Finds frames in bytes that come in any pieces. What is no frame is noise and left out byte by byte, so that a frame is given
 * as soon as its last byte is there, whatever came before it.
 */
export function createDecoder() {
  let bytes: number[] = []

  /** The frame that the bytes begin with, null when they begin with none, undefined when that cannot be said yet. */
  function first(): Frame | null | undefined {
    const [start, address, command] = bytes
    if (start !== START) return null
    if (address === undefined || command === undefined) return undefined
    const length = AROUND + (command === STATUS ? STATUS_BYTES : 0)
    if (bytes.length < length) return undefined
    if (bytes[length - 2] !== END || bytes[length - 1] !== sum(bytes.slice(0, length - 1))) return null
    return { board: address >> 4, lock: address & 0x0f, command, data: bytes.slice(3, length - 2) }
  }

  return {
    push: (more: Uint8Array): Frame[] => {
      const frames: Frame[] = []
      bytes.push(...more)
      while (bytes.length > 0) {
        const frame = first()
        if (frame === undefined) break
        if (frame) frames.push(frame)
        bytes = bytes.slice(frame ? AROUND + frame.data.length : 1)
      }
      return frames
    },
    /** Forgets a frame that did not come to its end. */
    reset: () => {
      bytes = []
    },
  }
}
