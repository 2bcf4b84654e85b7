import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { parserThread } from '#platform/server/parser-thread.ts'
import type { FileLine, FileToRead, ReadFile } from './csv.ts'

export type { FileLine, FileToRead, ReadFile }

/** A file of the largest size takes a few seconds and some 100 MB. */
export const readFile = parserThread<FileToRead, ReadFile>(new URL('csv.ts', import.meta.url), { seconds: 60, megabytes: 256 })

/** The lines of a file, a few hundred at a time. */
export async function* linesOf({ slices }: ReadFile): AsyncGenerator<FileLine[]> {
  for (const lines of slices) {
    yield JSON.parse(lines) as FileLine[]
    await yieldToOthers()
  }
}
