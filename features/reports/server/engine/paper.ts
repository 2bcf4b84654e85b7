import type { Cell, Column, Part } from '../../model.ts'
import { linesOf, printable } from '../text/lines.ts'
import type { CellText } from './cell-text.ts'

/** A4 in landscape, in points; a page of the viewer is the same. */
export const PAPER = { width: 842, height: 595, margin: 36 } as const
/** Sizes of texts and heights of what is on a page, in points. */
export const SIZE = {
  text: 8,
  title: 15,
  section: 11,
  line: 13,
  /** Between the lines of a cell. */
  leading: 10,
  /** Between columns. */
  gap: 4,
  logo: 28,
  chart: 130,
} as const
export const ROOM = PAPER.width - 2 * PAPER.margin

/** A text of a table in lines; `first` is the column in which it begins, `span` the number of its columns. */
export type Box = {
  readonly text: string
  readonly lines: readonly string[]
  readonly first: number
  readonly span: number
  readonly isNumber: boolean
}

export const isNumber = ({ kind }: Pick<Column, 'kind'>) => kind === 'count' || kind === 'percent' || kind === 'hours'
/** Columns of a total that its name covers: those before the first number. */
export const totalSpan = (cells: readonly Cell[]) => {
  const first = cells.findIndex((cell, i) => i > 0 && cell !== null)
  return first === -1 ? cells.length : first
}

/** Where columns begin, and where the last one ends, in points from the margin. */
export function edgesOf(columns: readonly Column[]): readonly number[] {
  const edges = [0]
  for (const { width } of columns) edges.push(edges.at(-1)! + (width / 100) * ROOM)
  return edges
}

/** The height of a row, in points. */
export function heightOf(boxes: readonly Box[]): number {
  let most = 1
  for (const { lines } of boxes) most = Math.max(most, lines.length)
  return SIZE.line + (most - 1) * SIZE.leading
}

/** A text in lines of the whole width, and their height. */
export const paragraphLines = (value: string) => linesOf(printable(value), { isBold: false, size: SIZE.text, width: ROOM })
export const paragraphHeight = (lines: readonly string[]) => lines.length * SIZE.leading + SIZE.line - SIZE.text

/** The texts of a table with these columns as boxes. */
export function boxesIn(columns: readonly Column[], text: CellText) {
  const edges = edgesOf(columns)
  const widthOf = (first: number, span: number) => edges[first + span]! - edges[first]! - SIZE.gap
  const box = (value: string, first: number, { isBold = false, span = 1, isNumber: isRight = false }): Box => {
    const lines = linesOf(printable(value), { isBold, size: SIZE.text, width: widthOf(first, span) })
    return { text: value, lines, first, span, isNumber: isRight }
  }
  return {
    titles: (): readonly Box[] => columns.map((column, i) => box(column.title, i, { isBold: true, isNumber: isNumber(column) })),
    /** A text over all columns. */
    wide: (value: string, isBold: boolean) => box(value, 0, { isBold, span: columns.length }),
    cells: (part: Extract<Part, { kind: 'row' | 'total' }>): readonly Box[] => {
      const isBold = part.kind === 'total'
      const span = isBold ? totalSpan(part.cells) : 0
      const cells = part.cells.slice(span).map((cell, at) => {
        const i = at + span
        return box(text(cell, columns[i]!.kind), i, { isBold, isNumber: isNumber(columns[i]!) })
      })
      return part.kind === 'total' ? [box(part.text, 0, { isBold, span }), ...cells] : cells
    },
  }
}
