import { expect, test } from 'vitest'
import { axisLines, chartSvg } from './chart.ts'

const axisEnd = (most: number) => axisLines(most).at(-1)!

test('labels below the axis do not overlap, however long they are', () => {
  for (const label of ['7', '10/25/2026', '25. Oktober 2026']) {
    const labels = Array.from({ length: 30 }, () => label)
    const chart = { title: 'T', kind: 'bars' as const, labels, series: [{ name: 'N', values: labels.map(() => 1) }] }
    const places = [...chartSvg(chart, String).matchAll(/<text x="([\d.]+)"[^>]*text-anchor="middle"/g)].map(([, x]) => Number(x))
    expect(places.length).toBeGreaterThan(2)
    for (const [at, x] of places.slice(1).entries()) expect(x - places[at]!).toBeGreaterThan(label.length * 6)
  }
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
    const chart = { title: 'T', kind: 'bars' as const, labels: ['1'], series: [{ name: 'N', values: [most] }] }
    const marks = [...chartSvg(chart, (cell) => String(cell)).matchAll(/text-anchor="end">([^<]+)</g)].map(([, text]) =>
      Number(text),
    )
    expect(marks).toEqual(marks.map((_, nth) => (nth * axisEnd(most)) / (marks.length - 1)))
    expect(marks.every(Number.isInteger)).toBe(true)
  }
})
