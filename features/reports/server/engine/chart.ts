import { chartShapes, type Frame, type Ink, legendShapes, type Shape, svgElement } from '#platform/chart.ts'
import { escaped } from '#platform/html.ts'
import type { Chart } from '../../model.ts'
import type { CellText } from './cell-text.ts'

const SERIES = ['#1864ab', '#e67700', '#2b8a3e', '#862e9c'] as const
const INKS = { line: '#ced4da', quiet: '#495057', text: '#1a1b1e' } as const
/** The colours of charts on paper. */
export const chartColour = (ink: Ink): string => (typeof ink === 'number' ? SERIES[ink % SERIES.length]! : INKS[ink])

/** What a chart shows, in words. */
export function chartValues({ title, labels, series }: Pick<Chart, 'title' | 'labels' | 'series'>, text: CellText): string {
  const spoken = series.map(
    ({ name, values }) => `${name}: ${labels.map((label, i) => `${label} ${text(values[i] ?? 0, 'count')}`).join(', ')}`,
  )
  return `${title}. ${spoken.join('. ')}`
}

/** A chart with its legend. */
export const reportShapes = (chart: Chart, frame: Frame, text: CellText): Shape[] => [
  ...chartShapes(chart, frame, (value) => text(value, 'count')),
  ...legendShapes(chart, frame),
]

const FRAME: Frame = { width: 900, top: 8, height: 196, left: 44, right: 32, size: 11, character: 0.6 }
const HEIGHT = 250

/** A chart as SVG; its values are read out as its name, because the table of them may be on another page. */
export function chartSvg(chart: Chart, text: CellText): string {
  const shapes = reportShapes(chart, FRAME, text).map(written).join('')
  return `<svg viewBox="0 0 ${FRAME.width} ${HEIGHT}" role="img" aria-label="${escaped(chartValues(chart, text))}">${shapes}</svg>`
}

function written(shape: Shape): string {
  const { tag, attributes, text = '' } = svgElement(shape, chartColour)
  const given = Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${value}"`]))
  return `<${tag}${given.join('')}>${escaped(text)}</${tag}>`
}
