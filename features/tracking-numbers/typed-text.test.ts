import { expect, test } from 'vitest'
import { holdsNoNumber, recogniseCarriers, trackingKeysOf, trackingNumberOf } from './recognise.ts'
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
