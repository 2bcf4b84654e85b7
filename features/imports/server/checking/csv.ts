import { parse } from 'csv-parse'
import { delimiterOf } from '../../rules.ts'

// Runs in a thread of its own: see records.ts.

/** A line of a file with its cells; null for one that cannot be read, which ends the file. */
export type CsvLine = { readonly line: number; readonly cells: readonly string[] | null }

/** Longest record in bytes: a few hundred headings, or eleven cells with far more than fits. */
const MAX_RECORD = 65_536
/** Bytes that are parsed before their line is measured: some hundred lines. */
const SLICE = 16_384

/**
 * The lines of a CSV file in UTF-8, without empty ones; the first line decides the delimiter.
 * @returns CsvLine[] for each slice of the file, as JSON, which takes less memory than its cells
 */
export default async function linesOfFile(file: Uint8Array): Promise<string[]> {
  const bytesOfFile = Buffer.from(file.buffer, file.byteOffset, file.length)
  const slices: string[] = []
  let lines: CsvLine[] = []
  const flush = () => {
    if (lines.length > 0) slices.push(JSON.stringify(lines))
    lines = []
  }
  const beginning = bytesOfFile.subarray(0, 2 * MAX_RECORD).toString('utf8')
  const parser = createParser(delimiterOf(beginning.replace(/^\ufeff/, '')), (line) => lines.push(line))
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
