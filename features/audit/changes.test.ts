import { expect, test } from 'vitest'
import { auditWords } from '#apps/server/features.ts'
import { changesOf } from './changes.ts'
import { auditReader, idsOf } from './reading.ts'

const { readable } = auditReader(auditWords)

test('changes of an entry › are the values that differ, a pair as one value, and the others', () => {
  const detail = {
    before: { Id: 1, Version: 'a', Name: 'A', Note: 'n' },
    after: { Id: 2, Version: 'b', Name: 'B', Note: 'n', Ids: [1] },
    from: 'good',
    to: 'dirty',
    newPin: true,
    isCodeChanged: false,
    changed: ['Name', 'hold_from'],
    values: { OpenRetries: '2' },
  }
  expect(changesOf(detail)).toEqual([
    { Field: 'Name', Before: 'A', After: 'B' },
    { Field: 'Ids', Before: null, After: [1] },
    { Field: 'condition', Before: 'good', After: 'dirty' },
    { Field: 'newPin', Before: null, After: true },
    { Field: 'changed', Before: null, After: ['hold_from'] },
    { Field: 'OpenRetries', Before: null, After: '2' },
  ])
  expect(changesOf({ from: '2099-01-01', until: '2099-01-31' }).map(({ Field }) => Field)).toEqual(['from', 'until'])
})

test('a change is read by labels, names, words and lists', () => {
  const id = 'c1a0e0e0-0000-4000-8000-000000000001'
  const names = new Map([[id, 'Riverside']])
  const read = (Field: string, Before: unknown, After: unknown) => {
    const { Label, ...values } = readable({ Field, Before, After }, names)
    return [Label.text, values.Before?.text ?? null, values.After?.text ?? null]
  }
  expect(read('IsActive', true, false)).toEqual(['Active', 'Yes', 'No'])
  expect(read('properties', [], [id, 'x'])).toEqual(['Properties', null, 'Riverside, x'])
  expect(read('role', 'mailroomstaff', 6)).toEqual(['Role', 'Mailroom staff', 'Delivery Agent'])
  expect(read('occupancy_status', 1, 3)).toEqual(['Occupancy status', 'Current', 'Moved out'])
  expect(read('condition', 'good', 'dirty')).toEqual(['Condition', 'In use', 'Dirty'])
  expect(read('HandOverProof', '', 'required')[2]).not.toBe('required')
  expect(read('changed', null, ['hold_from', 'L12'])).toEqual(['Changed', null, 'First day away, L12'])
  expect(read('hold_from', null, '2026-11-23')).toEqual(['First day away', null, '2026-11-23'])
  expect(read('RoleMapping', [], [{ Value: 'desk', Role: 'mailroomstaff' }])[2]).toBe('Value: desk, Role: Mailroom staff')
  expect(idsOf([{ Field: 'properties', Before: id, After: [id, 'x', 1] }])).toEqual([id])
})

test('changes of an entry › are none for an empty or unknown detail', () => {
  expect([{}, null, 'x', []].flatMap(changesOf)).toEqual([])
})

test('every action is about a kind of record, except those about several', () => {
  const actions = auditWords.flatMap((words) => Object.entries(words.actions ?? {}))
  expect(actions.filter(([, { kind }]) => kind === null).map(([action]) => action)).toEqual(['change undone', 'report exported'])
  const kinds = auditWords.flatMap((words) => Object.keys(words.kinds ?? {}))
  expect(actions.filter(([, { kind }]) => kind !== null && !kinds.includes(kind))).toEqual([])
})

test('no two features declare the same action, kind or field', () => {
  const declared = (part: 'actions' | 'kinds' | 'fields') =>
    auditWords.flatMap((words) => Object.keys(words[part] ?? {}).map((name) => `${part}: ${name.toLowerCase()}`))
  const names = [...declared('actions'), ...declared('kinds'), ...declared('fields')]
  // Settings of properties and of locker banks.
  const inBoth = ['fields: quiethoursfrom', 'fields: quiethoursto']
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(inBoth)
})
