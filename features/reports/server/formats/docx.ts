import {
  AlignmentType,
  Document,
  HeadingLevel,
  ImageRun,
  Packer,
  PageOrientation,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import sharp from 'sharp'
import { Refusal } from '#platform/server/http/refusal.ts'
import { t } from '../../messages.ts'
import type { Chart, Column, Part } from '../../model.ts'
import type { CellText } from '../engine/cell-text.ts'
import { isNumber } from '../engine/paper.ts'
import { totalCells, type Writing } from './writing.ts'

/** Rows of a document, which is made in memory; word processors become slow long before. */
export const MAX_DOCX_ROWS = 5_000
const LOGO_PX = 40

/** A report as a Word document: its tables with repeated headers, and its pictures as tables of their values. */
export async function* docxFile(parts: AsyncIterable<Part>, { text, language, logo }: Writing): AsyncGenerator<Buffer> {
  const children: (Paragraph | Table)[] = []
  let title = ''
  let organisation = ''
  let columns: readonly Column[] = []
  let lines: TableRow[] = []
  let rows = 0
  const endTable = () => {
    if (lines.length > 0) children.push(tableOf(lines))
    lines = []
  }
  for await (const part of parts) {
    if (part.kind === 'heading') {
      title = part.title
      organisation = part.organisation
      if (logo) children.push(new Paragraph({ children: [await picture(logo, organisation)] }))
      children.push(new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }))
      children.push(
        ...part.details.map(([label, value]) => new Paragraph({ children: [bold(`${label}: `), new TextRun(value)] })),
      )
    } else if (part.kind === 'chart') {
      endTable()
      children.push(section(part.chart.title), chartTable(part.chart, text))
    } else if (part.kind === 'table') {
      endTable()
      columns = part.columns
      children.push(part.title ? section(part.title) : new Paragraph(''))
      lines.push(
        rowOf(
          columns.map((column) => column.title),
          columns,
          { isHeader: true },
        ),
      )
    } else if (part.kind === 'note' && lines.length === 0) children.push(new Paragraph(part.text))
    else if (part.kind === 'group' || part.kind === 'note') lines.push(wideRow(part.text, columns.length, part.kind === 'group'))
    else {
      rows += 1
      if (rows > MAX_DOCX_ROWS) throw new Refusal(422, t('MsgFormatTooLong', { name: 'DOCX', max: MAX_DOCX_ROWS }))
      const cells =
        part.kind === 'row' ? part.cells.map((cell, i) => text(cell, columns[i]!.kind)) : totalCells(part, columns, text)
      lines.push(rowOf(cells, columns, { isBold: part.kind === 'total' }))
    }
  }
  endTable()
  const page = { size: { orientation: PageOrientation.LANDSCAPE } }
  const document = new Document({
    title,
    creator: organisation,
    styles: { default: { document: { run: { size: 18, language: { value: language } } } } },
    sections: [{ properties: { page }, children }],
  })
  yield await Packer.toBuffer(document)
}

const bold = (value: string) => new TextRun({ text: value, bold: true })
const section = (value: string) => new Paragraph({ text: value, heading: HeadingLevel.HEADING_2, spacing: { before: 240 } })
const tableOf = (rows: readonly TableRow[]) => new Table({ rows: [...rows], width: { size: 100, type: WidthType.PERCENTAGE } })

async function picture(png: Buffer, name: string) {
  const { width = 1, height = 1 } = await sharp(png).metadata()
  const transformation = { width: Math.round((LOGO_PX * width) / height), height: LOGO_PX }
  return new ImageRun({ type: 'png', data: png, transformation, altText: { name, title: name, description: name } })
}

type Look = { readonly isHeader?: boolean; readonly isBold?: boolean }
const rowOf = (cells: readonly string[], columns: readonly Column[], { isHeader = false, isBold = isHeader }: Look) =>
  new TableRow({
    // Some programs take a header of false for a header.
    ...(isHeader && { tableHeader: true }),
    cantSplit: true,
    children: cells.map((value, i) => {
      const column = columns[i]!
      return new TableCell({
        width: { size: column.width, type: WidthType.PERCENTAGE },
        children: [
          new Paragraph({
            alignment: isNumber(column) ? AlignmentType.RIGHT : AlignmentType.LEFT,
            children: [isBold ? bold(value) : new TextRun(value)],
          }),
        ],
      })
    }),
  })

const wideRow = (value: string, columns: number, isBold: boolean) =>
  new TableRow({
    cantSplit: true,
    children: [
      new TableCell({
        columnSpan: columns,
        children: [new Paragraph({ children: [isBold ? bold(value) : new TextRun(value)] })],
      }),
    ],
  })

/** The values of a picture: a row for each label, a column for each series. */
function chartTable({ labels, series }: Chart, text: CellText): Table {
  const share = 100 / (series.length + 1)
  const columns: Column[] = [
    { id: 'label', title: '', kind: 'text', width: share },
    ...series.map(({ name }, i): Column => ({ id: `s${i}`, title: name, kind: 'count', width: share })),
  ]
  const titles = columns.map(({ title }) => title)
  const rows = labels.map((label, i) => rowOf([label, ...series.map(({ values }) => text(values[i] ?? 0, 'count'))], columns, {}))
  return tableOf([rowOf(titles, columns, { isHeader: true }), ...rows])
}
