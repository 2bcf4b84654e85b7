import { describe, expect, test } from 'vitest'
import { holdsNoNumber, recogniseCarriers, trackingKeysOf, trackingNumberOf } from './recognise.ts'
import { LONGEST_TEXT } from './scanned-text.ts'
import { TYPED } from './testing/spellings.ts'

test.each(TYPED)('%s is kept as it is typed', (text) => {
  expect(trackingNumberOf(text)).toBe(text)
  expect(trackingNumberOf(`  ${text}\u200b `)).toBe(text)
  expect(holdsNoNumber(text)).toBe(false)
  expect(recogniseCarriers(text)).toEqual([])
})

/** What people and labels write before a number. */
const BEFORE = [
  ...['#', '# ', '#: ', 'No. ', 'No.', 'no ', 'NO: ', 'Number: ', 'Nr. ', 'Nr.', 'nr ', 'Nº ', 'Nº', 'N° ', 'N.º ', '№ ', '№'],
  ...['Tracking: ', 'tracking ', 'Tracking #', 'Tracking no. ', 'Tracking No.: ', 'TRACKING NUMBER: ', 'Tracking-Nr. ', 'Trk# '],
  ...['Tracking ID: ', 'Parcel no. ', 'Shipment: ', 'Waybill ', 'AWB: ', 'UPS: ', 'DHL Paket ', 'FedEx # ', 'USPS Tracking #: '],
  ...['Sendungsnummer: ', 'Sendungs-Nr.: ', 'Sendungsnr. ', 'Paketnummer ', 'Sendungs-ID: ', 'Nummer: '],
  ...['Número: ', 'Nu\u0301mero ', 'Número de seguimiento: ', 'Nº de envío: ', 'Núm. ', 'Código de seguimiento ', 'Guía: '],
  ...[
    'Ihre Sendungsnummer: ',
    'Paketscheinnummer: ',
    'Numéro de suivi : ',
    'Suivi: ',
    'PIN: ',
    'Ref.: ',
    'Your parcel / Votre colis: ',
  ],
  ...['Código de envío: ', 'Nº de seguimiento: ', 'Track-and-Trace: ', 'Spedizione n. : ', 'Numer przesyłki: '],
  ...['＃', 'Ｎｏ．', 'Tracking：', '\u00a0#\u00a0', 'Tracking = ', 'Tracking - '],
]
test.each(BEFORE)('%j before a number is not part of it', (before) => {
  for (const number of [
    '1Z5R89390357567127',
    '9400111206206406260787',
    '790535312317',
    'RB473124829GB',
    '4711081512',
    'SW12345678',
  ]) {
    expect([number, trackingNumberOf(before + number)]).toEqual([number, number])
    expect(trackingKeysOf(before + number)).toEqual(trackingKeysOf(number))
  }
})

test.each(['|', '{', '}', '"', "'", '<', '[', '*', ',', ';', ':'])(
  '%s around a number of a carrier is not part of it',
  (mark) => {
    for (const number of ['1Z5R89390357567127', '9400111206206406260787', 'RB473124829GB'])
      for (const text of [mark + number, number + mark, `${mark} ${number} ${mark}`]) expect(trackingNumberOf(text)).toBe(number)
  },
)

test('a sure number among typed fields is taken', () => {
  for (const text of ['4711|1Z5R89390357567127', '1Z5R89390357567127|box', '{a|1Z5R89390357567127}'])
    expect(trackingNumberOf(text)).toBe('1Z5R89390357567127')
})

describe('what a phone reads from other codes is no number', () => {
  test.each([
    'WIFI:S:Home;T:WPA;P:secret12345678;;',
    'mailto:ann@example.com?subject=12345678',
    'tel:+12025550123',
    'TEL:2025550123',
    'sms:2025550123',
    'SMSTO:2025550123:hello',
    'geo:40.7127,-74.0059',
    'MATMSG:TO:ann@example.com;SUB:x;;',
    'otpauth://totp/Ann?secret=ABCDEFGH12345678',
    'MECARD:N:Lee,Ann;TEL:2025550123;;',
    'BEGIN:VCARD\nN:Lee;Ann\nEND:VCARD',
    'bit.ly/3abcDEF',
    'qr.example.co.uk/x',
    'https://bit.ly/3abcDEF',
    '@\n\u001e\rANSI 636014040002DL00410288ZA03290015DLDAQT64235789\nDCSLEE\nDACANN',
    '@ ANSI 636014040002DL00410288 DCSLEE DACANN',
    '@ANSI 636014040002DL00410288DCSLEE',
    'ANN LEE 1 QUAY ST APT 101 TOWNSVILLE IL 62701',
    'Herr Jürgen Müller, Am Kai 1, Wohnung 12, 28195 Bremen',
    '42078745',
    '420787451235',
    '42184078745',
    '421840787451235',
    ']C142078745',
    '(420)78745',
  ])('%j', (text) => {
    expect(trackingNumberOf(text)).toBe('')
    expect(holdsNoNumber(text)).toBe(true)
    expect(recogniseCarriers(text)).toEqual([])
  })
})

test('a number that may as well be a postcode is offered and not chosen', () => {
  expect(recogniseCarriers('420787451234')).toEqual([{ carrier: 'fedex', trackingNumber: '420787451234', isChecked: false }])
  expect(trackingNumberOf('420787451234')).toBe('420787451234')
})

test('Australia Post: the article is the same parcel, however it is scanned', () => {
  const article = '33ABC000012345000960900'
  for (const text of [
    article,
    `]C1019931265099999891${article}`,
    `019931265099999891${article}`,
    `(01)99312650999998(91)${article}`,
    `]d2019931265099999891${article}\u001d4203000\u001d9212345678\u001d8008200101120000`,
    `019931265099999891${article}\u001d4203000\u001d9212345678\u001d8008200101120000`,
    `(01)99312650999998(91)${article}(420)3000(92)12345678(8008)200101120000`,
  ]) {
    expect([text, trackingNumberOf(text)]).toEqual([text, article])
    expect(trackingKeysOf(text)).toContain(article)
    expect(recogniseCarriers(text)).toEqual([])
  }
})

test.each([
  'a.bc/?=',
  'a.',
  'a.bc/',
  '?=',
  'no ',
  'nr.:#',
  'a:',
  '(01)',
  '(91)a',
  '\u001d',
  '01',
  '{"',
  '|a b',
  '1 ',
  'aa ',
  '-',
  'https://a.bc/?a=',
  '%',
  '[)>\u001e01\u001d',
  '\u0301',
])('many times %j is read at once', (part) => {
  for (const [before, after] of [
    ['', ''],
    ['', ' x'],
    ['a.bc/', ' x'],
    ['{', '"'],
    [']C1', 'z'],
    ['https://', ' '],
  ] as const) {
    const text = before + part.repeat((LONGEST_TEXT - 20) / part.length) + after
    const from = performance.now()
    trackingKeysOf(text)
    holdsNoNumber(text)
    expect([text.slice(0, 20), performance.now() - from < 1000]).toEqual([text.slice(0, 20), true])
  }
})

test.each(['Note: call 5551234567', 'Betreff: Rechnung 123456'])('%s is no number with a word before it', (text) => {
  expect(trackingNumberOf(text)).toBe(text)
})
