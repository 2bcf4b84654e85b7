import { knownHeadings } from '../../headings.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = string
/** Lines among which the headings are looked for. */
export const FIRST_LINES = 30
/** Known headings that make a line that of the headings. */
export const ENOUGH_HEADINGS = 2

/** The first line with which a spreadsheet says what separates the cells: sep=; */
const HINT = /^\ufeff?"?sep=(.)"?[ \t,;|]*(?:\r|\n|$)/i
export const hintOf = (beginning: string): Delimiter | undefined => HINT.exec(beginning)?.[1]

/** The cells of a line, without regard to separators within quotation marks. */
const cellsOf = (line: string, delimiter: Delimiter): string[] =>
  line.replace(/"[^"]*"/g, (quoted) => quoted.slice(1, -1).replaceAll(delimiter, ' ')).split(delimiter)

/**
 * What separates the cells of a file: what its first line says, else that with which one of the first lines has the most known headings,
 * else the most frequent one in the first line with any.
 */
export function delimiterOf(beginning: string): Delimiter {
  const hint = hintOf(beginning)
  if (hint) return hint
  const lines = beginning.split(/[\r\n]+/, FIRST_LINES).map((line) => line.slice(0, 10_000))
  const most = (count: (delimiter: Delimiter) => number) =>
    DELIMITERS.map((delimiter) => ({ delimiter, count: count(delimiter) })).reduce((best, one) =>
      one.count > best.count ? one : best,
    )
  const known = lines.map((line) => most((delimiter) => (line.includes(delimiter) ? knownHeadings(cellsOf(line, delimiter)) : 0)))
  const best = known.reduce((one, other) => (other.count > one.count ? other : one))
  if (best.count >= ENOUGH_HEADINGS) return best.delimiter
  const cells = lines.map((line) => most((delimiter) => cellsOf(line, delimiter).length))
  return (cells.find(({ count }) => count > 1) ?? cells[0]!).delimiter
}
