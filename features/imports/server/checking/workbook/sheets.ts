import { type Sheet as ReadSheet, readXlsx } from 'hucre/xlsx'
import type { FileLine } from '../../reading/csv.ts'
import { partsOfWorkbook, type WorkbookRefusal } from './archive.ts'
import { textOfCell } from './cell-text.ts'

// Runs in a process of its own: see ../workbook.ts.

/** A sheet with rows, from top to bottom, without empty ones; `line` is the number of a row in the sheet, from 1. */
export type Sheet = { readonly name: string; readonly isHidden: boolean; readonly rows: readonly FileLine[] }

/** Cells of all sheets together, with the empty ones to the left of a value. */
const MAX_CELLS = 200_000
/** Characters of all cells together: as many as a CSV file may have bytes. One long text may be repeated in many cells. */
const MAX_CHARACTERS = 10_485_760
const MAX_SHEETS = 100
/** Columns that are read; a list has at most as many headings. Excel has 1,048,576 rows. */
const RANGE = 'A1:SF1048576'

/**
 * The sheets of an Excel workbook (.xlsx) that have rows, in their order, with the values of their cells as they are shown: the last result of a
 * formula, dates as YYYY-MM-DD, errors empty.
 * @returns why the file is not read; null for a damaged one
 */
export default async function sheetsOfFile(file: Uint8Array): Promise<Sheet[] | WorkbookRefusal | null> {
  try {
    const parts = await partsOfWorkbook(Buffer.from(file.buffer, file.byteOffset, file.length), MAX_CELLS)
    if (parts === null || typeof parts === 'string') return parts
    const isWithinSheets = (_: object, index: number) => index < MAX_SHEETS
    const { sheets } = await readXlsx(parts, { readStyles: true, range: RANGE, sheets: isWithinSheets })
    return textsOf(sheets)
  } catch {
    // The libraries have an error of their own for each kind of damage.
    return null
  }
}

function textsOf(sheets: readonly ReadSheet[]): Sheet[] | WorkbookRefusal {
  let cells = 0
  let characters = 0
  const read: Sheet[] = []
  for (const sheet of sheets) {
    const rows: FileLine[] = []
    fillMerged(sheet)
    for (const [row, values] of sheet.rows.entries()) {
      const texts = values.map((value, column) => (value === null ? '' : textOfCell(value, sheet.cells?.get(keyOf(row, column)))))
      const length = texts.findLastIndex((text) => text.trim() !== '') + 1
      if (length === 0) continue
      cells += length
      characters += texts.reduce((sum, text) => sum + text.length, 0)
      if (cells > MAX_CELLS || characters > MAX_CHARACTERS) return 'TooLarge'
      rows.push({ line: row + 1, cells: texts.slice(0, length) })
    }
    if (rows.length > 0) read.push({ name: sheet.name, isHidden: Boolean(sheet.hidden || sheet.veryHidden), rows })
  }
  return read
}

const keyOf = (row: number, column: number) => `${row},${column}`

/**
 * Gives the value of merged cells to each of their rows that has another value: a unit that stands once beside its two residents is
 * the unit of both. Cells that are merged across columns have their value in the first one.
 */
function fillMerged({ rows, cells, merges = [] }: ReadSheet): void {
  let filled = 0
  for (const { startRow, endRow, startCol } of merges) {
    const value = rows[startRow]?.[startCol]
    const cell = cells?.get(keyOf(startRow, startCol))
    if (value === null || value === undefined || cell?.type === 'error') continue
    for (let row = startRow + 1; row <= Math.min(endRow, rows.length - 1) && filled < MAX_CELLS; row += 1) {
      filled += 1
      if (rows[row]!.every((other) => other === null)) continue
      rows[row]![startCol] = value
      if (cell) cells!.set(keyOf(row, startCol), cell)
    }
  }
}
