import { expect, test } from 'vitest'
import { chartSvg } from './chart.ts'

test('labels below the axis do not overlap, however long they are', () => {
  for (const label of ['7', '10/25/2026', '25. Oktober 2026']) {
    const labels = Array.from({ length: 30 }, () => label)
    const chart = { title: 'T', kind: 'bars' as const, labels, series: [{ name: 'N', values: labels.map(() => 1) }] }
    const places = [...chartSvg(chart, String).matchAll(/<text x="([\d.]+)"[^>]*text-anchor="middle"/g)].map(([, x]) => Number(x))
    expect(places.length).toBeGreaterThan(2)
    for (const [at, x] of places.slice(1).entries()) expect(x - places[at]!).toBeGreaterThan(label.length * 6)
  }
})
