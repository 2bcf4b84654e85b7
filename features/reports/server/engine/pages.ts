import type { Chart, Column, Part, ReportLink } from '../../model.ts'
import type { CellText } from './cell-text.ts'
import { type Box, boxesIn, heightOf, PAPER, paragraphHeight, paragraphLines, SIZE } from './paper.ts'

const BOTTOM = PAPER.height - 2 * PAPER.margin - SIZE.line

type Heading = Extract<Part, { kind: 'heading' }>
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

type Options = { readonly text: CellText; readonly hasLogo: boolean }

/** Cuts a report into pages: the same ones on the screen, in the print preview and in print (decision "Fonts and pages of reports"). */
export async function* blocksOf(parts: AsyncIterable<Part>, options: Options): AsyncGenerator<readonly Block[]> {
  const { add, end } = pager(options)
  for await (const part of parts) yield add(part)
  yield end()
}

type Group = Extract<Part, { kind: 'group' }>
type PartOf<Kind extends Part['kind']> = Extract<Part, { kind: Kind }>

/** Places parts on pages; returns the blocks that each adds. */
function pager({ text, hasLogo }: Options) {
  const sheet = sheetOf()
  const table = tableOn(sheet, text)

  function heading(part: Heading): void {
    sheet.setLanguage(part.language)
    sheet.newPage()
    const [asOf, ...parameters] = part.details.map(([label, value]) => `${label}: ${value}`)
    const paragraphs = [part.organisation, asOf ?? '', parameters.join('   ')].filter(Boolean).map(paragraphLines)
    const texts = paragraphs.reduce((sum, lines) => sum + paragraphHeight(lines), 0)
    const height = (hasLogo ? SIZE.logo + 6 : 0) + SIZE.title + 8 + texts + SIZE.line
    sheet.add({ kind: 'heading', heading: part, paragraphs, ...sheet.place(height) })
  }
  function chart(part: PartOf<'chart'>): void {
    table.end()
    const height = SIZE.chart + 3 * SIZE.line
    sheet.section(part.chart.title, height)
    sheet.add({ kind: 'chart', chart: part.chart, ...sheet.place(height) })
  }
  function paragraph(part: PartOf<'note'>): void {
    const lines = paragraphLines(part.text)
    sheet.makeRoom(paragraphHeight(lines))
    sheet.add({ kind: 'paragraph', text: part.text, lines, ...sheet.place(paragraphHeight(lines)) })
  }
  function add(part: Part): void {
    if (part.kind === 'group' || part.kind === 'table' || part.kind === 'chart') table.placeGroup()
    if (part.kind === 'heading') heading(part)
    else if (part.kind === 'chart') chart(part)
    else if (part.kind === 'table') table.begin(part)
    else if (part.kind === 'group') table.beginGroup(part)
    else if (part.kind === 'note' && !table.isOpen()) paragraph(part)
    else table.row(part)
  }
  return {
    add: (part: Part) => {
      add(part)
      return sheet.taken()
    },
    end: () => {
      table.placeGroup()
      return sheet.taken()
    },
  }
}

type Sheet = ReturnType<typeof sheetOf>

/** The page that is being filled, and the blocks that were placed since they were taken. */
function sheetOf() {
  let blocks: Block[] = []
  let pages = 0
  let y = 0
  let ownLanguage: string | undefined
  const add = (block: Block) => {
    blocks.push(block)
  }
  const place = (height: number, language = ownLanguage): Placed => {
    const placed = { y, height, language }
    y += height
    return placed
  }
  const newPage = () => {
    pages += 1
    y = 0
    add({ kind: 'page', number: pages })
  }
  /** Whether another page was begun, because the height does not fit on this one. */
  const makeRoom = (height: number): boolean => {
    if (y === 0 || y + height <= BOTTOM) return false
    newPage()
    return true
  }
  return {
    add,
    place,
    newPage,
    makeRoom,
    setLanguage: (language: string | undefined) => {
      ownLanguage = language
    },
    /** A title with room for what follows it. */
    section: (title: string, below: number) => {
      makeRoom(SIZE.section + 8 + below)
      add({ kind: 'section', text: title, ...place(SIZE.section + 8) })
    },
    taken: () => {
      const taken = blocks
      blocks = []
      return taken
    },
  }
}

/** The rows of tables with their groups. */
function tableOn(sheet: Sheet, text: CellText) {
  let columns: readonly Column[] = []
  let boxes = boxesIn(columns, text)
  let isOpen = false
  let group: Group | undefined
  /** A group that waits for its first row: it does not stand alone at the end of a page. */
  let next: Group | undefined

  const titles = (isRepeated: boolean) => {
    const all = boxes.titles()
    sheet.add({ kind: 'columns', columns, boxes: all, isRepeated, ...sheet.place(heightOf(all)) })
  }
  const groupRow = ({ id, text: title }: Group, isRepeated: boolean) => {
    const box = boxes.wide(title, true)
    sheet.add({ kind: 'group', id, box, isRepeated, ...sheet.place(heightOf([box])) })
  }
  /** Begins another page when what follows does not fit: the titles of the columns are repeated there, and the group that goes on. */
  const makeRoom = (height: number, isOfGroup: boolean) => {
    if (!sheet.makeRoom(height)) return
    titles(true)
    if (group && isOfGroup) groupRow(group, true)
  }
  const placeGroup = (heightOfRow = 0) => {
    if (!next) return
    makeRoom(heightOf([boxes.wide(next.text, true)]) + heightOfRow, false)
    groupRow(next, false)
    group = next
    next = undefined
  }
  return {
    placeGroup,
    isOpen: () => isOpen,
    begin: (part: PartOf<'table'>) => {
      columns = part.columns
      boxes = boxesIn(columns, text)
      group = undefined
      isOpen = true
      if (part.title) sheet.section(part.title, 3 * SIZE.line)
      else sheet.makeRoom(3 * SIZE.line)
      titles(false)
    },
    beginGroup: (part: Group) => {
      group = undefined
      next = part
    },
    row: (part: PartOf<'row' | 'total' | 'note'>) => {
      const all = part.kind === 'note' ? [boxes.wide(part.text, false)] : boxes.cells(part)
      const height = heightOf(all)
      placeGroup(height)
      makeRoom(height, part.kind === 'row')
      if (part.kind === 'row') sheet.add({ kind: 'row', boxes: all, link: part.link, ...sheet.place(height, part.language) })
      else sheet.add({ kind: part.kind, boxes: all, ...sheet.place(height) })
      if (part.kind === 'total') group = undefined
    },
    end: () => {
      isOpen = false
    },
  }
}
