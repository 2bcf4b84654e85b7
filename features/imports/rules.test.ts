import { describe, expect, test } from 'vitest'
import { MAX_LINES, needsConfirmation, whyNotApply, whyNotUpload } from './rules.ts'

test('a file is refused if it is not a .csv or .xlsx file, empty, above 10485760 bytes, or has too many lines', () => {
  expect(whyNotUpload({ name: 'a.csv', size: 1, lines: MAX_LINES + 1 })?.code).toBe('MsgTooManyLines')
  const why = (name: string, size: number) => whyNotUpload({ name, size })?.code ?? null
  expect([
    why('a.txt', 1),
    why('a.CSV', 0),
    why('a.csv', 10_485_761),
    why('a.csv', 10_485_760),
    why('a.xlsx', 10_485_760),
  ]).toEqual(['MsgOnlyCsv', 'MsgFileEmpty', 'MsgFileTooLarge', null, null])
})

describe('a file is applied', () => {
  const ready = {
    status: 'Ready',
    isChecked: true,
    isTruncated: false,
    unplaced: [] as number[],
    toDo: 1,
    unknownStatuses: [] as string[],
  } as const
  const stay = { isFullList: false, moveOut: 50, of: 100, isConfirmed: false }
  const why = (job: object, leaving: object = {}) => whyNotApply({ ...ready, ...job }, { ...stay, ...leaving })?.code ?? null

  test('once it has been checked, and again after it failed', () => {
    expect([why({}), why({ status: 'Failed' }), why({ status: 'Failed', isChecked: false })]).toEqual([null, null, 'MsgNotReady'])
    expect([why({ status: 'Checking' }), why({ status: 'Applying' }), why({ status: 'Done' })]).toEqual(
      Array(3).fill('MsgNotReady'),
    )
  })
  test('only once the words for its statuses are known', () => {
    expect(why({ unknownStatuses: ['Applicant'] })).toBe('MsgStatusesUnknown')
  })
  test('only if it changes something', () => {
    expect([why({ toDo: 0 }), why({ toDo: 0 }, { isFullList: true, moveOut: 1 })]).toEqual(['MsgNothingToDo', null])
  })
  test('as the full list only if it is complete, and above a fifth only after a confirmation', () => {
    expect(why({ isTruncated: true }, { isFullList: true, moveOut: 0 })).toBe('MsgCutIsNoFullList')
    expect([why({ unplaced: [2] }, { isFullList: true, moveOut: 0 }), why({ unplaced: [2] })]).toEqual([
      'MsgUnplacedIsNoFullList',
      null,
    ])
    expect([needsConfirmation({ moveOut: 20, of: 100 }), needsConfirmation({ moveOut: 21, of: 100 })]).toEqual([false, true])
    expect([why({}, { isFullList: true, moveOut: 20 }), why({}, { isFullList: true, moveOut: 21 })]).toEqual([
      null,
      'MsgConfirmMoveOut',
    ])
    expect(why({}, { isFullList: true, moveOut: 21, isConfirmed: true })).toBeNull()
  })
})
