import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { delimiterOf } from '../../rules.ts'

/** A line of a file with its cells; null for one that cannot be read, which ends the file. */
export type CsvLine = { readonly line: number; readonly cells: readonly string[] | null }

/** Longest record in bytes: a few hundred headings, or eleven cells with far more than fits. */
const MAX_RECORD = 65_536
/** Bytes parsed in one turn of the event loop: a few ms. */
const SLICE = 16_384

/** The lines of a CSV file in UTF-8, a few hundred at a time, without empty ones; the first line decides the delimiter. */
export async function* recordsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<CsvLine[]> {
  let lines: CsvLine[] = []
  let parser: ReturnType<typeof createParser> | undefined
  // csv-parse limits the text of a record only: ten million empty cells would be a short record.
  let bytesInLine = 0
  try {
    for await (const piece of pieces) {
      parser ??= createParser(delimiterOf(piece.toString('utf8').replace(/^\ufeff/, '')), (line) => lines.push(line))
      for (let at = 0; at < piece.length; at += SLICE) {
        const bytes = piece.subarray(at, at + SLICE)
        const lineEnd = Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r'))
        bytesInLine = lineEnd < 0 ? bytesInLine + bytes.length : bytes.length - lineEnd - 1
        if (bytesInLine > MAX_RECORD) {
          yield [...lines, { line: parser.line(), cells: null }]
          return
        }
        await parser.write(bytes)
        if (lines.length > 0) yield lines
        lines = []
        await yieldToOthers()
      }
    }
    await parser?.end()
  } catch (error) {
    if (!isCsvError(error)) throw error
    lines.push({ line: error.lines, cells: null })
  }
  if (lines.length > 0) yield lines
}

/** `add` is called while a slice is written, so that an error keeps the lines before it. */
function createParser(delimiter: string, add: (line: CsvLine) => void) {
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

const isCsvError = (error: unknown): error is Error & { lines: number } =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith('CSV_')
