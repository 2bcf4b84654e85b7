import type { Cell, Chart, Column, Part, ReportLink } from '../../model.ts'
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
const BOTTOM = PAPER.height - 2 * PAPER.margin - SIZE.line

type Heading = Extract<Part, { kind: 'heading' }>
/** A text of a table in lines; `first` is the column in which it begins, `span` the number of its columns. */
export type Box = {
  readonly text: string
  readonly lines: readonly string[]
  readonly first: number
  readonly span: number
  readonly isNumber: boolean
}
/** `y` is its place below the margin, in points; `language` is that of who is named. */
type Placed = { readonly y: number; readonly height: number; readonly language?: string | undefined }
/** What is on the pages of a report, in the order of reading. Repeated ones go on from the page before. */
export type Block =
  | { readonly kind: 'page'; readonly number: number }
  | ({ readonly kind: 'heading'; readonly heading: Heading; readonly paragraphs: readonly (readonly string[])[] } & Placed)
  | ({ readonly kind: 'chart'; readonly chart: Chart } & Placed)
  | ({ readonly kind: 'section'; readonly text: string } & Placed)
  | ({ readonly kind: 'paragraph'; readonly lines: readonly string[]; readonly text: string } & Placed)
  | ({
      readonly kind: 'columns'
      readonly columns: readonly Column[]
      readonly boxes: readonly Box[]
      readonly isRepeated: boolean
    } & Placed)
  | ({ readonly kind: 'group'; readonly id: string; readonly box: Box; readonly isRepeated: boolean } & Placed)
  | ({ readonly kind: 'row'; readonly boxes: readonly Box[]; readonly link?: ReportLink | undefined } & Placed)
  | ({ readonly kind: 'total' | 'note'; readonly boxes: readonly Box[] } & Placed)

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

type Options = { readonly text: CellText; readonly hasLogo: boolean }

/** Cuts a report into pages: the same ones on the screen, in the print preview and in print (decision "Fonts and pages of reports"). */
export async function* blocksOf(parts: AsyncIterable<Part>, options: Options): AsyncGenerator<readonly Block[]> {
  const { add, end } = pager(options)
  for await (const part of parts) yield add(part)
  yield end()
}

/** Places parts on pages; returns the blocks that each adds. */
function pager({ text, hasLogo }: Options) {
  let blocks: Block[] = []
  let pages = 0
  let y = 0
  let columns: readonly Column[] = []
  let edges: readonly number[] = []
  let isInTable = false
  let group: Extract<Part, { kind: 'group' }> | undefined
  /** A group that waits for its first row: it does not stand alone at the end of a page. */
  let next: Extract<Part, { kind: 'group' }> | undefined
  let ownLanguage: string | undefined

  const place = (height: number, language = ownLanguage): Placed => {
    const placed = { y, height, language }
    y += height
    return placed
  }
  const newPage = () => {
    pages += 1
    y = 0
    blocks.push({ kind: 'page', number: pages })
  }
  /** Whether another page was begun, because the height does not fit on this one. */
  const makeRoom = (height: number): boolean => {
    if (y === 0 || y + height <= BOTTOM) return false
    newPage()
    return true
  }
  const widthOf = (first: number, span: number) => edges[first + span]! - edges[first]! - SIZE.gap
  const box = (value: string, first: number, { isBold = false, span = 1, isNumber: isRight = false }): Box => {
    const drawn = printable(value)
    const lines = linesOf(drawn, { isBold, size: SIZE.text, width: widthOf(first, span) })
    return { text: value, lines, first, span, isNumber: isRight }
  }
  const heightOf = (boxes: readonly Box[]) => {
    let most = 1
    for (const { lines } of boxes) most = Math.max(most, lines.length)
    return SIZE.line + (most - 1) * SIZE.leading
  }
  const wide = (value: string, isBold: boolean) => box(value, 0, { isBold, span: columns.length })
  const titles = (isRepeated: boolean) => {
    const boxes = columns.map((column, i) => box(column.title, i, { isBold: true, isNumber: isNumber(column) }))
    blocks.push({ kind: 'columns', columns, boxes, isRepeated, ...place(heightOf(boxes)) })
  }
  const groupRow = ({ id, text: title }: { id: string; text: string }, isRepeated: boolean) => {
    const one = wide(title, true)
    blocks.push({ kind: 'group', id, box: one, isRepeated, ...place(heightOf([one])) })
  }
  /** Begins another page when what follows does not fit: the titles of the columns are repeated there, and the group that goes on. */
  const makeRoomInTable = (height: number, isOfGroup: boolean) => {
    if (!makeRoom(height)) return
    titles(true)
    if (group && isOfGroup) groupRow(group, true)
  }
  const placeGroup = (heightOfRow = 0) => {
    if (!next) return
    makeRoomInTable(heightOf([wide(next.text, true)]) + heightOfRow, false)
    groupRow(next, false)
    group = next
    next = undefined
  }
  const paragraphLines = (value: string) => linesOf(printable(value), { isBold: false, size: SIZE.text, width: ROOM })
  const paragraphHeight = (lines: readonly string[]) => lines.length * SIZE.leading + SIZE.line - SIZE.text
  const section = (title: string, below: number) => {
    makeRoom(SIZE.section + 8 + below)
    blocks.push({ kind: 'section', text: title, ...place(SIZE.section + 8) })
  }

  function boxesOf(part: Extract<Part, { kind: 'row' | 'total' }>): readonly Box[] {
    const span = part.kind === 'total' ? totalSpan(part.cells) : 0
    const isBold = part.kind === 'total'
    const cells = part.cells.slice(span).map((cell, at) => {
      const i = at + span
      return box(text(cell, columns[i]!.kind), i, { isBold, isNumber: isNumber(columns[i]!) })
    })
    return part.kind === 'total' ? [box(part.text, 0, { isBold, span }), ...cells] : cells
  }

  function add(part: Part): void {
    if (part.kind === 'group' || part.kind === 'table' || part.kind === 'chart') placeGroup()
    if (part.kind === 'heading') {
      ownLanguage = part.language
      newPage()
      const [asOf, ...parameters] = part.details.map(([label, value]) => `${label}: ${value}`)
      const paragraphs = [part.organisation, asOf ?? '', parameters.join('   ')].filter(Boolean).map(paragraphLines)
      const texts = paragraphs.reduce((sum, lines) => sum + paragraphHeight(lines), 0)
      const height = (hasLogo ? SIZE.logo + 6 : 0) + SIZE.title + 8 + texts + SIZE.line
      blocks.push({ kind: 'heading', heading: part, paragraphs, ...place(height) })
    } else if (part.kind === 'chart') {
      isInTable = false
      const height = SIZE.chart + 3 * SIZE.line
      section(part.chart.title, height)
      blocks.push({ kind: 'chart', chart: part.chart, ...place(height) })
    } else if (part.kind === 'table') {
      columns = part.columns
      edges = edgesOf(columns)
      group = undefined
      isInTable = true
      if (part.title) section(part.title, 3 * SIZE.line)
      else makeRoom(3 * SIZE.line)
      titles(false)
    } else if (part.kind === 'group') {
      group = undefined
      next = part
    } else if (part.kind === 'note' && !isInTable) {
      const lines = paragraphLines(part.text)
      makeRoom(paragraphHeight(lines))
      blocks.push({ kind: 'paragraph', text: part.text, lines, ...place(paragraphHeight(lines)) })
    } else {
      const boxes = part.kind === 'note' ? [wide(part.text, false)] : boxesOf(part)
      const height = heightOf(boxes)
      placeGroup(height)
      makeRoomInTable(height, part.kind === 'row')
      if (part.kind === 'row') blocks.push({ kind: 'row', boxes, link: part.link, ...place(height, part.language) })
      else blocks.push({ kind: part.kind, boxes, ...place(height) })
      if (part.kind === 'total') group = undefined
    }
  }
  const added = (place: () => void) => {
    blocks = []
    place()
    return blocks
  }
  return { add: (part: Part) => added(() => add(part)), end: () => added(placeGroup) }
}
