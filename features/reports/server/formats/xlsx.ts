import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import exceljs from 'exceljs'
import type { Cell, CellKind, Column, Part } from '../../model.ts'
import { t as tViewer } from '../../viewer-messages.ts'
import type { Writing } from './writing.ts'

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

/** In print: landscape A4, as wide as the table, with the header on each page. */
const PAGE: Partial<exceljs.PageSetup> = {
  orientation: 'landscape',
  paperSize: 9,
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: '1:1',
}

/**
 * A report as an Excel workbook: a sheet for each table, with typed cells, a filter and the header in place, and one for the parameters.
 * Rows are written as they come. Texts are never formulas.
 */
export async function* xlsxFile(parts: AsyncIterable<Part>, writing: Writing): AsyncGenerator<Buffer> {
  const out = new PassThrough()
  const stopped = new AbortController()
  const written = writeWorkbook(parts, writing, { out, stopped: stopped.signal })
  written.catch((error: Error) => out.destroy(error))
  try {
    yield* out as AsyncIterable<Buffer>
  } finally {
    // Whoever stops reading ends the reading of rows too.
    stopped.abort()
  }
  await written
}

type Output = { readonly out: PassThrough; readonly stopped: AbortSignal }

async function writeWorkbook(parts: AsyncIterable<Part>, { translate }: Writing, { out, stopped }: Output): Promise<void> {
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false })
  let title = ''
  let details: readonly (readonly [string, string])[] = []
  let sheet: exceljs.Worksheet | undefined
  let columns: readonly Column[] = []
  let group: Cell | Date = null
  let groupKind: CellKind = 'text'
  const names = new Set<string>()
  const nameOf = (wanted: string) => {
    const short = wanted
      .replace(NOT_IN_NAMES, ' ')
      .slice(0, NAME_MAX - 3)
      .trim()
    let name = short
    for (let n = 2; names.has(name); n += 1) name = `${short} ${n}`
    names.add(name)
    return name
  }
  const openSheet = (table: Extract<Part, { kind: 'table' }>) => {
    columns = table.columns
    const widthOf = ({ width }: Column) => Math.max(10, Math.round((width / 100) * PAGE_CHARACTERS))
    const styleOf = (kind: CellKind) => (FORMATS[kind] ? { numFmt: FORMATS[kind] } : {})
    sheet = workbook.addWorksheet(nameOf(table.title ?? title), { views: [{ state: 'frozen', ySplit: 1 }], pageSetup: PAGE })
    sheet.columns = [
      ...(table.group ? [{ header: table.group.title, width: 24, style: styleOf(table.group.kind) }] : []),
      ...columns.map((column) => ({ header: column.title, width: widthOf(column), style: styleOf(column.kind) })),
    ]
    const header = sheet.getRow(1)
    header.font = { bold: true }
    header.alignment = { wrapText: true, vertical: 'top' }
    header.commit()
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: sheet.columns.length } }
    groupKind = table.group?.kind ?? 'text'
    group = table.group ? '' : null
  }
  const closeSheet = () => {
    sheet?.commit()
    sheet = undefined
  }
  for await (const part of parts) {
    stopped.throwIfAborted()
    if (part.kind === 'heading') {
      title = part.title
      details = part.details
    } else if (part.kind === 'table') {
      closeSheet()
      openSheet(part)
    } else if (part.kind === 'group') {
      group = cellValue(part.value ?? part.text, groupKind)
    } else if (part.kind === 'row' || (part.kind === 'total' && part.isLast)) {
      const cells = part.cells.map((cell, i) => cellValue(cell, columns[i]!.kind))
      const first = part.kind === 'total' ? part.text : group
      if (part.kind === 'total' && group === null && cells[0] === null) cells[0] = part.text
      const row = sheet!.addRow(group === null ? cells : [first, ...cells])
      if (part.kind === 'total') row.font = { bold: true }
      row.commit()
      if (out.writableNeedDrain) await once(out, 'drain', { signal: stopped })
    }
  }
  closeSheet()
  const about = workbook.addWorksheet(nameOf(translate(tViewer('LabelParameters'))))
  about.columns = [{ width: 32 }, { width: 80 }]
  for (const line of [[title], ...details]) about.addRow([...line]).commit()
  about.commit()
  await workbook.commit()
}

/** Percentages as fractions, local times as dates without a zone, everything else as it is. */
function cellValue(cell: Cell, kind: CellKind): Cell | Date {
  if (cell === null || cell === '') return null
  if (typeof cell === 'number') return kind === 'percent' ? cell / 100 : cell
  if (kind === 'time') return new Date(`${cell.replace(' ', 'T')}Z`)
  return kind === 'day' ? new Date(`${cell}T00:00:00Z`) : cell
}
