import type { Frame, Shape } from '#platform/chart.ts'
import type { Chart } from '../../model.ts'
import type { CellText } from '../engine/cell-text.ts'
import { chartColour, reportShapes } from '../engine/chart.ts'
import { ROOM, SIZE } from '../engine/paper.ts'
import { widthOf } from '../text/lines.ts'
import { ASCENT, type Pen } from './pdf-text.ts'

type Place = { readonly x: number; readonly y: number; readonly text: CellText; readonly pen: Pen }
const FRAME: Frame = { width: ROOM, top: 0, height: SIZE.chart, left: 40, right: 25, size: 7, character: 0.63 }
/** The part of a text's width that is before its anchor. */
const BEFORE = { start: 0, middle: 0.5, end: 1 } as const

/** Draws a chart whose upper left corner is at a place. */
export function drawChart(doc: PDFKit.PDFDocument, chart: Chart, { x, y, text, pen }: Place): void {
  for (const shape of reportShapes(chart, FRAME, text)) draw(shape)

  function draw(shape: Shape): void {
    const colour = chartColour(shape.ink)
    if (shape.kind === 'rect') doc.rect(x + shape.x, y + shape.y, shape.width, shape.height).fill(colour)
    else if (shape.kind === 'path') {
      doc.save().translate(x, y).path(shape.d).lineWidth(shape.width).strokeColor(colour)
      if (shape.dashes) doc.dash(...dashOf(shape.dashes))
      doc.stroke().restore()
    } else {
      const before = BEFORE[shape.anchor] * widthOf(shape.text, false) * shape.size
      pen.write(shape.text, x + shape.x - before, y + shape.y - ASCENT * shape.size, { size: shape.size, colour })
    }
  }
}

function dashOf(dashes: string): [length: number, options: { space: number }] {
  const [length = 1, space = length] = dashes.split(' ').map(Number)
  return [length, { space }]
}
