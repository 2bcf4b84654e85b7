import { expect, test } from 'vitest'
import { residents } from '#features/residents/contract.ts'
import type { RecordChange } from '#platform/record.ts'
import { historyOf, unlessBefore } from './record-history.ts'

const change = (ActionKey: string, At = '2026-11-26T10:00:00.000Z'): RecordChange => ({
  At,
  Action: ActionKey,
  ActionKey,
  UserName: 'Ada',
  Actor: null,
  EntryId: null,
})

test('a record was changed last by the newest of the actions that change what its form shows', () => {
  const { last } = historyOf(residents.changes, { residentId: 'any' }, 'resident changed')
  const rows = [change('resident code read'), change('resident changed'), change('resident changed', '2026-11-25T10:00:00.000Z')]
  expect(last(rows as never)).toBe(rows[1])
  expect(last([rows[0]] as never)).toBeUndefined()
})

test('a change before the record was read is not the reason of a conflict', () => {
  const made = change('resident changed')
  const at = Date.parse(made.At)
  expect(unlessBefore(at - 5_000, made)).toBe(made)
  expect(unlessBefore(at + 5_000, made)).toBe(made)
  expect(unlessBefore(at + 10 * 60_000, made)).toBeNull()
  expect(unlessBefore(at, undefined)).toBeNull()
})
