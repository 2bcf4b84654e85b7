import type { Cell, CellKind, Column, Part } from '../../model.ts'
import { t as tViewer } from '../../viewer-messages.ts'
import type { Writing } from './writing.ts'
import { openWorkbook, type Value } from './xlsx/workbook.ts'

/** Characters of the name of a sheet; the program refuses more, and these characters. */
const NAME_MAX = 31
const NOT_IN_NAMES = /[*?:\\/[\]]/g
const FORMATS: Readonly<Partial<Record<CellKind, string>>> = {
  count: '#,##0',
  percent: '0.0%',
  hours: '0.0 "h"',
  time: 'yyyy-mm-dd hh:mm',
  day: 'yyyy-mm-dd',
}
/** The width of a page in characters, of which each column has its share. */
const PAGE_CHARACTERS = 140

/**
 * A report as an Excel workbook: a sheet for each table, with typed cells, a filter and the header in place, also on each printed page,
 * and one for the parameters. Rows are written as they come.
 */
export async function* xlsxFile(parts: AsyncIterable<Part>, writing: Writing): AsyncGenerator<Buffer> {
  const stopped = new AbortController()
  const workbook = openWorkbook(stopped.signal)
  const written = writeReport(parts, writing, { workbook, stopped: stopped.signal })
  written.catch((error: Error) => workbook.out.destroy(error))
  try {
    yield* workbook.out as AsyncIterable<Buffer>
  } finally {
    // Whoever stops reading ends the reading of rows too.
    stopped.abort()
  }
  await written
}

type Workbook = ReturnType<typeof openWorkbook>
type Output = { readonly workbook: Workbook; readonly stopped: AbortSignal }

async function writeReport(parts: AsyncIterable<Part>, { translate }: Writing, { workbook, stopped }: Output): Promise<void> {
  const nameOf = sheetNames()
  let title = ''
  let details: readonly (readonly [string, string])[] = []
  let sheet: ReturnType<Workbook['openSheet']> | undefined
  let columns: readonly Column[] = []
  let group: Value = null
  let groupKind: CellKind = 'text'
  for await (const part of parts) {
    stopped.throwIfAborted()
    if (part.kind === 'heading') {
      title = part.title
      details = part.details
    } else if (part.kind === 'table') {
      sheet?.close()
      columns = part.columns
      sheet = workbook.openSheet(nameOf(part.title ?? title), columnsOf(part))
      groupKind = part.group?.kind ?? 'text'
      group = part.group ? '' : null
    } else if (part.kind === 'group') {
      group = cellValue(part.value ?? part.text, groupKind)
    } else if (part.kind === 'row' || (part.kind === 'total' && part.isLast)) {
      const cells = part.cells.map((cell, i) => cellValue(cell, columns[i]!.kind))
      const first = part.kind === 'total' ? part.text : group
      if (part.kind === 'total' && group === null && cells[0] === null) cells[0] = part.text
      await sheet!.addRow(group === null ? cells : [first, ...cells], part.kind === 'total' ? 'bold' : 'plain')
    }
  }
  sheet?.close()
  const about = workbook.openSheet(nameOf(translate(tViewer('LabelParameters'))), [{ width: 32 }, { width: 80 }])
  for (const line of [[title], ...details]) await about.addRow(line)
  about.close()
  workbook.finish()
}

/** Names of sheets that the program accepts, each once. */
function sheetNames(): (wanted: string) => string {
  const names = new Set<string>()
  return (wanted) => {
    const short = wanted
      .replace(NOT_IN_NAMES, ' ')
      .slice(0, NAME_MAX - 3)
      .trim()
    let name = short
    for (let n = 2; names.has(name); n += 1) name = `${short} ${n}`
    names.add(name)
    return name
  }
}

function columnsOf({ group, columns }: Extract<Part, { kind: 'table' }>) {
  const widthOf = ({ width }: Column) => Math.max(10, Math.round((width / 100) * PAGE_CHARACTERS))
  return [
    ...(group ? [{ title: group.title, width: 24, format: FORMATS[group.kind] }] : []),
    ...columns.map((column) => ({ title: column.title, width: widthOf(column), format: FORMATS[column.kind] })),
  ]
}

/** Percentages as fractions, local times as dates without a zone, everything else as it is. */
function cellValue(cell: Cell, kind: CellKind): Value {
  if (cell === null || cell === '') return null
  if (typeof cell === 'number') return kind === 'percent' ? cell / 100 : cell
  if (kind === 'time') return new Date(`${cell.replace(' ', 'T')}Z`)
  return kind === 'day' ? new Date(`${cell}T00:00:00Z`) : cell
}
