import { knownHeadings } from '../../headings.ts'
import { MAX_HEADING, MAX_HEADINGS } from '../../rules.ts'
import { keyOf } from '../layouts.ts'
import { cleanCell, oneLine } from './cells.ts'
import type { FileLine } from './csv.ts'
import { ENOUGH_HEADINGS, FIRST_LINES } from './delimiter.ts'

/** A title has fewer filled cells than this part of the headings. */
const FILLED_PART = 0.6

/** A line that may be that of the headings, and the key of them. */
export type HeadingLine = { readonly line: number; readonly headings: readonly string[]; readonly key: string }

/** The headings of a line; null if they cannot be those of a list. */
function headingsOf(cells: readonly string[] | null): string[] | null {
  const headings = (cells ?? []).map((cell) => oneLine(cleanCell(cell)))
  const isFilled = headings.some((one) => one !== '')
  const isReadable = isFilled && headings.length <= MAX_HEADINGS && headings.every((one) => one.length <= MAX_HEADING)
  return isReadable ? headings : null
}

/** The first lines of a file or a sheet that may be that of the headings. */
export const headingLinesOf = (lines: readonly FileLine[]): HeadingLine[] =>
  lines.slice(0, FIRST_LINES).flatMap(({ line, cells }) => {
    const headings = headingsOf(cells)
    return headings ? [{ line, headings, key: keyOf(headings) }] : []
  })

/** The line with the most known headings; undefined if none has enough of them. */
export function knownLine(candidates: readonly HeadingLine[]): HeadingLine | undefined {
  const known = candidates.map(({ headings }) => knownHeadings(headings))
  const most = Math.max(0, ...known)
  return most >= ENOUGH_HEADINGS ? candidates[known.indexOf(most)] : undefined
}

/** The line with the most known headings, else the first that is as long as the others. */
export function likeliestLine(candidates: readonly HeadingLine[]): HeadingLine | undefined {
  const filled = candidates.map(({ headings }) => headings.filter((heading) => heading !== '').length)
  const widest = Math.max(0, ...filled)
  return knownLine(candidates) ?? candidates.find((_, i) => filled[i]! >= widest * FILLED_PART) ?? candidates[0]
}
