import { parse } from 'csv-parse'
import type { Encoding } from '../../layout.ts'
import { delimiterOf, hintOf } from './delimiter.ts'
import { encodingOf, toUtf8 } from './encoding.ts'

// Runs in a process of its own: see records.ts.

/** A line of a file with its cells; null for one that cannot be read, which ends the file. */
export type FileLine = { readonly line: number; readonly cells: readonly string[] | null }

/** A file to read; without an encoding it is found by its bytes. */
export type CsvToRead = { readonly bytes: Uint8Array; readonly encoding?: Encoding | undefined }
export type ReadCsv = {
  /** FileLine[] for each slice of the file, as JSON, which takes less memory than its cells. */
  readonly slices: readonly string[]
  readonly encoding: Encoding
  readonly hasOddLetters: boolean
}

/** Longest record in bytes: a few hundred headings, or eleven cells with far more than fits. */
const MAX_RECORD = 65_536
/** Bytes that are parsed before their line is measured: some hundred lines. */
const SLICE = 16_384

/** The lines of a CSV file without empty ones, and how its letters were read. */
export default async function readCsv({ bytes, encoding }: CsvToRead): Promise<ReadCsv> {
  const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const chosen = encoding ?? encodingOf(written)
  const text = toUtf8(written, chosen)
  return { slices: await linesOf(text.bytes), encoding: chosen, hasOddLetters: text.hasOddLetters }
}

async function linesOf(bytesOfFile: Buffer): Promise<string[]> {
  const slices: string[] = []
  let lines: FileLine[] = []
  const flush = () => {
    if (lines.length > 0) slices.push(JSON.stringify(lines))
    lines = []
  }
  const beginning = bytesOfFile.subarray(0, 2 * MAX_RECORD).toString('utf8')
  const isHint = ({ line, cells }: FileLine) => line === 1 && /^"?sep=/i.test(cells?.[0] ?? '') && hintOf(beginning) !== undefined
  const parser = createParser(delimiterOf(beginning.replace(/^\ufeff/, '')), (line) => {
    if (!isHint(line)) lines.push(line)
  })
  // csv-parse limits the text of a record only: ten million empty cells would be a short record.
  let bytesInLine = 0
  try {
    for (let at = 0; at < bytesOfFile.length; at += SLICE) {
      const bytes = bytesOfFile.subarray(at, at + SLICE)
      const lineEnd = Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r'))
      bytesInLine = lineEnd < 0 ? bytesInLine + bytes.length : bytes.length - lineEnd - 1
      if (bytesInLine > MAX_RECORD) {
        lines.push({ line: parser.line(), cells: null })
        flush()
        return slices
      }
      await parser.write(bytes)
      flush()
    }
    await parser.end()
  } catch (error) {
    if (!isCsvError(error)) throw error
    lines.push({ line: error.lines, cells: null })
  }
  flush()
  return slices
}

/** `add` is called while a slice is written, so that an error keeps the lines before it. */
function createParser(delimiter: string, add: (line: FileLine) => void) {
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: MAX_RECORD,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { lines }: { lines: number }) => {
      if (cells.some(hasText)) add({ line: lines, cells: withoutExcess(cells) })
      return null
    },
  })
  // Errors reach the caller through the promise of the write.
  parser.on('error', () => {})
  const settled = (send: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      parser.once('error', reject)
      send((error) => {
        parser.off('error', reject)
        if (error) reject(error)
        else resolve()
      })
    })
  return {
    write: (bytes: Buffer) => settled((done) => parser.write(bytes, done)),
    end: () => settled((done) => parser.end(done)),
    line: (): number => parser.info.lines,
  }
}

/** Cells of a line that are looked at. */
const MAX_CELLS = 1000
/** A line with more keeps one more cell with a text, so that it is refused as too long. */
const withoutExcess = (cells: readonly string[]) =>
  cells.length <= MAX_CELLS ? cells : [...cells.slice(0, MAX_CELLS), cells.slice(MAX_CELLS).find(hasText) ?? '']

/** Whether a cell has anything to read: old systems end a file with a control character. */
const hasText = (cell: string): boolean => /[^\s\p{Cc}\u200b\ufeff]/u.test(cell)

const isCsvError = (error: unknown): error is Error & { lines: number } =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith('CSV_')
