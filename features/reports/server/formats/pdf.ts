import sharp from 'sharp'
import { Refusal } from '#platform/server/http/refusal.ts'
import { t } from '../../messages.ts'
import type { Part } from '../../model.ts'
import { chartValues } from '../engine/chart.ts'
import { type Block, blocksOf } from '../engine/pages.ts'
import { type Box, PAPER, ROOM, SIZE } from '../engine/paper.ts'
import { drawChart } from './pdf-chart.ts'
import { type Heading, taggedPdf } from './pdf-document.ts'
import { tablesOn } from './pdf-table.ts'
import { COLOURS } from './pdf-text.ts'
import type { Writing } from './writing.ts'

/** Rows of a document, which stays in memory until it is complete. */
export const MAX_PDF_ROWS = 100_000
/**
 * Rows whose cells are tagged for assistive technology, and whose words the library keeps in its cache: tags and words of more would
 * not fit into the memory of the server.
 */
export const LIGHT_FROM = 10_000
const { margin: MARGIN } = PAPER

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

/** Draws the blocks of a report. */
function paperOf(heading: Heading, { text, language }: Writing, send: (chunk: Buffer) => void) {
  const pdf = taggedPdf(heading, language, send)
  const { doc, root, pen, tagged, artifact } = pdf
  const tables = tablesOn(pdf)

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
  const title = (type: 'H1' | 'H2', value: string, y: number, size: number) =>
    tagged(type, root, () => pen.write(value, MARGIN, y, { size, isBold: true, room: ROOM }))
  const paragraph = (lines: readonly string[], y: number) =>
    tagged('P', root, () => {
      for (const [i, line] of lines.entries())
        pen.write(line, MARGIN, y + i * SIZE.leading, { colour: COLOURS.quiet, room: ROOM, isBroken: true })
    })
  function begin({ paragraphs }: Extract<Block, { kind: 'heading' }>, logo: Logo | null) {
    let y = MARGIN
    if (logo) {
      tagged('Figure', root, () => doc.image(logo.png, MARGIN, y, { height: SIZE.logo }), { alt: logo.name })
      y += SIZE.logo + 6
    }
    title('H1', heading.title, y, SIZE.title)
    y += SIZE.title + 8
    for (const lines of paragraphs) {
      paragraph(lines, y)
      y += lines.length * SIZE.leading + SIZE.line - SIZE.text
    }
  }
  function draw(block: Exclude<Block, { kind: 'page' }>, isLight: boolean, png: Buffer | null) {
    const y = MARGIN + block.y
    if (block.kind === 'heading') begin(block, png && { png, name: heading.organisation })
    else if (block.kind === 'section') {
      tables.end()
      title('H2', block.text, y, SIZE.section)
    } else if (block.kind === 'chart') {
      const { chart } = block
      tagged('Figure', root, () => drawChart(doc, chart, { x: MARGIN, y, text, pen }), { alt: chartValues(chart, text) })
    } else if (block.kind === 'paragraph') paragraph(block.lines, y)
    else if (block.kind === 'columns') {
      if (!block.isRepeated) tables.begin(block.columns)
      tables.row({ ...block, isBold: true }, block.isRepeated ? null : 'TH')
    } else if (block.kind === 'group') tables.groupRow(block)
    else tables.row({ ...block, isBold: block.kind === 'total' }, isLight && block.kind === 'row' ? null : 'TD')
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
      tables.end()
      return pdf.end()
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
