import { CSV_START, csvLine } from '#platform/csv.ts'
import type { CellKind, Column, Part } from '../../model.ts'
import type { CellText } from '../engine/cell-text.ts'

/** Characters of a chunk. */
const CHUNK = 64_000

/** A number for a program: with a decimal point, at most two decimals. */
const numberText = (value: number) => String(Math.round(value * 100) / 100)

/** Numbers have no unit of their own. */
const UNITS: Partial<Record<CellKind, string>> = { hours: ' (h)', percent: ' (%)' }
const titleOf = ({ title, kind }: Column) => `${title}${UNITS[kind] ?? ''}`

/**
 * A report as CSV: its tables, one below the other; groups are their first column, and totals are left to the spreadsheet. Without a
 * table, its notes say why.
 */
export async function* csvFile(parts: AsyncIterable<Part>, text: CellText): AsyncGenerator<Buffer> {
  let columns: readonly Column[] = []
  let tables = 0
  let group: string[] = []
  let chunk = ''
  let notes = ''
  for await (const part of parts) {
    if (part.kind === 'table') {
      columns = part.columns
      tables += 1
      group = []
      const titles = csvLine([...(part.group ? [part.group.title] : []), ...columns.map(titleOf)])
      chunk += tables === 1 ? CSV_START + titles : csvLine([]) + (part.title ? csvLine([part.title]) : '') + titles
    } else if (part.kind === 'group') group = [part.text]
    else if (part.kind === 'note') notes += csvLine([part.text])
    else if (part.kind === 'row')
      chunk += csvLine([
        ...group,
        ...part.cells.map((cell, i) => (typeof cell === 'number' ? numberText(cell) : text(cell, columns[i]!.kind))),
      ])
    if (chunk.length < CHUNK) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (tables === 0) chunk = CSV_START + notes
  if (chunk) yield Buffer.from(chunk)
}
