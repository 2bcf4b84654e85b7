import { escaped } from '#platform/html.ts'
import type { Chart } from '../../model.ts'
import type { CellText } from './cell-text.ts'

const WIDTH = 900
const HEIGHT = 220
const LEFT = 44
const BOTTOM = 24
/** For half of the last label. */
const RIGHT = 32
/** The accessible palette of the portal's pictures. */
export const CHART_COLOURS = ['#1864ab', '#e67700', '#2b8a3e', '#862e9c'] as const
/** Width of a character below the axis, and the space between two labels; others are left out evenly. */
const CHARACTER = 6.5
const SPACE = 10

/** Most lines above the axis. */
const MAX_LINES = 6

/** The distance between the lines of the axis: 1, 2 or 5 times a power of ten. */
function axisStep(most: number): number {
  const power = 10 ** Math.max(Math.floor(Math.log10(Math.max(most, 1))) - 1, 0)
  return [1, 2, 5, 10, 20].map((factor) => factor * power).find((step) => step * MAX_LINES >= most)!
}
/** The lines of an axis from 0 up: the values reach three quarters of its height at least. */
export function axisLines(most: number): readonly number[] {
  const step = axisStep(most)
  return Array.from({ length: Math.max(Math.ceil(most / step), 1) + 1 }, (_, nth) => nth * step)
}

/** What a chart shows, in words. */
export function chartValues({ title, labels, series }: Pick<Chart, 'title' | 'labels' | 'series'>, text: CellText): string {
  const spoken = series.map(
    ({ name, values }) => `${name}: ${labels.map((label, i) => `${label} ${text(values[i] ?? 0, 'count')}`).join(', ')}`,
  )
  return `${title}. ${spoken.join('. ')}`
}

/** A bar chart as SVG; its values are read out as its name, because the table of them may be on another page. */
export function chartSvg({ title, labels, series }: Chart, text: CellText): string {
  const axis = axisLines(Math.max(...series.flatMap(({ values }) => values), 1))
  const end = axis.at(-1)!
  const slot = (WIDTH - LEFT - RIGHT) / Math.max(labels.length, 1)
  const bar = (slot * 0.8) / Math.max(series.length, 1)
  const y = (value: number) => (HEIGHT - BOTTOM) * (1 - value / end) + 8
  const bars = series.flatMap(({ values }, at) =>
    values.map((value, i) => {
      const x = LEFT + i * slot + slot * 0.1 + at * bar
      return `<rect x="${x.toFixed(1)}" y="${y(value).toFixed(1)}" width="${Math.max(bar - 1, 0.5).toFixed(1)}" height="${(y(0) - y(value)).toFixed(1)}" fill="${CHART_COLOURS[at % CHART_COLOURS.length]}"/>`
    }),
  )
  const widest = Math.max(...labels.map((label) => label.length), 1) * CHARACTER + SPACE
  const every = Math.ceil(widest / slot)
  const below = labels.flatMap((label, i) =>
    i % every
      ? []
      : [
          `<text x="${(LEFT + (i + 0.5) * slot).toFixed(1)}" y="${HEIGHT + 4}" font-size="11" text-anchor="middle">${escaped(label)}</text>`,
        ],
  )
  const lines = axis.map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}" stroke="#ced4da"/><text x="${LEFT - 6}" y="${y(value) + 4}" font-size="11" text-anchor="end">${text(value, 'count')}</text>`,
  )
  const legend = series.map(
    ({ name }, at) =>
      `<rect x="${LEFT + at * 160}" y="${HEIGHT + 14}" width="10" height="10" fill="${CHART_COLOURS[at % CHART_COLOURS.length]}"/><text x="${LEFT + at * 160 + 16}" y="${HEIGHT + 23}" font-size="12">${escaped(name)}</text>`,
  )
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 30}" role="img" aria-label="${escaped(chartValues({ title, labels, series }, text))}">${lines.join('')}${bars.join('')}${below.join('')}${legend.join('')}</svg>`
}
