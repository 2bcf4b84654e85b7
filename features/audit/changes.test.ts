import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'
import { ACTIONS, kindOf } from './subjects.ts'

test('changes of an entry › are the values that differ, a pair as one value, and the others', () => {
  const detail = {
    before: { Id: 1, Name: 'A', Note: 'n' },
    after: { Id: 2, Name: 'B', Note: 'n', Ids: [1] },
    from: 1,
    to: 2,
    newPin: true,
  }
  expect(changesOf(detail)).toEqual([
    { Field: 'Name', Before: 'A', After: 'B' },
    { Field: 'Ids', Before: null, After: '[1]' },
    { Field: 'value', Before: '1', After: '2' },
    { Field: 'newPin', Before: null, After: 'true' },
  ])
})

test('changes of an entry › are none for an empty or unknown detail', () => {
  expect([{}, null, 'x', []].flatMap(changesOf)).toEqual([])
})

test('every action is about a kind of record, except those about several', () => {
  expect(ACTIONS.filter((action) => kindOf(action) === null)).toEqual(['change undone'])
})
