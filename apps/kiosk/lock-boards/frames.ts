/**
 * The protocol of lock boards: `02 ADDR CMD … 03 SUM`, where ADDR has the board in its high four bits and the lock in its low
 * four, and SUM is the low byte of the sum of all bytes before it. Described in docs/how-to/connect-lock-boards.md.
 */
export type Frame = { readonly board: number; readonly lock: number; readonly command: number; readonly data: readonly number[] }

export const GET_STATUS = 0x30
export const UNLOCK = 0x31
export const STATUS = 0x35

/** Locks per board that a frame can address. */
export const LOCKS = 16
/** Boards per bus: address 15 is the broadcast address. */
export const BOARDS = 15

const START = 0x02
const END = 0x03
const STATUS_BYTES = 4
/** Bytes of a frame without its data. */
const FRAME_BYTES = 5

const sum = (bytes: readonly number[]): number => bytes.reduce((total, byte) => total + byte, 0) & 0xff

export function encode({ board, lock, command, data }: Frame): Uint8Array {
  const bytes = [START, (board << 4) | lock, command, ...data, END]
  return Uint8Array.from([...bytes, sum(bytes)])
}

/** The closed locks in a status frame as a bit mask: bit 0 is lock 0. The bytes of the infrared sensors are not used. */
export const closedLocks = ({ data }: Frame): number => data[0]! | (data[1]! << 8)

/**
 * Finds frames in a stream of bytes. Bytes that belong to no frame are skipped one by one, so a frame is returned as soon
 * as its last byte arrives, whatever precedes it.
 */
export function createDecoder() {
  let bytes: number[] = []

  /** The frame at the start of the buffer, null if there is none, undefined if more bytes are needed. */
  function first(): Frame | null | undefined {
    const [start, address, command] = bytes
    if (start !== START) return null
    if (address === undefined || command === undefined) return undefined
    const length = FRAME_BYTES + (command === STATUS ? STATUS_BYTES : 0)
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
        bytes = bytes.slice(frame ? FRAME_BYTES + frame.data.length : 1)
      }
      return frames
    },
    /** Discards an incomplete frame. */
    reset: () => {
      bytes = []
    },
  }
}
