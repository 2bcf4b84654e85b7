import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { Refusal } from '#platform/server/http/refusal.ts'
import { t } from '../../messages.ts'
import type { Part } from '../../model.ts'
import { chartValues } from '../engine/chart.ts'
import { type Block, type Box, blocksOf, edgesOf, PAPER, ROOM, SIZE } from '../engine/pages.ts'
import { drawChart } from './pdf-chart.ts'
import { COLOURS, penOf } from './pdf-text.ts'
import type { Writing } from './writing.ts'

/** Rows of a document, which stays in memory until it is complete. */
export const MAX_PDF_ROWS = 100_000
/**
 * Rows whose cells are tagged for assistive technology, and whose words the library keeps in its cache: tags and words of more would
 * not fit into the memory of the server.
 */
export const LIGHT_FROM = 10_000
const { margin: MARGIN } = PAPER

type Heading = Extract<Part, { kind: 'heading' }>
type Element = PDFKit.PDFStructureElement
type Logo = { readonly png: Buffer; readonly name: string }

/** A report as a tagged PDF (PDF/UA), cut into the pages of its print preview. */
export async function* pdfFile(parts: AsyncIterable<Part>, writing: Writing): AsyncGenerator<Buffer> {
  const png = writing.logo && (await plainImage(writing.logo))
  let paper: Paper | undefined
  const chunks: Buffer[] = []
  let rows = 0
  for await (const blocks of blocksOf(parts, { text: writing.text, hasLogo: png !== null })) {
    for (const block of blocks) {
      if (block.kind === 'row') rows += 1
      if (rows > MAX_PDF_ROWS) throw new Refusal(422, t('MsgFormatTooLong', { name: 'PDF', max: MAX_PDF_ROWS }))
      paper ??= paperOf(headingIn(blocks), writing, (chunk) => chunks.push(chunk))
      await paper.add(block, { isLight: rows > LIGHT_FROM, png })
    }
    yield* chunks.splice(0)
  }
  await paper?.end()
  yield* chunks.splice(0)
}

const headingIn = (blocks: readonly Block[]): Heading => blocks.find((block) => block.kind === 'heading')!.heading

/** The library misreads palettes of fewer than 8 bits, and interlaced images. */
const plainImage = (image: Buffer): Promise<Buffer> =>
  sharp(image).toColourspace('srgb').png({ palette: false, progressive: false }).toBuffer()

type Paper = ReturnType<typeof paperOf>

function paperOf(heading: Heading, { text, language }: Writing, send: (chunk: Buffer) => void) {
  const doc = new PDFDocument({
    size: [PAPER.width, PAPER.height],
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
  doc.on('data', send)
  const ended = new Promise<void>((resolve) => doc.on('end', resolve))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const pen = penOf(doc)
  let edges: readonly number[] = []
  let table: Element | undefined

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
  const endTable = () => {
    table?.end()
    table = undefined
  }

  async function newPage(number: number) {
    const name = `${heading.organisation} · ${heading.title}`
    await pen.prepare({ plain: [name], language: heading.language })
    doc.addPage()
    artifact(() => {
      const y = PAPER.height - MARGIN
      pen.write(name, MARGIN, y, { colour: COLOURS.quiet, room: ROOM - 40 })
      pen.write(String(number), MARGIN, y, { colour: COLOURS.quiet, room: ROOM, isRight: true })
    })
  }

  function paragraph(lines: readonly string[], y: number) {
    tagged('P', root, () => {
      for (const [i, line] of lines.entries())
        pen.write(line, MARGIN, y + i * SIZE.leading, { colour: COLOURS.quiet, room: ROOM, isBroken: true })
    })
  }
  function begin({ paragraphs }: Extract<Block, { kind: 'heading' }>, logo: Logo | null) {
    let y = MARGIN
    if (logo) {
      tagged('Figure', root, () => doc.image(logo.png, MARGIN, y, { height: SIZE.logo }), { alt: logo.name })
      y += SIZE.logo + 6
    }
    tagged('H1', root, () => pen.write(heading.title, MARGIN, y, { size: SIZE.title, isBold: true, room: ROOM }))
    y += SIZE.title + 8
    for (const lines of paragraphs) {
      paragraph(lines, y)
      y += lines.length * SIZE.leading + SIZE.line - SIZE.text
    }
  }

  const line = (y: number) =>
    artifact(() =>
      doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + ROOM, y)
        .lineWidth(0.5)
        .strokeColor(COLOURS.line)
        .stroke(),
    )
  const writeBox = ({ lines, first, span, isNumber }: Box, y: number, isBold: boolean): void => {
    const x = MARGIN + edges[first]!
    const room = edges[first + span]! - edges[first]! - SIZE.gap
    for (const [i, text] of lines.entries())
      if (text) pen.write(text, x, y + i * SIZE.leading, { isBold, room, isBroken: true, isRight: isNumber })
  }
  type Row = { readonly boxes: readonly Box[]; readonly y: number; readonly height: number; readonly isBold: boolean }
  /** `cellType`: null leaves the row out of the structure. */
  function row({ boxes, y, height, isBold }: Row, cellType: 'TH' | 'TD' | null) {
    const at = MARGIN + y
    if (cellType === null)
      artifact(() => {
        for (const box of boxes) writeBox(box, at, isBold)
      })
    else {
      const element = doc.struct('TR')
      table!.add(element)
      for (const box of boxes) {
        tagged(cellType, element, () => writeBox(box, at, isBold))
        for (let i = 1; i < box.span; i++) tagged(cellType, element, () => {})
      }
      element.end()
    }
    line(at + height - 2)
  }
  function groupRow({ box, y, height, isRepeated }: Extract<Block, { kind: 'group' }>) {
    const at = MARGIN + y
    artifact(() => doc.rect(MARGIN, at - 2, ROOM, height).fill(COLOURS.group))
    if (isRepeated) artifact(() => writeBox(box, at, true))
    else {
      const element = doc.struct('TR')
      table!.add(element)
      tagged('TD', element, () => writeBox(box, at, true))
      element.end()
    }
  }

  function draw(block: Exclude<Block, { kind: 'page' }>, isLight: boolean, png: Buffer | null) {
    const y = MARGIN + block.y
    if (block.kind === 'heading') begin(block, png && { png, name: heading.organisation })
    else if (block.kind === 'section') {
      endTable()
      tagged('H2', root, () => pen.write(block.text, MARGIN, y, { size: SIZE.section, isBold: true, room: ROOM }))
    } else if (block.kind === 'chart') {
      const draw = () => drawChart(doc, block.chart, { x: MARGIN, y, text, pen })
      tagged('Figure', root, draw, { alt: chartValues(block.chart, text) })
    } else if (block.kind === 'paragraph') paragraph(block.lines, y)
    else if (block.kind === 'columns') {
      if (!block.isRepeated) {
        endTable()
        table = doc.struct('Table')
        root.add(table)
        edges = edgesOf(block.columns)
      }
      row({ ...block, isBold: true }, block.isRepeated ? null : 'TH')
    } else if (block.kind === 'group') groupRow(block)
    else row({ ...block, isBold: block.kind === 'total' }, isLight && block.kind === 'row' ? null : 'TD')
  }

  return {
    /** `isLight`: without tags and cache. */
    async add(block: Block, { isLight, png }: { isLight: boolean; png: Buffer | null }) {
      if (isLight) pen.lighten()
      if (block.kind === 'page') return newPage(block.number)
      await pen.prepare({ ...textsOf(block), language: block.language })
      draw(block, isLight, png)
    },
    end() {
      endTable()
      root.end()
      doc.end()
      return ended
    },
  }
}

/** The lines of a block, by weight. */
function textsOf(block: Exclude<Block, { kind: 'page' }>): { plain?: readonly string[]; bold?: readonly string[] } {
  const linesOf = (boxes: readonly Box[]) => boxes.flatMap(({ lines }) => lines)
  if (block.kind === 'heading') return { plain: block.paragraphs.flat(), bold: [block.heading.title] }
  if (block.kind === 'chart') return { plain: [...block.chart.labels, ...block.chart.series.map(({ name }) => name)] }
  if (block.kind === 'section') return { bold: [block.text] }
  if (block.kind === 'paragraph') return { plain: block.lines }
  if (block.kind === 'group') return { bold: block.box.lines }
  return block.kind === 'columns' || block.kind === 'total' ? { bold: linesOf(block.boxes) } : { plain: linesOf(block.boxes) }
}
