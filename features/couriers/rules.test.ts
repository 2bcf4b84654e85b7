import { expect, test } from 'vitest'
import { isOffered, whyNotChangeKind, whyNotDelete } from './rules.ts'

test('a courier is offered for choice unless its sort order is zero', () => {
  expect([0, 1, 40].map((SortOrder) => isOffered({ SortOrder }))).toEqual([false, true, true])
})

test('a courier can be deleted when it has neither agents nor live packages', () => {
  expect(whyNotDelete({ hasAgents: false, hasLivePackages: false })).toBeNull()
  expect(whyNotDelete({ hasAgents: true, hasLivePackages: true })?.code).toBe('MsgCourierHasAgents')
  expect(whyNotDelete({ hasAgents: false, hasLivePackages: true })?.code).toBe('MsgCourierHasPackages')
})

test('a courier can change dry cleaning only while it has no agents', () => {
  const dry = { isDryCleaning: true }
  const plain = { isDryCleaning: false }
  expect(whyNotChangeKind({ ...plain, hasAgents: false }, dry)).toBeNull()
  expect(whyNotChangeKind({ ...dry, hasAgents: true }, dry)).toBeNull()
  expect(whyNotChangeKind({ ...plain, hasAgents: true }, dry)?.code).toBe('MsgDryCleaningFixed')
  expect(whyNotChangeKind({ ...dry, hasAgents: true }, plain)?.code).toBe('MsgDryCleaningFixed')
})
