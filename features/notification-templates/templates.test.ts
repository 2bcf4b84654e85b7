import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultTemplate, TEMPLATE_LANGUAGES } from './default-templates.ts'
import { SAMPLE } from './server/compose.ts'
import { filled, MAX_SUBJECT, smsParts, unknownTokens } from './templates.ts'
import { MEDIUM_NAMES, NOTICE_TYPE_NAMES, NOTICE_TYPES, noticeTypeMessage } from './types.ts'

test('a text gets the values of its tokens, escaped in HTML and on one line in plain text', () => {
  const values = { ResidentName: '<b>Ada & Co</b>', UnitNumber: '1\r\nBcc: x' }
  expect(filled('<p>{{ResidentName}} {{ UnitNumber }} {{Other}}</p>', values, { html: true })).toBe(
    '<p>&lt;b&gt;Ada &amp; Co&lt;/b&gt; 1\r\nBcc: x {{Other}}</p>',
  )
  expect(filled('{{UnitNumber}}: {{ResidentName}}', values)).toBe('1 Bcc: x: <b>Ada & Co</b>')
})

test('the decision about notices lists the types of the code, in their order', () => {
  const decision = readFileSync(new URL('../../docs/decisions/0017-notices.md', import.meta.url), 'utf8')
  const listed = /^- \*\*Types\*\*: ([^.]+)\./m.exec(decision)?.[1]?.split(', ')
  expect(listed).toEqual(NOTICE_TYPE_NAMES.map((type) => noticeTypeMessage(type).text.toLowerCase()))
})

test('an unknown token is named with the nearest one', () => {
  expect(
    unknownTokens('{{ResidentNam}} {{packagenumber}} {{Zzzzzz}} {{ UnitNumber }}', [
      'ResidentName',
      'PackageNumber',
      'UnitNumber',
    ]),
  ).toEqual([
    { token: '{{ResidentNam}}', nearest: 'ResidentName' },
    { token: '{{packagenumber}}', nearest: 'PackageNumber' },
    { token: '{{Zzzzzz}}', nearest: null },
  ])
})

test.each([
  ['{{Unit-Number}}', 'UnitNumber'],
  ['{{Resident Name}}', 'ResidentName'],
  ['{{ResidentName}', 'ResidentName'],
  ['{{Größe}}', null],
  ['{{<strong>ResidentName</strong>}}', 'ResidentName'],
  ['{<em>{ResidentName}</em>}', 'ResidentName'],
  ['}}', null],
  ['{{', null],
])('%s is no token, also in a text with tokens', (token, nearest) => {
  const known = ['ResidentName', 'UnitNumber']
  expect(unknownTokens(`<p>{{ResidentName}} ${token}`, known)).toEqual([{ token, nearest }])
  expect(unknownTokens(`<p>${token} {{ResidentName}}</p>`, known)[0]?.nearest).toBe(nearest)
})

test('a value in the address of a link is a part of the address', () => {
  const link = '<a href="https://track.test/?n={{TrackingNumber}}&amp;u={{UnitNumber}}">{{TrackingNumber}}</a>'
  expect(filled(link, { TrackingNumber: 'a&b"/ß', UnitNumber: 'javascript:x' }, { html: true })).toBe(
    '<a href="https://track.test/?n=a%26b%22%2F%C3%9F&amp;u=javascript%3Ax">a&amp;b&quot;/ß</a>',
  )
})

test.each([
  ['', 'GSM-7', 0, 1],
  ['a'.repeat(160), 'GSM-7', 160, 1],
  ['a'.repeat(161), 'GSM-7', 161, 2],
  ['a'.repeat(306), 'GSM-7', 306, 2],
  ['a'.repeat(307), 'GSM-7', 307, 3],
  ['€'.repeat(80), 'GSM-7', 160, 1],
  // The euro sign takes two units and is not divided: 76 of them in a part of 153.
  ['€'.repeat(153), 'GSM-7', 306, 3],
  ['ő'.repeat(70), 'UCS-2', 70, 1],
  ['ő'.repeat(71), 'UCS-2', 71, 2],
  ['📦'.repeat(35), 'UCS-2', 70, 1],
  ['📦'.repeat(67), 'UCS-2', 134, 3],
])('an SMS of %s is %s, %i units and %i parts', (text, encoding, units, parts) => {
  expect(smsParts(text)).toEqual({ encoding, units, parts })
})

test.each(
  TEMPLATE_LANGUAGES.flatMap((language) =>
    NOTICE_TYPE_NAMES.flatMap((type) => MEDIUM_NAMES.map((medium) => [language, type, medium] as const)),
  ),
)('the default text in %s of %s by %s has known tokens and a fitting length', (language, type, medium) => {
  const { subject, body } = defaultTemplate(type, medium, language)
  expect(unknownTokens(subject + body, NOTICE_TYPES[type].tokens)).toEqual([])
  expect(subject.length).toBeLessThanOrEqual(MAX_SUBJECT)
  expect(body === '').toBe(medium === 'sms')
})

test.each(TEMPLATE_LANGUAGES.flatMap((language) => NOTICE_TYPE_NAMES.map((type) => [language, type] as const)))(
  'the default SMS in %s of %s takes one part',
  (language, type) => {
    const text = filled(defaultTemplate(type, 'sms', language).subject, SAMPLE)
    expect(smsParts(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
  },
)
