import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

/**
 * A backup is a gzip file of frames. A frame is a line with its kind and the number of its bytes, then the bytes. The order:
 * `header`, then for each table `table` and `rows` (COPY's text format) up to empty `rows`, then `totals` and `end`.
 */
export type Kind = 'header' | 'table' | 'rows' | 'totals' | 'end'
export type Frame = { readonly kind: Kind; readonly bytes: Buffer }

const KINDS: readonly string[] = ['header', 'table', 'rows', 'totals', 'end'] satisfies Kind[]
/** Larger rows are divided among frames. */
const MAX_ROWS_BYTES = 65_536
/** Larger than any list of tables. */
const MAX_FRAME_BYTES = 4_194_304
const LONGEST_LINE = 'header 4194304\n'.length

/** The file is not a backup, or not as it was written. */
export class DamagedFile extends Error {}

/** Returns functions that encode frames. `end` has the checksum of all frames before. */
export function createFrameWriter() {
  const hash = createHash('sha256')
  const frame = (kind: Kind, bytes: Buffer): Buffer => {
    const encoded = Buffer.concat([Buffer.from(`${kind} ${bytes.length}\n`), bytes])
    hash.update(encoded)
    return encoded
  }
  return {
    json: (kind: 'header' | 'table' | 'totals', value: object): Buffer => frame(kind, Buffer.from(JSON.stringify(value))),
    *rows(bytes: Buffer): Generator<Buffer> {
      for (let at = 0; at < bytes.length; at += MAX_ROWS_BYTES) yield frame('rows', bytes.subarray(at, at + MAX_ROWS_BYTES))
    },
    endOfRows: (): Buffer => frame('rows', Buffer.alloc(0)),
    end: (): Buffer => frame('end', Buffer.from(hash.copy().digest('hex'))),
  }
}

/** The frames of a file; the last one is `end`. Throws `DamagedFile`, at the latest at its end when the checksum differs. */
export async function* readFrames(file: string): AsyncGenerator<Frame> {
  const hash = createHash('sha256')
  let rest = Buffer.alloc(0)
  let hasEnded = false
  for await (const chunk of decompressed(file)) {
    rest = Buffer.concat([rest, chunk])
    for (let frame = firstOf(rest); frame; frame = firstOf(rest)) {
      if (hasEnded) throw new DamagedFile('there is more after its end')
      if (frame.kind === 'end') hasEnded = checked(frame.bytes, hash)
      hash.update(rest.subarray(0, frame.size))
      rest = rest.subarray(frame.size)
      yield frame
    }
  }
  if (!hasEnded || rest.length > 0) throw new DamagedFile('its end is missing')
}

function checked(expected: Buffer, hash: Hash): true {
  if (hash.copy().digest('hex') !== expected.toString()) throw new DamagedFile('its checksum differs')
  return true
}

/** The first frame of these bytes and its size, or null when more bytes are needed. */
function firstOf(bytes: Buffer): (Frame & { readonly size: number }) | null {
  const lineEnd = bytes.subarray(0, LONGEST_LINE).indexOf('\n')
  if (lineEnd < 0 && bytes.length < LONGEST_LINE) return null
  const [kind = '', length = ''] = bytes.toString('latin1', 0, Math.max(lineEnd, 0)).split(' ')
  if (!KINDS.includes(kind) || !/^\d+$/.test(length) || Number(length) > MAX_FRAME_BYTES)
    throw new DamagedFile('it is not a backup, or parts of it were changed')
  const size = lineEnd + 1 + Number(length)
  return bytes.length < size ? null : { kind: kind as Kind, bytes: bytes.subarray(lineEnd + 1, size), size }
}

async function* decompressed(file: string): AsyncGenerator<Buffer> {
  const unzip = createGunzip({ chunkSize: MAX_ROWS_BYTES })
  // An error of either stream reaches the loop below.
  pipeline(createReadStream(file), unzip, () => {})
  try {
    for await (const chunk of unzip) yield chunk
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw code?.startsWith('Z_') ? new DamagedFile(message, { cause }) : cause
  }
}
