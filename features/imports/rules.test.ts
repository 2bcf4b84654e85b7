import { describe, expect, test } from 'vitest'
import {
  asTyped,
  columnsOf,
  delimiterOf,
  isMendedByColumns,
  MAX_LINES,
  needsConfirmation,
  occupancyOf,
  whyNotApply,
  whyNotRead,
  whyNotUpload,
} from './rules.ts'

const NOTHING = new Map<string, string>()

describe('the columns of a file', () => {
  test('are known by their names, however they are written, and each is taken once', () => {
    expect(
      columnsOf(['property', 'BUILDING', 'Unit number', 'First_Name', 'last-name', 'E-Mail', 'Notes', 'Unit'], NOTHING),
    ).toEqual(['Property', 'Building', 'UnitNumber', 'FirstName', 'LastName', 'Email', '', ''])
  })
  test('are those that the organisation said before', () => {
    const said = new Map([
      ['site', 'Property'],
      ['property', ''],
    ])
    expect(columnsOf(['Site', 'Property'], said)).toEqual(['Property', ''])
  })
  test('must be the five that nobody is known without', () => {
    expect(whyNotRead(['Property', 'Building', 'UnitNumber', 'FirstName', 'LastName'])).toBeNull()
    expect(whyNotRead(['Property', 'Email'])?.text).toContain('Building, UnitNumber, FirstName, LastName')
  })
  test('are chosen anew where there are headings enough to take them from, and one of the five is missing', () => {
    const unknown = ['Property', 'Building', 'UnitNumber', 'FirstName', '']
    expect([unknown, [...unknown, 'LastName'], ['Property', 'Email'], []].map(isMendedByColumns)).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(whyNotRead(unknown)?.code).toBe('MsgHeadingsMissing')
    expect(whyNotRead([''])?.code).toBe('MsgHeadingsTooFew')
  })
})

test.each([
  ['a,b;c,d', ','],
  ['"a,b,c";d;e', ';'],
  ['a\tb\tc,d', '\t'],
  ['alone', ','],
])('%j has its cells between %j', (line, delimiter) => {
  expect(delimiterOf(`${line}\r\n1;2;3;4;5,6`)).toBe(delimiter)
})

test('an apostrophe that our own exports put in front is no part of the value', () => {
  expect(["'=1+1", "'+44 7700", "'-", "'s Hertog", "O'Neil", "''"].map(asTyped)).toEqual([
    '=1+1',
    '+44 7700',
    '-',
    "'s Hertog",
    "O'Neil",
    "''",
  ])
})

test('an occupancy status is known by its word or its number', () => {
  expect(['Current', 'moving in', 'MovedOut', '3', 'away', '4'].map(occupancyOf)).toEqual([1, 2, 3, 3, undefined, undefined])
})

test('a file is refused that is no .csv, empty, above 10485760 bytes, or of too many lines', () => {
  expect(whyNotUpload({ name: 'a.csv', size: 1, lines: MAX_LINES + 1 })?.code).toBe('MsgTooManyLines')
  const why = (name: string, size: number) => whyNotUpload({ name, size })?.code ?? null
  expect([why('a.txt', 1), why('a.CSV', 0), why('a.csv', 10_485_761), why('a.csv', 10_485_760)]).toEqual([
    'MsgOnlyCsv',
    'MsgFileEmpty',
    'MsgFileTooLarge',
    null,
  ])
})

describe('a file is applied', () => {
  const ready = { status: 'Ready', isChecked: true, isTruncated: false, unplaced: [] as number[], toDo: 1 } as const
  const stay = { isFullList: false, moveOut: 50, of: 100, isConfirmed: false }
  const why = (job: object, leaving: object = {}) => whyNotApply({ ...ready, ...job }, { ...stay, ...leaving })?.code ?? null

  test('once it has been checked, and again after it broke off', () => {
    expect([why({}), why({ status: 'Failed' }), why({ status: 'Failed', isChecked: false })]).toEqual([null, null, 'MsgNotReady'])
    expect([why({ status: 'Checking' }), why({ status: 'Applying' }), why({ status: 'Done' })]).toEqual(
      Array(3).fill('MsgNotReady'),
    )
  })
  test('only if something is to be done', () => {
    expect([why({ toDo: 0 }), why({ toDo: 0 }, { isFullList: true, moveOut: 1 })]).toEqual(['MsgNothingToDo', null])
  })
  test('as the full list only if all of it was read, and above a fifth only after a confirmation', () => {
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
