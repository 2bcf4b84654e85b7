import type { Chart } from '../../model.ts'
import type { CellText } from '../engine/cell-text.ts'
import { axisLines, CHART_COLOURS } from '../engine/chart.ts'
import { SIZE } from '../engine/pages.ts'
import { COLOURS, type Pen } from './pdf-text.ts'

type Place = { readonly x: number; readonly y: number; readonly width: number; readonly text: CellText; readonly pen: Pen }

/** Bars with their axis and legend. */
export function drawBars(doc: PDFKit.PDFDocument, { labels, series }: Chart, { x, y, width, text, pen }: Place): void {
  const left = x + 40
  const slot = (width - 40) / Math.max(labels.length, 1)
  const bar = (slot * 0.8) / Math.max(series.length, 1)
  const axis = axisLines(Math.max(...series.flatMap(({ values }) => values), 1))
  const end = axis.at(-1)!
  const heightOf = (value: number) => (value / end) * SIZE.chart
  const write = (value: string, at: number, top: number, colour: string = COLOURS.quiet) =>
    pen.write(value, at, top, { size: 7, colour })
  for (const value of axis) {
    const at = y + SIZE.chart - heightOf(value)
    doc
      .moveTo(left, at)
      .lineTo(x + width, at)
      .lineWidth(0.5)
      .strokeColor(COLOURS.line)
      .stroke()
    write(text(value, 'count'), x, at - 4)
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
    write(name, left + at * 140 + 12, y + SIZE.chart + 16, COLOURS.text)
  }
  const every = Math.ceil(labels.length / 16)
  for (const [i, label] of labels.entries()) if (i % every === 0) write(label, left + i * slot, y + SIZE.chart + 4)
}
