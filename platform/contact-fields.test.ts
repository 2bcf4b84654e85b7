import { expect, test } from 'vitest'
import { isEmail } from './contact-fields.ts'

const LONG = 'a'.repeat(64)
test.each([
  'ann@example.com',
  "o'brien@example.com",
  'a+b@example.com',
  // Every sign of RFC 5322's atext.
  ..."!#$%&'*+/=?^_`{|}~-".split('').map((sign) => `a${sign}b@example.com`),
  'user&co@example.com',
  '{brace}@example.com',
  'user%relay@example.com',
  '_@example.com',
  'a.b.c@example.com',
  '1@example.com',
  `${LONG}@example.com`,
  'ann@a-b.example.co.uk',
  'ann@1.example',
  'ann@xn--mnchen-3ya.de',
  'ann@example.xn--p1ai',
  'ann@example.photography',
  'ANN@EXAMPLE.COM',
])('%s is an address', (address) => {
  expect(isEmail(address)).toBe(true)
})

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'ann@example.c',
  'ann@example.123',
  'ann@-example.com',
  'ann@example-.com',
  'ann@exa_mple.com',
  'ann@example..com',
  '.ann@example.com',
  'ann.@example.com',
  'a..b@example.com',
  'a b@example.com',
  'ann@ex ample.com',
  'ann@example.com,ben@example.com',
  'Ann <ann@example.com>',
  'a(b)@example.com',
  'a"b@example.com',
  'a\\b@example.com',
  'ann@example.com\r\nBcc: x@example.com',
  'ann@example.com\n',
  'a@b@example.com',
  `${LONG}a@example.com`,
  `ann@${'a.'.repeat(126)}com`,
  `ann@${'a'.repeat(64)}.com`,
])('%j is no address', (address) => {
  expect(isEmail(address)).toBe(false)
})
