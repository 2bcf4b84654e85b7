/** How the bytes of a file become text. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Tells the encoding of a file from its pieces: by its mark, else UTF-8 if all of it is, else Windows-1252, in which any bytes
 * are text.
 */
export function encodingTeller() {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let beginning: Buffer = Buffer.alloc(0)
  let isUtf8 = true
  const tried = (bytes?: Buffer) => {
    try {
      strict.decode(bytes, { stream: bytes !== undefined })
    } catch {
      isUtf8 = false
    }
  }
  return {
    hear: (piece: Buffer) => {
      if (beginning.length < 2) beginning = Buffer.concat([beginning, piece.subarray(0, 2)])
      if (isUtf8) tried(piece)
    },
    tell: (): Encoding => {
      if (isUtf8) tried()
      if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le'
      if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be'
      return isUtf8 ? 'utf-8' : 'windows-1252'
    },
  }
}

/** Pieces of a file as UTF-8. */
export async function* asUtf8(pieces: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    yield* pieces
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const piece of pieces) yield Buffer.from(decoder.decode(piece, { stream: true }))
  yield Buffer.from(decoder.decode())
}
