import { expect, test } from 'vitest'
import { paletteGroups } from './palette-order.ts'

const source = (group: string, ...titles: (string | [title: string, hint: string])[]) => ({
  group,
  hits: titles.map((one) => {
    const [title, hint] = typeof one === 'string' ? [one, ''] : one
    return { title, hint, path: `/${group}/${title}` }
  }),
})
const shown = (text: string, ...sources: ReturnType<typeof source>[]) =>
  paletteGroups(sources, text, 'More').map(({ group, hits }) => [group, ...hits.map(({ title }) => title)])
const numbered = (group: string, count: number) => source(group, ...Array.from({ length: count }, (_, i) => `${group} ${i + 1}`))

test('shows at most three hits of a kind until every kind has shown its best, and the others last', () => {
  expect(shown('r', numbered('residents', 7), numbered('packages', 10), source('agents', 'Ana Krol'))).toEqual([
    ['residents', 'residents 1', 'residents 2', 'residents 3'],
    ['packages', 'packages 1', 'packages 2', 'packages 3'],
    ['agents', 'Ana Krol'],
    ['More', ...[4, 5, 6, 7].map((n) => `residents ${n}`), ...[4, 5, 6, 7, 8].map((n) => `packages ${n}`)],
  ])
})

test('shows all hits of the only kind', () => {
  expect(shown('res', numbered('residents', 7), source('packages'))).toEqual([
    ['residents', ...[1, 2, 3, 4, 5, 6, 7].map((n) => `residents ${n}`)],
  ])
})

test('shows kinds with exact names first, then names that begin with the text, then whole words', () => {
  const residents = source('residents', 'Anna Kröll', 'Jan Krolowski')
  const packages = source('packages', ['0012 · Kim Krol', 'Unit 3'])
  const agents = source('agents', 'Ray Donnelly-Krol', 'Krol Monika')
  const couriers = source('couriers', 'KRÓL')
  expect(shown('krol', residents, packages, agents, couriers)).toEqual([
    ['couriers', 'KRÓL'],
    ['agents', 'Krol Monika', 'Ray Donnelly-Krol'],
    ['packages', '0012 · Kim Krol'],
    ['residents', 'Anna Kröll', 'Jan Krolowski'],
  ])
  expect(shown('101', source('residents', ['Sven Holt', 'Unit 1010'], ['Ana Ruiz', 'Unit 101, Quay North']))[0]).toEqual([
    'residents',
    'Ana Ruiz',
    'Sven Holt',
  ])
})

test('shows a place once, in the first of its sources, and without a text all in their order', () => {
  const recent = { group: 'recent', hits: [{ title: 'Ana', hint: '', path: '/residents/Ana' }] }
  expect(shown('', recent, source('residents', 'Zoe', 'Ana', 'Bea', 'Cem', 'Dia'))).toEqual([
    ['recent', 'Ana'],
    ['residents', 'Zoe', 'Bea', 'Cem', 'Dia'],
  ])
})
