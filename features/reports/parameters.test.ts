import { describe, expect, test } from 'vitest'
import { checkedValue, dayOf, PARAMETER_TYPES, periodError, type Rules } from './parameters.ts'

const EMPTY = 'Parameter value cannot be empty.'
const INVALID = 'Please input a valid value.'
const NO_DATE = 'Please input a valid date.'
const rulesOf = (change: Partial<Rules>): Rules => ({
  ...{ type: 'String', allowNull: false, allowBlank: false, multivalue: false },
  ...change,
})
/** The value, or the message. */
const checked = (rules: Partial<Rules>, given: unknown) => {
  const { value, error } = checkedValue(rulesOf(rules), given)
  return error ? error.text : value
}

/** A value of each type with its text, and a text that is none. */
const OF_TYPE = {
  String: { text: ' unit 7 ', value: 'unit 7', wrong: '', whyNot: EMPTY },
  Int64: { text: '-42', value: -42, wrong: '4.2', whyNot: EMPTY },
  Double: { text: '+4.25', value: 4.25, wrong: '4,25', whyNot: EMPTY },
  DateTime: { text: '2026-02-03', value: '2026-02-03', wrong: 'soon', whyNot: NO_DATE },
  Boolean: { text: 'TRUE', value: true, wrong: 'yes', whyNot: EMPTY },
} as const

describe.each(PARAMETER_TYPES)('a value of type %s', (type) => {
  const { text, value, wrong, whyNot } = OF_TYPE[type]
  const flags = [true, false].flatMap((allowNull) => [true, false].map((allowBlank) => ({ allowNull, allowBlank })))

  test.each(flags)('is read with %o', (flag) => {
    expect(checked({ type, ...flag }, text)).toEqual(value)
    expect(checked({ type, ...flag, multivalue: true }, [text, text])).toEqual([value, value])
    expect(checked({ type, ...flag, multivalue: true }, text)).toEqual([value])
  })

  test.each(flags)('is empty, or another text, with %o', ({ allowNull, allowBlank }) => {
    const isBlank = type === 'String' && allowBlank
    const expected = allowNull ? null : isBlank ? '' : type === 'DateTime' ? NO_DATE : EMPTY
    for (const none of ['', '  ', null, undefined]) expect(checked({ type, allowNull, allowBlank }, none)).toEqual(expected)
    const ofWrong = type === 'DateTime' ? whyNot : expected
    expect(checked({ type, allowNull, allowBlank }, wrong)).toEqual(ofWrong)
  })

  test.each(flags)('is one of a list with %o', (flag) => {
    const availableValues = [{ name: 'One', value: String(value) }]
    expect(checked({ type, ...flag, availableValues }, text)).toEqual(value)
    expect(checked({ type, ...flag, availableValues: [] }, text)).toEqual(INVALID)
    expect(checked({ type, ...flag, availableValues: [], multivalue: true }, [text])).toEqual(INVALID)
    expect(checked({ type, ...flag, availableValues: null }, text)).toEqual(value)
    // Nothing is none of those offered, and allowed as without a list.
    expect(checked({ type, ...flag, availableValues }, '')).toEqual(checked({ type, ...flag }, ''))
  })

  test.each(flags)('is none of several with %o', (flag) => {
    const expected = flag.allowNull ? [] : EMPTY
    for (const none of [[], null, undefined]) expect(checked({ type, ...flag, multivalue: true }, none)).toEqual(expected)
  })
})

test('an unknown type cannot be checked', () => {
  expect(checked({ type: 'Guid' }, 'x')).toBe('Cannot validate parameter of type Guid.')
})

test.each([
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', '9007199254740993'],
  ['+0009007199254740993', '9007199254740993'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['9223372036854775808', EMPTY],
  ['1e3', EMPTY],
  ['0x10', EMPTY],
])('the integer %s is %s', (text, expected) => {
  expect(checked({ type: 'Int64' }, text)).toBe(expected)
})

test.each([
  ['9'.repeat(400), EMPTY],
  ['.5', EMPTY],
  ['5.', EMPTY],
  ['-0.5', -0.5],
])('the number %s is %s', (text, expected) => {
  expect(checked({ type: 'Double' }, text)).toBe(expected)
})

test.each([
  [{ From: '2026-02-01', To: '2026-01-31' }, 'The first day is after the last one.'],
  [{ From: '2026-02-01', To: '2026-02-01' }, undefined],
  [{ From: '2016-10-10', To: '2026-11-26' }, undefined],
  [{ From: '2016-10-09', To: '2026-11-26' }, 'A period has at most 3700 days.'],
  [{ From: 'soon', To: '2026-02-01' }, undefined],
  [{ From: '2026-02-01' }, undefined],
  [{}, undefined],
])('the period %o: %s', (values, expected) => {
  expect(periodError(values)?.text).toBe(expected)
})

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2024-02-29T23:59:59-05:00', '2024-02-29'],
  ['2026-02-03 10:00', '2026-02-03'],
  ['2026-02-29', null],
  ['2026-02-30', null],
  ['2026-04-31', null],
  ['2026-13-01', null],
  ['2026-02-03Tsoon', null],
  ['0000-01-01', null],
  ['5', null],
  ['11/01/2026', null],
  ['', null],
])('the day of %j is %s', (text, day) => {
  expect(dayOf(text)).toBe(day)
  expect(checked({ type: 'DateTime' }, text)).toBe(day === null ? NO_DATE : text)
})
