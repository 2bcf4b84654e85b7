import type { Translate } from '#platform/server/http/language.ts'
import type { Cell, Column, Part } from '../../model.ts'
import type { CellText } from '../engine/cell-text.ts'

/** What a file is written with: texts of cells in the reader's language and format of dates. */
export type Writing = {
  readonly text: CellText
  readonly translate: Translate
  readonly language: string
  readonly dateFormat: string
  /** The organisation's, as PNG. */
  readonly logo: Buffer | null
}
export type FileWriter = (parts: AsyncIterable<Part>, writing: Writing) => AsyncIterable<Buffer>

/** The texts of a line of totals: its name is in the first cell, unless that has a total. */
export const totalCells = (
  part: { readonly text: string; readonly cells: readonly Cell[] },
  columns: readonly Column[],
  text: CellText,
): string[] => part.cells.map((cell, i) => (i === 0 && cell === null ? part.text : text(cell, columns[i]!.kind)))
