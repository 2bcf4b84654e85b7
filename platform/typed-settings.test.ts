import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packMessage, plainMessage } from './define-messages.ts'
import { t } from './messages.ts'
import {
  boundsOf,
  readSettings,
  SettingValues,
  settingFields,
  type ValueType,
  whyNotSetting,
  whyNotSettings,
} from './typed-settings.ts'

const isFine = (ValueType: ValueType, value: string) => whyNotSetting({ Name: 'It', ValueType }, value) === null
const readAs = (ValueType: ValueType, value: string, byDefault: string) =>
  readSettings([{ Name: 'It', Label: plainMessage('It'), Description: plainMessage(''), ValueType, Value: byDefault }], {
    It: value,
  }).It

const bounds = fc
  .tuple(fc.integer({ min: -5000, max: 5000 }), fc.nat(5000))
  .map(([min, span]) => ({ min, max: min + span, type: `intrange:${min}-${min + span}` as ValueType }))
const TYPES: readonly ValueType[] = ['datetime', 'email', 'emails', 'optionalemails', 'int', 'intrange', 'intrange:3-7', 'bool']
const types = fc.constantFrom(...TYPES)
const address = fc
  .tuple(fc.stringMatching(/^[a-z0-9]{1,12}$/), fc.stringMatching(/^[a-z]{1,12}$/))
  .map(([who, where]) => `${who}@${where}.test`)

describe('a value', () => {
  test('of a range is an integer within its inclusive bounds', () => {
    fc.assert(
      fc.property(bounds, fc.integer({ min: -20_000, max: 20_000 }), ({ min, max, type }, value) => {
        expect(boundsOf(type)).toEqual({ min, max })
        expect(isFine(type, String(value))).toBe(value >= min && value <= max)
        if (value >= min && value <= max) expect(readAs(type, ` ${value} `.trim(), String(min))).toBe(value)
      }),
    )
    for (const wrong of ['1.5', '1e1', '0x4', '4 5', 'four', '--4', '٤']) expect(isFine('intrange:0-9', wrong)).toBe(false)
  })

  test('of a range without bounds is from 0 to 9999, of an int any 32-bit integer', () => {
    fc.assert(fc.property(fc.nat(9999), (value) => isFine('intrange', String(value))))
    expect([isFine('intrange', '-1'), isFine('intrange', '10000')]).toEqual([false, false])
    fc.assert(fc.property(fc.integer({ min: -2147483647 }), (value) => isFine('int', String(value))))
    expect(isFine('int', '9'.repeat(30))).toBe(false)
  })

  test('of addresses is a list separated by commas or semicolons; only an optional list may be empty', () => {
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 8 }), fc.constantFrom(',', ';', ' ; ', ', '), (all, by) => {
        const list = all.join(by)
        expect([isFine('emails', list), isFine('optionalemails', list)]).toEqual([true, true])
        expect(readAs('emails', list, 'a@b.test')).toEqual(all)
        expect(isFine('emails', `${list}${by}not one`)).toBe(false)
        expect(isFine('optionalemails', `not one${by}${list}`)).toBe(false)
        expect(isFine('email', list)).toBe(all.length === 1)
      }),
    )
    expect(isFine('optionalemails', '')).toBe(true)
    expect(readAs('optionalemails', '', '')).toEqual([])
    for (const empty of [';', ' , ; ']) expect(isFine('emails', empty)).toBe(false)
  })

  test('of a time must parse, of a bool must be true or false', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') }), (at) =>
        isFine('datetime', at.toISOString()),
      ),
    )
    expect(['soon', '2026-13-01', '25:00'].map((wrong) => isFine('datetime', wrong))).toEqual([false, false, false])
    expect(['true', 'False', 'yes', '1'].map((value) => isFine('bool', value))).toEqual([true, true, false, false])
    expect([readAs('bool', 'TRUE', 'false'), readAs('bool', 'false', 'true')]).toEqual([true, false])
  })

  test('is compulsory, and an invalid value names its setting', () => {
    for (const type of TYPES.filter((one) => one !== 'optionalemails'))
      for (const empty of ['', '  '])
        expect(whyNotSetting({ Name: 'It', ValueType: type }, empty)?.text).toBe('All settings are compulsory.')
    expect(whyNotSetting({ Name: 'Heartbeat', ValueType: 'intrange:5-9' }, '4')).toMatchObject({
      code: 'MsgSettingInvalid',
      text: 'Heartbeat has invalid value',
    })
  })

  test('of any text is refused or parsed, parses to the same value again, is limited in length and free of control characters', () => {
    fc.assert(
      fc.property(
        types,
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.integer().map(String), address),
        (type, value) => {
          if (!isFine(type, value)) return
          expect(value.length).toBeLessThanOrEqual(1000)
          const once = readAs(type, value.trim(), '')
          expect(once).toBeDefined()
          expect(value).not.toContain('\0')
        },
      ),
      { numRuns: 500 },
    )
    expect(isFine('optionalemails', `${'a@b.test,'.repeat(200)}`)).toBe(false)
    expect(isFine('optionalemails', 'a@b.test,\0')).toBe(false)
  })

  test('is refused by the form exactly when the server refuses it', () => {
    fc.assert(
      fc.property(types, fc.oneof(fc.string({ maxLength: 6 }), fc.integer().map(String), address), (ValueType, value) => {
        const setting = { Name: 'It', ValueType }
        const shown = settingFields([setting]).It!.safeParse(value)
        const problem = whyNotSettings([setting], SettingValues.parse([{ Name: 'It', Value: value }]))
        expect(shown.error?.issues[0]?.message).toBe(problem ? packMessage(problem.whyNot) : undefined)
      }),
      { numRuns: 300 },
    )
  })
})

test('a form names a setting by its label', () => {
  const { Beat } = settingFields([{ Name: 'Beat', Label: 'Heartbeat', ValueType: 'intrange:5-60' }])
  expect(Beat!.safeParse('4').error?.issues[0]?.message).toContain('"Heartbeat"')
})

describe('a list of settings', () => {
  const catalogue = [
    { Name: 'Beat', ValueType: 'intrange:5-60' },
    { Name: 'Loud', ValueType: 'bool' },
  ] as const
  const input = (...values: [string, unknown][]) => SettingValues.parse(values.map(([Name, Value]) => ({ Name, Value })))

  test('may contain some settings of the catalogue, with numbers and booleans as such or as text', () => {
    expect(whyNotSettings(catalogue, input(['Loud', true]))).toBeNull()
    expect(whyNotSettings(catalogue, input(['Beat', 5], ['Loud', 'false']))).toBeNull()
  })

  test('is refused at the first invalid, unknown or repeated setting', () => {
    expect(whyNotSettings(catalogue, input(['Loud', 'true'], ['Beat', 4], ['Loud', 'x']))).toMatchObject({ name: 'Beat' })
    expect(whyNotSettings(catalogue, input(['Pitch', '1']))?.whyNot.text).toBe('Pitch has invalid value')
    expect(whyNotSettings(catalogue, input(['Beat', 6], ['Beat', 7]))?.name).toBe('Beat')
    expect(whyNotSettings(catalogue, input(['Beat', null]))?.whyNot.text).toBe('All settings are compulsory.')
  })

  test('is required', () => {
    for (const nothing of [[], undefined])
      expect(SettingValues.safeParse(nothing).error?.issues[0]?.message).toBe(packMessage(t('MsgSettingsMissing')))
  })
})

test('readSettings › cuts a stored number above the maximum, and replaces another value that is no longer valid with the default', () => {
  expect(readAs('intrange:5-60', '61', '30')).toBe(60)
  expect(readAs('intrange:5-60', '3', '30')).toBe(30)
  expect(readAs('bool', 'perhaps', 'true')).toBe(true)
  expect(
    readSettings([{ Name: 'Beat', Label: plainMessage('Beat'), Description: plainMessage(''), ValueType: 'int', Value: '7' }], {})
      .Beat,
  ).toBe(7)
})

test('a setting without a default that was not set is empty', () => {
  const catalogue = [
    { Name: 'One', Label: plainMessage(''), Description: plainMessage(''), ValueType: 'email', Value: '' },
    { Name: 'Many', Label: plainMessage(''), Description: plainMessage(''), ValueType: 'emails', Value: '' },
  ] as const
  expect(readSettings(catalogue, {})).toEqual({ One: '', Many: [] })
})
