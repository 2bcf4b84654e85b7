import PDFDocument from 'pdfkit'
import { Refusal } from '#platform/server/http/refusal.ts'
import { t } from '../../messages.ts'
import type { Chart, Column, Part } from '../../model.ts'
import type { CellText } from '../engine/cell-text.ts'
import { axisLines, CHART_COLOURS, chartValues } from '../engine/chart.ts'
import { isNumber } from '../engine/html.ts'
import { fontsFor } from './fonts.ts'
import { totalCells, type Writing } from './writing.ts'

/** Rows of a document, which stays in memory until it is complete. */
export const MAX_PDF_ROWS = 100_000
/**
 * Rows whose cells are tagged for assistive technology, and whose words the library keeps in its cache: tags and words of more would
 * not fit into the memory of the server.
 */
export const LIGHT_FROM = 10_000
const MARGIN = 36
/** Points. */
const SIZE = { text: 8, title: 15, section: 11, line: 13, cell: 4, logo: 28, chart: 150 } as const
const COLOURS = { text: '#1a1b1e', quiet: '#495057', line: '#dee2e6', group: '#f1f3f5' } as const

type Heading = Extract<Part, { kind: 'heading' }>
type Element = PDFKit.PDFStructureElement
type Row = {
  readonly cells: readonly { readonly value: string; readonly width: number }[]
  readonly height: number
  readonly isBold: boolean
}

/** A report as a tagged PDF (PDF/UA), each page in landscape; the header of a table is repeated on each of its pages. */
export async function* pdfFile(parts: AsyncIterable<Part>, writing: Writing): AsyncGenerator<Buffer> {
  let paper: Paper | undefined
  const chunks: Buffer[] = []
  let rows = 0
  for await (const part of parts) {
    if (part.kind === 'heading') paper = paperOf(part, writing, (chunk) => chunks.push(chunk))
    else {
      if (part.kind === 'row') rows += 1
      if (rows > MAX_PDF_ROWS) throw new Refusal(422, t('MsgFormatTooLong', { name: 'PDF', max: MAX_PDF_ROWS }))
      paper!.add(part, rows > LIGHT_FROM)
    }
    yield* chunks.splice(0)
  }
  await paper?.end()
  yield* chunks.splice(0)
}

type Paper = ReturnType<typeof paperOf>

function paperOf(heading: Heading, { text, language, logo }: Writing, send: (chunk: Buffer) => void) {
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    tagged: true,
    displayTitle: true,
    lang: language,
    pdfVersion: '1.7',
    // The types do not know it yet.
    subset: 'PDF/UA' as 'PDF/A-1',
    autoFirstPage: false,
    font: '',
    info: { Title: heading.title, Author: heading.organisation },
  })
  const fontOf = fontsFor(doc)
  doc.on('data', send)
  const ended = new Promise<void>((resolve) => doc.on('end', resolve))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const width = () => doc.page.width - 2 * MARGIN
  const bottom = () => doc.page.height - MARGIN - SIZE.line
  let pages = 0
  let y = 0
  let columns: readonly Column[] = []
  let table: Element | undefined
  /** An empty list of features makes the library lay words out anew each time. */
  let layout: { features?: [] } = {}

  /** Adds an element whose content `draw` draws. */
  const tagged = (type: string, parent: Element, draw: () => void, options: object = {}) => {
    parent.add(doc.struct(type, options, draw))
  }
  /** Draws what assistive technology leaves out: lines, repeated headers, numbers of pages. */
  const artifact = (draw: () => void) => {
    doc.markContent('Artifact')
    draw()
    doc.endMarkedContent()
  }
  const write = (
    value: string,
    x: number,
    at: number,
    { size = SIZE.text as number, isBold = false, colour = COLOURS.text as string } = {},
  ) => doc.font(fontOf(value, isBold)).fontSize(size).fillColor(colour).text(value, x, at, { lineBreak: false })

  const newPage = () => {
    doc.addPage()
    pages += 1
    artifact(() => {
      write(`${heading.organisation} · ${heading.title}`, MARGIN, doc.page.height - MARGIN, { colour: COLOURS.quiet })
      const number = String(pages)
      write(number, MARGIN + width() - doc.widthOfString(number), doc.page.height - MARGIN, { colour: COLOURS.quiet })
    })
    y = MARGIN
  }
  const makeRoom = (height: number) => {
    if (y + height > bottom()) newPage()
    else return false
    return true
  }
  const widthOf = (column: Column) => (column.width / 100) * width()
  const roomOf = (column: Column) => widthOf(column) - SIZE.cell

  /** The texts of a row with their widths, and its height: of one line, unless a cell needs more. Measuring takes the most time. */
  function measured(texts: readonly string[], isBold: boolean): Row {
    doc.fontSize(SIZE.text)
    const inFont = (value: string) => doc.font(fontOf(value, isBold))
    const cells = texts.map((value) => ({ value, width: inFont(value).widthOfString(value, layout) }))
    const heights = cells.map(({ value, width: needed }, i) => {
      const room = roomOf(columns[i]!)
      return needed > room ? inFont(value).heightOfString(value, { width: room, ...layout }) + 3 : 0
    })
    return { cells, height: Math.max(SIZE.line, ...heights), isBold }
  }
  const writeCell = ({ value, width: needed }: Row['cells'][number], i: number, x: number, isBold: boolean) => {
    const room = roomOf(columns[i]!)
    doc.font(fontOf(value, isBold)).fontSize(SIZE.text).fillColor(COLOURS.text)
    if (needed > room) return doc.text(value, x, y, { width: room, ...layout })
    return doc.text(value, isNumber(columns[i]!) ? x + room - needed : x, y, { lineBreak: false, ...layout })
  }
  const line = (at: number, colour: string = COLOURS.line) =>
    artifact(() =>
      doc
        .moveTo(MARGIN, at)
        .lineTo(MARGIN + width(), at)
        .lineWidth(0.5)
        .strokeColor(colour)
        .stroke(),
    )

  /** Draws a row below the last one. `cellType`: null leaves it out of the structure. */
  function row({ cells, height, isBold }: Row, cellType: 'TH' | 'TD' | null) {
    const each = (draw: (cell: Row['cells'][number], i: number, at: number) => void) => {
      let x = MARGIN
      for (const [i, cell] of cells.entries()) {
        draw(cell, i, x)
        x += widthOf(columns[i]!)
      }
    }
    if (cellType === null) artifact(() => each((cell, i, at) => writeCell(cell, i, at, isBold)))
    else {
      const element = doc.struct('TR')
      table!.add(element)
      each((cell, i, at) => tagged(cellType, element, () => writeCell(cell, i, at, isBold)))
      element.end()
    }
    y += height
    line(y - 2)
  }
  const titles = () =>
    measured(
      columns.map(({ title }) => title),
      true,
    )
  /** Begins another page when a row of this height does not fit, with the titles of the columns again. */
  function makeRoomForRow(height: number = SIZE.line) {
    if (makeRoom(height)) row(titles(), null)
  }
  const endTable = () => {
    table?.end()
    table = undefined
  }
  /** A text across the table, as a row of one cell. */
  function wideRow(value: string, isBold: boolean) {
    makeRoomForRow()
    const element = doc.struct('TR')
    table!.add(element)
    if (isBold) artifact(() => doc.rect(MARGIN, y - 2, width(), SIZE.line).fill(COLOURS.group))
    tagged('TD', element, () => write(value, MARGIN, y, { isBold }))
    element.end()
    y += SIZE.line
  }

  function paragraph(value: string) {
    const inFont = () => doc.font(fontOf(value, false)).fontSize(SIZE.text).fillColor(COLOURS.quiet)
    const height = inFont().heightOfString(value, { width: width() })
    makeRoom(height)
    tagged('P', root, () => inFont().text(value, MARGIN, y, { width: width() }))
    y += height + SIZE.line - SIZE.text
  }
  function begin() {
    newPage()
    if (logo) {
      tagged('Figure', root, () => doc.image(logo, MARGIN, y, { height: SIZE.logo }), { alt: heading.organisation })
      y += SIZE.logo + 6
    }
    tagged('H1', root, () => write(heading.title, MARGIN, y, { size: SIZE.title, isBold: true }))
    y += SIZE.title + 8
    const [asOf, ...parameters] = heading.details.map(([label, value]) => `${label}: ${value}`)
    if (asOf) paragraph(asOf)
    if (parameters.length > 0) paragraph(parameters.join('   '))
    y += SIZE.line
  }
  function section(title: string) {
    makeRoom(SIZE.section + 4 * SIZE.line)
    tagged('H2', root, () => write(title, MARGIN, y, { size: SIZE.section, isBold: true }))
    y += SIZE.section + 8
  }
  function chart(one: Chart) {
    makeRoom(SIZE.section + SIZE.chart + 4 * SIZE.line)
    section(one.title)
    tagged('Figure', root, () => drawBars(doc, one, { x: MARGIN, y, width: width(), text, fontOf }), {
      alt: chartValues(one, text),
    })
    y += SIZE.chart + 3 * SIZE.line
  }

  begin()
  return {
    /** `isLight`: without tags and cache. */
    add(part: Exclude<Part, Heading>, isLight: boolean) {
      if (isLight) layout = { features: [] }
      if (part.kind === 'chart') {
        endTable()
        chart(part.chart)
      } else if (part.kind === 'table') {
        endTable()
        columns = part.columns
        if (part.title) section(part.title)
        makeRoom(3 * SIZE.line)
        table = doc.struct('Table')
        root.add(table)
        row(titles(), 'TH')
      } else if (part.kind === 'group') wideRow(part.text, true)
      else if (part.kind === 'note' && table) wideRow(part.text, false)
      else if (part.kind === 'note') paragraph(part.text)
      else {
        const cells =
          part.kind === 'row' ? part.cells.map((cell, i) => text(cell, columns[i]!.kind)) : totalCells(part, columns, text)
        const one = measured(cells, part.kind === 'total')
        makeRoomForRow(one.height)
        row(one, isLight ? null : 'TD')
      }
    },
    end() {
      endTable()
      root.end()
      doc.end()
      return ended
    },
  }
}

type Place = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly text: CellText
  readonly fontOf: ReturnType<typeof fontsFor>
}

/** Bars with their axis and legend. */
function drawBars(doc: PDFKit.PDFDocument, { labels, series }: Chart, { x, y, width, text, fontOf }: Place): void {
  const left = x + 40
  const slot = (width - 40) / Math.max(labels.length, 1)
  const bar = (slot * 0.8) / Math.max(series.length, 1)
  const axis = axisLines(Math.max(...series.flatMap(({ values }) => values), 1))
  const end = axis.at(-1)!
  const heightOf = (value: number) => (value / end) * SIZE.chart
  doc.fontSize(7)
  const say = (value: string, at: number, top: number) =>
    doc.font(fontOf(value, false)).text(value, at, top, { lineBreak: false })
  for (const value of axis) {
    const at = y + SIZE.chart - heightOf(value)
    doc
      .moveTo(left, at)
      .lineTo(x + width, at)
      .lineWidth(0.5)
      .strokeColor(COLOURS.line)
      .stroke()
    doc.fillColor(COLOURS.quiet)
    say(text(value, 'count'), x, at - 4)
  }
  for (const [at, { name, values }] of series.entries()) {
    const colour = CHART_COLOURS[at % CHART_COLOURS.length]!
    for (const [i, value] of values.entries())
      doc
        .rect(
          left + i * slot + slot * 0.1 + at * bar,
          y + SIZE.chart - heightOf(value),
          Math.max(bar - 0.5, 0.5),
          heightOf(value),
        )
        .fill(colour)
    doc.rect(left + at * 140, y + SIZE.chart + 16, 8, 8).fill(colour)
    doc.fillColor(COLOURS.text)
    say(name, left + at * 140 + 12, y + SIZE.chart + 16)
  }
  const every = Math.ceil(labels.length / 16)
  doc.fillColor(COLOURS.quiet)
  for (const [i, label] of labels.entries()) if (i % every === 0) say(label, left + i * slot, y + SIZE.chart + 4)
}
