import { expect, test } from 'vitest'
import { axisLines, type Chart, chartShapes, type Frame, labelAt, legendShapes, middleOf, svgElement } from './chart.ts'

const FRAME: Frame = { width: 900, top: 8, height: 196, left: 44, right: 32, size: 11, character: 0.6 }
function textsOf(chart: Chart, anchor: string) {
  const shapes = chartShapes(chart, FRAME, String)
  return shapes.flatMap((shape) => (shape.kind === 'text' && shape.anchor === anchor ? [shape] : []))
}

const axisEnd = (most: number) => axisLines(most).at(-1)!

test('labels below the axis do not overlap, however long they are', () => {
  for (const label of ['7', '10/25/2026', '25. Oktober 2026']) {
    const labels = Array.from({ length: 30 }, () => label)
    const chart = { kind: 'bars' as const, labels, series: [{ name: 'N', values: labels.map(() => 1) }] }
    const places = textsOf(chart, 'middle').map(({ x }) => x)
    expect(places.length).toBeGreaterThan(2)
    for (const [at, x] of places.slice(1).entries()) expect(x - places[at]!).toBeGreaterThan(label.length * 6)
  }
})

test('of labels that fit beside each other none is left out, however long another one is', () => {
  const labels = ['less than a day', '1 to 3 days', '3 to 7 days', '7 to 14 days', '14 days and more']
  const chart: Chart = { kind: 'bars', labels, series: [] }
  expect(textsOf(chart, 'middle').map(({ text }) => text)).toEqual(labels)
  const narrow = chartShapes(chart, { ...FRAME, width: 300 }, String)
  expect(narrow.flatMap((shape) => (shape.kind === 'text' && shape.anchor === 'middle' ? [shape.text] : []))).toEqual([
    labels[0],
    labels[3],
  ])
})

test.each([
  [0, 1],
  [1, 1],
  [3, 3],
  [7, 8],
  [11, 12],
  [21, 25],
  [51, 60],
  [101, 120],
  [1001, 1200],
  [4321, 5000],
])('the axis of values up to %i ends at %i', (most, end) => expect(axisEnd(most)).toBe(end))

test('an axis is used to three quarters, and its lines are at whole numbers', () => {
  for (let most = 1; most < 20_000; most += 1 + Math.floor(most / 50)) {
    expect(most / axisEnd(most)).toBeGreaterThanOrEqual(0.75)
    const chart = { kind: 'bars' as const, labels: ['1'], series: [{ name: 'N', values: [most] }] }
    const marks = textsOf(chart, 'end').map(({ text }) => Number(text))
    expect(marks).toEqual(marks.map((_, nth) => (nth * axisEnd(most)) / (marks.length - 1)))
    expect(marks.every(Number.isInteger)).toBe(true)
  }
})

test('bars stand on the axis, as high as their values, beside each other', () => {
  const series = [
    { name: 'In', values: [5, 10] },
    { name: 'Out', values: [0, 4] },
  ]
  const shapes = chartShapes({ kind: 'bars', labels: ['a', 'b'], series }, FRAME, String)
  const bars = shapes.flatMap((shape) => (shape.kind === 'rect' ? [shape] : []))
  expect(bars.map(({ ink, height }) => [ink, height])).toEqual([
    [0, 98],
    [0, 196],
    [1, 0],
    [1, 78.4],
  ])
  for (const { y, height } of bars) expect(y + height).toBeCloseTo(FRAME.top + FRAME.height)
  const [first, second, third] = [...bars].sort((a, b) => a.x - b.x)
  expect(first!.x + first!.width).toBeLessThanOrEqual(third!.x)
  expect(second!.x).toBeGreaterThan(first!.x)
})

test('a line goes through its values without leaving their range, and has a gap where there is none', () => {
  const labels = Array.from({ length: 6 }, (_, i) => `${i}`)
  const series = [{ name: 'S', values: [0, 0, 100, null, 50, 60] }]
  const path = chartShapes({ kind: 'lines', labels, series }, FRAME, String).find(({ ink }) => ink === 0)
  if (path?.kind !== 'path') throw new Error('no path')
  expect(path.d.match(/M/g)).toHaveLength(2)
  const numbers = path.d.match(/-?[\d.]+/g)!.map(Number)
  const ys = numbers.filter((_, i) => i % 2 === 1)
  expect(Math.min(...ys)).toBeGreaterThanOrEqual(FRAME.top)
  expect(Math.max(...ys)).toBeLessThanOrEqual(FRAME.top + FRAME.height)
  expect(path.d).not.toContain('NaN')
})

test.each([
  [[7], /^M[\d.]+ [\d.]+$/],
  [[7, 8], /^M[\d.]+ [\d.]+C[\d. ]+$/],
  [[null], /^$/],
])('a line of the values %o is a path', (values, path) => {
  const labels = values.map(String)
  const shapes = chartShapes({ kind: 'lines', labels, series: [{ name: 'S', values }] }, FRAME, String)
  const line = shapes.find(({ ink }) => ink === 0)
  expect(line?.kind === 'path' && line.d).toMatch(path)
})

test('lines differ by dashes as well', () => {
  const series = ['a', 'b', 'c'].map((name) => ({ name, values: [1, 2] }))
  const shapes = chartShapes({ kind: 'lines', labels: ['x', 'y'], series }, FRAME, String)
  const dashes = shapes.flatMap((shape) => (shape.kind === 'path' && typeof shape.ink === 'number' ? [shape.dashes] : []))
  expect(new Set(dashes).size).toBe(3)
})

test('a place in a chart has the label above whose middle it is', () => {
  const chart: Chart = { kind: 'bars', labels: ['a', 'b', 'c'], series: [] }
  for (const label of [0, 1, 2]) expect(labelAt(middleOf(label, chart, FRAME), chart, FRAME)).toBe(label)
  expect(labelAt(FRAME.left - 1, chart, FRAME)).toBeUndefined()
  expect(labelAt(FRAME.width, chart, FRAME)).toBeUndefined()
})

test('the names of a legend do not overlap', () => {
  const series = ['Dropped off', 'Collected by residents', 'x'].map((name) => ({ name, values: [1] }))
  const legend = legendShapes({ kind: 'bars', labels: ['a'], series }, FRAME)
  const names = legend.flatMap((shape) => (shape.kind === 'text' ? [shape] : []))
  for (const [at, { x }] of names.slice(1).entries()) expect(x - names[at]!.x).toBeGreaterThan(names[at]!.text.length * 6)
})

test('a shape is an element of SVG', () => {
  const colourOf = (ink: unknown) => `colour ${ink}`
  expect(svgElement({ kind: 'rect', x: 1, y: 2, width: 3, height: 4, ink: 1 }, colourOf)).toEqual({
    tag: 'rect',
    attributes: { x: 1, y: 2, width: 3, height: 4, fill: 'colour 1' },
  })
  const text = { kind: 'text', x: 1, y: 2, text: 'A', size: 8, anchor: 'end', ink: 'quiet' } as const
  expect(svgElement(text, colourOf)).toMatchObject({ tag: 'text', text: 'A', attributes: { fill: 'colour quiet' } })
})
