import { describe, expect, test } from 'vitest'
import { optionalMobile } from './contact-fields.ts'
import { phoneHint, smsNumber } from './phone-number.ts'

const US = '+12025550123'
/** Numbers as they are typed and pasted, the culture of the organisation, and where a text message goes. */
const NUMBERS: readonly (readonly [string, string, string | null])[] = [
  // Possible by its length, whatever area codes a list knows: 565 (Georgia), 729 (Tennessee), 457 (Louisiana).
  ['(565) 222-3344', 'en-US', '+15652223344'],
  ['(729) 555-0109', 'en-US', '+17295550109'],
  ['(457) 555-0107', 'en-US', '+14575550107'],
  ['+1 221 555 0107', 'en-GB', '+12215550107'],
  // What was right before.
  ['202-555-0123', 'en-US', US],
  ['1 (202) 555.0123', 'en-US', US],
  ['+44 7911 123456', 'en-US', '+447911123456'],
  ['+44 (0)7911 123456', 'en-US', '+447911123456'],
  ['07911 123456', 'en-GB', '+447911123456'],
  ['0151 23456789', 'de', '+4915123456789'],
  ['+39 347 123 4567', 'en-US', '+393471234567'],
  ['+65 8123 4567', 'en-US', '+6581234567'],
  ['+64 21 123 456', 'en-US', '+6421123456'],
  ['0412 345 678', 'en-AU', '+61412345678'],
  // Calls abroad.
  ['0044 7911 123456', 'en-US', '+447911123456'],
  ['0049 151 23456789', 'es', '+4915123456789'],
  ['011 44 7911 123456', 'en-US', '+447911123456'],
  ['011 52 55 1234 5678', 'es', '+525512345678'],
  ['0011 44 7911 123456', 'en-AU', '+447911123456'],
  ['001 202 555 0123', 'de', US],
  ['00 1 (202) 555-0123', 'en-US', US],
  // tel: and labels.
  ['tel:+1-202-555-0123', 'en-GB', US],
  ['TEL:202-555-0123;phone-context=+1', 'en-GB', US],
  ['tel:+12025550123;ext=12', 'en-US', US],
  ['Tel. 202-555-0123', 'en-US', US],
  ['Mobile: 202-555-0123', 'en-US', US],
  ['202-555-0123 (M)', 'en-US', US],
  ['(+1) 202 555 0123', 'de', US],
  // Digits of other scripts.
  ['+٩٦٦٥٠١٢٣٤٥٦٧', 'en-US', '+966501234567'],
  ['+۹۸۹۱۲۱۲۳۴۵۶۷', 'en-US', '+989121234567'],
  ['+९१९८७६५४३२१०', 'en-US', '+919876543210'],
  ['+৮৮০১৭১২৩৪৫৬৭৮', 'en-US', '+8801712345678'],
  ['+๖๖๘๑๒๓๔๕๖๗๘', 'en-US', '+66812345678'],
  ['＋１２０２５５５０１２３', 'de', US],
  ['𝟐𝟎𝟐-𝟓𝟓𝟓-𝟎𝟏𝟐𝟑', 'en-US', US],
  // Other hyphens, blanks, slashes, dots, and marks of pasted text.
  ...[
    '\u2010',
    '\u2011',
    '\u2012',
    '\u2013',
    '\u2014',
    '\u2212',
    '\ufe63',
    '\uff0d',
    '\u00a0',
    '\u2009',
    '\u202f',
    '/',
    '·',
    '_',
  ].map((sign) => [`202${sign}555${sign}0123`, 'en-US', US] as const),
  ['\u202a+1 202 555 0123\u202c', 'en-US', US],
  ['[202] 555-0123', 'en-US', US],
  ['202 555\u200b0123', 'en-US', US],
  ['0151/23456789', 'de', '+4915123456789'],
  // Former forms.
  ['+52 1 55 1234 5678', 'en-US', '+525512345678'],
  ['+5215512345678', 'en-US', '+525512345678'],
  ['0052 1 55 1234 5678', 'en-US', '+525512345678'],
  ['044 55 1234 5678', 'es-MX', '+525512345678'],
  ['01 55 1234 5678', 'es-MX', '+525512345678'],
  ['+54 11 15 2345-6789', 'en-US', '+5491123456789'],
  ['+54 9 11 2345 6789', 'en-US', '+5491123456789'],
  ['+225 01 23 45 67', 'en-US', '+2250101234567'],
  ['+225 05 12 34 56', 'en-US', '+2250505123456'],
  ['+225 47 12 34 56', 'en-US', '+2250747123456'],
  ['+225 07 07 12 34 56', 'en-US', '+2250707123456'],
  ['+229 97 12 34 56', 'en-US', '+2290197123456'],
  ['+229 01 97 12 34 56', 'en-US', '+2290197123456'],
  ['+55 21 8765-4321', 'en-US', '+5521987654321'],
  ['+55 21 98765-4321', 'en-US', '+5521987654321'],
  ['+55 21 2765-4321', 'en-US', '+552127654321'],
  // Extensions.
  ...['x5', ' x5', ' ext. 5', ' ext 1234', ' Extension 12', ',,5', ' #55', ' Durchwahl 12', ' anexo 3', ' int. 7', ';ext=5'].map(
    (extension) => [`(202) 555-0123${extension}`, 'en-US', US] as const,
  ),
  // No text message can be sent there.
  ['911', 'en-US', null],
  ['555-0107', 'en-US', null],
  ['123456', 'en-US', null],
  ['+1 202 555 01234', 'en-US', null],
  ['+999 123456789', 'en-US', null],
  ['1-800-FLOWERS', 'en-US', null],
  ['202 555 0123 or 202 555 0124', 'en-US', null],
  ['n/a', 'en-US', null],
  ['', 'en-US', null],
]

test.each(NUMBERS)('a text message to %j (%s) goes to %s', (text, culture, number) => {
  expect(smsNumber(text, culture)).toBe(number)
})

test.each(NUMBERS.filter(([, , number]) => number))('%j (%s) is saved in a form that means the same', (text, culture, number) => {
  const saved = optionalMobile.parse(text)
  expect(saved).toMatch(/^\+?[\d.() -]{1,20}$/)
  expect(smsNumber(saved, culture)).toBe(number)
  expect(optionalMobile.parse(saved)).toBe(saved)
})

describe('a hint', () => {
  test.each([
    ['(202) 555-0123', null],
    ['(457) 555-0107', null],
    ['', null],
    ['(202) 555-0123 x5', 'The extension is left out: text messages go to the number alone.'],
    ['tel:+12025550123;ext=12', 'The extension is left out: text messages go to the number alone.'],
    ['555-010-7777-8', 'No text message can be sent to this number. Check its digits and its country code.'],
    ['+999 1234 56789', 'No text message can be sent to this number. Check its digits and its country code.'],
  ])('of %j is %s', (text, hint) => {
    expect(phoneHint(text, 'en-US')?.text ?? null).toBe(hint)
  })
})

test.each([
  ['1-800-FLOWERS', 'Provided number is invalid!'],
  ['202 555 0123 or 202 555 0124', 'Cell phone cannot be more than 20 characters!'],
  ['555-0107', 'Cell phone should atleast have 10 characters!'],
])('%j is refused: %s', (text, message) => {
  const { error } = optionalMobile.safeParse(text)
  expect(error!.issues[0]!.message).toContain(message)
})
