import { parse } from 'csv-parse'
import { delimiterOf } from '../rules.ts'

/** A line of a file with its cells; of one that could not be read, nor anything behind it, `cells` is null. */
export type Line = { readonly line: number; readonly cells: readonly string[] | null }

/** Longest record in bytes: a few hundred headings, or eleven cells with far more in them than fits. */
const MAX_RECORD = 65_536
/** Bytes whose lines are given at once. */
const READ_AT_ONCE = 16_384

/**
 * Lines of a CSV file in UTF-8, some at a time, without those that are empty: by the delimiter that its first line has, with
 * cells in quotation marks or without.
 */
export async function* recordsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let read: Line[] = []
  let reader: ReturnType<typeof readerInto> | undefined
  // The parser counts what is in cells: ten million empty ones would be a short record to it.
  let unended = 0
  try {
    for await (const piece of pieces) {
      reader ??= readerInto((line) => read.push(line), delimiterOf(piece.toString('utf8').replace(/^\ufeff/, '')))
      for (let at = 0; at < piece.length; at += READ_AT_ONCE) {
        const bytes = piece.subarray(at, at + READ_AT_ONCE)
        unended = bytesBehindLineEnd(bytes) ?? unended + bytes.length
        if (unended > MAX_RECORD) {
          yield [...read, { line: reader.line(), cells: null }]
          return
        }
        await reader.write(bytes)
        if (read.length > 0) yield read
        read = []
      }
    }
    await reader?.end()
  } catch (error) {
    if (!isOfCsv(error)) throw error
    read.push({ line: error.lines, cells: null })
  }
  if (read.length > 0) yield read
}

/** `add` hears of each line while it is written, so that those before a broken one are not lost with it. */
function readerInto(add: (line: Line) => void, delimiter: string) {
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: MAX_RECORD,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    on_record: (cells: string[], { lines }: { lines: number }) => {
      add({ line: lines, cells })
      return null
    },
  })
  // Told to whoever writes.
  parser.on('error', () => {})
  const settled = (work: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      parser.once('error', reject)
      work((error) => {
        parser.off('error', reject)
        if (error) reject(error)
        else resolve()
      })
    })
  return {
    write: (bytes: Buffer) => settled((done) => parser.write(bytes, done)),
    end: () => settled((done) => parser.end(done)),
    /** The line that is being read. */
    line: () => parser.info.lines,
  }
}

/** How many bytes stand behind the last line end, if there is one. */
function bytesBehindLineEnd(bytes: Buffer): number | undefined {
  const at = Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r'))
  return at < 0 ? undefined : bytes.length - at - 1
}

const isOfCsv = (error: unknown): error is Error & { lines: number } =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith('CSV_')
