import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { parserThread } from '#platform/server/parser-thread.ts'
import type { CsvLine } from './csv.ts'

/** A file of the largest size takes a few seconds and some 100 MB. */
const linesOfFile = parserThread<Uint8Array, string[]>(new URL('csv.ts', import.meta.url), { seconds: 60, megabytes: 256 })

/** The lines of a CSV file in UTF-8, a few hundred at a time, without empty ones. Throws Unreadable for one beyond the bounds. */
export async function* recordsOf(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<CsvLine[]> {
  const file: Buffer[] = []
  for await (const piece of pieces) file.push(piece)
  for (const lines of await linesOfFile(Buffer.concat(file))) {
    yield JSON.parse(lines) as CsvLine[]
    await yieldToOthers()
  }
}
