import { expect, test } from 'vitest'
import { byWords } from './ChoiceSelect.tsx'

const found = (search: string, ...labels: string[]) =>
  byWords({ options: labels.map((label) => ({ value: label, label })), search, limit: 10 }).map((option) =>
    'label' in option ? option.label : '',
  )

test.each([
  ['Bldg A', ['North Quay', 'B', 'A'], ['A', 'North Quay']],
  ['Tower A', ['A', 'Tower A', 'Haus A'], ['Tower A']],
  ['Edificio 12', ['1', '12', '120'], ['12', '120']],
  ['Haus', ['A', 'Haus A'], ['Haus A']],
  ['1-11', ['111', '1-11', '11-1'], ['1-11']],
  ['#', ['A', 'Unit #5'], []],
  ['', ['A', 'B'], ['A', 'B']],
])('the search %j among choices', (search, labels, expected) => {
  expect(found(search, ...labels)).toEqual(expected)
})
