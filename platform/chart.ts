/** Numbers by label, in one or more series; a line has gaps where a value is null. */
export type Chart = {
  readonly kind: 'bars' | 'lines'
  readonly labels: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
}

/** What a shape is drawn for, or the number of its series: each painter has its own colours. */
export type Ink = 'line' | 'quiet' | 'text' | number
/** What a chart consists of, in the order in which it is painted. The y of a text is that of its baseline; a path has the syntax of SVG. */
export type Shape =
  | {
      readonly kind: 'rect'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly ink: Ink
    }
  | { readonly kind: 'path'; readonly d: string; readonly width: number; readonly dashes?: string | undefined; readonly ink: Ink }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly size: number
      readonly anchor: 'start' | 'middle' | 'end'
      readonly ink: Ink
    }

/** Where a chart is drawn, in the unit of the painter: all of it is `width` wide, the part with the values is below `top`. */
export type Frame = {
  readonly width: number
  readonly top: number
  readonly height: number
  /** For the texts of the axis, and for half of the last label. */
  readonly left: number
  readonly right: number
  /** Of texts; and the width of their widest usual characters, in em. */
  readonly size: number
  readonly character: number
  /** Of the lines of the axis. */
  readonly lineDashes?: string
}
type AxisText = (value: number) => string

/** Most lines above the axis. */
const MAX_LINES = 6
/** Between two labels, in em. */
const SPACE = 0.9
/** In em: from the foot of the values to the labels and the legend, and the square of the legend. */
const BELOW = { labels: 1.7, legend: 2.6, square: 0.9 } as const
/** How lines differ besides their colours. */
const DASHES: readonly (string | undefined)[] = [undefined, '6 3', '2 3']

export const dashesOf = (series: number) => DASHES[series % DASHES.length]

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

const slotOf = ({ labels }: Chart, { width, left, right }: Frame) => (width - left - right) / Math.max(labels.length, 1)
/** The number of the label at a place, or undefined beside the values. */
export function labelAt(x: number, chart: Chart, frame: Frame): number | undefined {
  const at = Math.floor((x - frame.left) / slotOf(chart, frame))
  return at >= 0 && at < chart.labels.length ? at : undefined
}
/** The middle of a label's values. */
export const middleOf = (label: number, chart: Chart, frame: Frame) => frame.left + (label + 0.5) * slotOf(chart, frame)

/** The axis, the values and the labels of a chart, without its legend. */
export function chartShapes(chart: Chart, frame: Frame, axisText: AxisText): Shape[] {
  const axis = axisLines(Math.max(...chart.series.flatMap(({ values }) => values.map((value) => value ?? 0)), 1))
  const y = (value: number) => frame.top + frame.height * (1 - value / axis.at(-1)!)
  const values = chart.kind === 'bars' ? bars(chart, frame, y) : curves(chart, frame, y)
  return [...axis.flatMap((value) => axisShapes(axisText(value), y(value), frame)), ...values, ...labels(chart, frame)]
}

const axisShapes = (text: string, y: number, { left, width, size, lineDashes }: Frame): Shape[] => [
  { kind: 'path', d: `M${left} ${short(y)}H${width}`, width: short(size / 14), dashes: lineDashes, ink: 'line' },
  { kind: 'text', x: left - size / 2, y: short(y + 0.36 * size), text, size, anchor: 'end', ink: 'quiet' },
]

function bars(chart: Chart, frame: Frame, y: (value: number) => number): Shape[] {
  const slot = slotOf(chart, frame)
  const width = (slot * 0.8) / Math.max(chart.series.length, 1)
  return chart.series.flatMap(({ values }, ink) =>
    values.map((value, i): Shape => {
      const x = short(frame.left + (i + 0.1) * slot + ink * width)
      const top = y(value ?? 0)
      return { kind: 'rect', x, y: short(top), width: short(Math.max(width - 1, 0.5)), height: short(y(0) - top), ink }
    }),
  )
}

const curves = (chart: Chart, frame: Frame, y: (value: number) => number): Shape[] =>
  chart.series.map(({ values }, ink): Shape => {
    const points = values.map((value, i) => value !== null && { x: middleOf(i, chart, frame), y: y(value) })
    return { kind: 'path', d: runsOf(points).map(curveThrough).join(''), width: 2, dashes: dashesOf(ink), ink }
  })

type Point = { readonly x: number; readonly y: number }
/** Points that follow each other without a gap. */
function runsOf(points: readonly (Point | false)[]): Point[][] {
  const runs: Point[][] = [[]]
  for (const point of points) {
    if (point) runs.at(-1)!.push(point)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

/** A smooth path through points of equal distance that rises and falls only as they do (Fritsch and Carlson). */
function curveThrough(points: readonly Point[]): string {
  const step = points.length > 1 ? points[1]!.x - points[0]!.x : 0
  const rises = points.slice(1).map(({ y }, i) => y - points[i]!.y)
  const inner = rises.slice(1).map((after, i) => {
    const before = rises[i]!
    return (Math.sign(before) + Math.sign(after)) * Math.min(Math.abs(before), Math.abs(after), Math.abs(before + after) / 4)
  })
  const atEnd = (rise = 0, next = rise) => (3 * rise - next) / 2
  const slopes = [atEnd(rises[0], inner[0]), ...inner, atEnd(rises.at(-1), inner.at(-1))]
  const pair = (x: number, y: number) => `${short(x)} ${short(y)}`
  return points
    .map(({ x, y }, i) => {
      if (i === 0) return `M${pair(x, y)}`
      const from = points[i - 1]!
      const controls = [pair(from.x + step / 3, from.y + slopes[i - 1]! / 3), pair(x - step / 3, y - slopes[i]! / 3)]
      return `C${controls.join(' ')} ${pair(x, y)}`
    })
    .join('')
}

/** The labels below the values; so many are left out, evenly, that neighbours do not overlap. */
function labels(chart: Chart, frame: Frame): Shape[] {
  const { size, character } = frame
  const slot = slotOf(chart, frame)
  const shownBy = (every: number) => chart.labels.flatMap((text, i) => (i % every === 0 ? [{ text, i }] : []))
  const fits = (every: number) =>
    shownBy(every).every(({ text, i }) => {
      const next = chart.labels[i + every] ?? ''
      return (((text.length + next.length) / 2) * character + SPACE) * size <= every * slot || next === ''
    })
  const y = short(frame.top + frame.height + BELOW.labels * size)
  const every = chart.labels.findIndex((_, i) => fits(i + 1)) + 1
  return shownBy(Math.max(every, 1)).map(({ text, i }): Shape => {
    const x = short(middleOf(i, chart, frame))
    return { kind: 'text', x, y, text, size, anchor: 'middle', ink: 'quiet' }
  })
}

/** The names of the series below the labels, each behind a square of its colour. */
export function legendShapes({ series }: Chart, { left, top, height, size, character }: Frame): Shape[] {
  const square = BELOW.square * size
  const y = short(top + height + BELOW.legend * size)
  let x = left
  return series.flatMap(({ name }, ink): Shape[] => {
    const at = x
    x = short(x + (name.length * character + 3) * size)
    return [
      { kind: 'rect', x: at, y, width: square, height: square, ink },
      { kind: 'text', x: short(at + 1.5 * size), y: short(y + square), text: name, size, anchor: 'start', ink: 'text' },
    ]
  })
}

const short = (value: number) => Math.round(value * 10) / 10

export type SvgElement = {
  readonly tag: 'rect' | 'path' | 'text'
  readonly attributes: Readonly<Record<string, string | number | undefined>>
  readonly text?: string
}
/** A shape as an element of SVG; `colourOf` an ink. */
export function svgElement(shape: Shape, colourOf: (ink: Ink) => string): SvgElement {
  const colour = colourOf(shape.ink)
  if (shape.kind === 'rect') {
    const { x, y, width, height } = shape
    return { tag: 'rect', attributes: { x, y, width, height, fill: colour } }
  }
  if (shape.kind === 'path') {
    const { d, width, dashes } = shape
    return { tag: 'path', attributes: { d, fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-dasharray': dashes } }
  }
  const { x, y, text, size, anchor } = shape
  return { tag: 'text', attributes: { x, y, 'font-size': size, 'text-anchor': anchor, fill: colour }, text }
}
