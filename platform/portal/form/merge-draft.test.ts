import { expect, test } from 'vitest'
import { mergeDraft, takenWith } from './merge-draft.ts'

const base = { Version: '1', Note: '', Courier: 'a', Number: 'P1', Tag: null as string | null }

test('keeps what I changed, and takes over what only they changed', () => {
  const mine = { ...base, Note: 'mine', Number: 'P2' }
  const theirs = { ...base, Version: '2', Note: 'theirs', Courier: 'b' }
  expect(mergeDraft(base, mine, theirs)).toEqual({
    values: { Version: '2', Note: 'mine', Courier: 'b', Number: 'P2', Tag: null },
    changed: [
      { name: 'Version', isMine: false },
      { name: 'Note', isMine: true },
      { name: 'Courier', isMine: false },
    ],
  })
})

test('does not name a field that both changed to the same, or that is empty in another way', () => {
  const changed = { ...base, Note: 'same' }
  expect(mergeDraft(base, changed, { ...changed, Tag: '' }).changed).toEqual([])
})

test('has in a list what both added, and not what one of them removed', () => {
  const before = { Ids: ['x', 'z'] }
  expect(mergeDraft(before, { Ids: ['x', 'z', 'y'] }, { Ids: ['z', 'w'] })).toEqual({
    values: { Ids: ['z', 'w', 'y'] },
    changed: [{ name: 'Ids', isMine: true }],
  })
  expect(mergeDraft(before, { Ids: ['z'] }, { Ids: ['x', 'z', 'w'] }).values).toEqual({ Ids: ['z', 'w'] })
})

test('does not mix my building with their property', () => {
  const before = { PropertyId: 'p1', BuildingId: 'b1', Note: '' }
  const mine = { ...before, BuildingId: 'b2' }
  const theirs = { PropertyId: 'p2', BuildingId: 'b9', Note: 'theirs' }
  const together = [['PropertyId', 'BuildingId']]
  expect(mergeDraft(before, mine, theirs, together)).toEqual({
    values: { PropertyId: 'p1', BuildingId: 'b2', Note: 'theirs' },
    changed: [
      { name: 'PropertyId', isMine: true },
      { name: 'BuildingId', isMine: true },
      { name: 'Note', isMine: false },
    ],
  })
  expect(mergeDraft(before, before, theirs, together).values).toEqual(theirs)
  expect(takenWith('BuildingId', together)).toEqual(['PropertyId', 'BuildingId'])
  expect(takenWith('Note', together)).toEqual(['Note'])
})
