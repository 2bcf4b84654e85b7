import { describe, expect, test } from 'vitest'
import { type CarrierName, courierOfNumber, isMisread, recogniseCarriers, scannedNumber, trackingNumbersIn } from './carriers.ts'

const names = (text: string) => recogniseCarriers(text).map(({ carrier }) => carrier)
const checked = (text: string) => recogniseCarriers(text).filter((one) => one.isChecked)

/** Numbers that carriers and postal unions publish as examples. */
const EXAMPLES: readonly [CarrierName, string][] = [
  ['ups', '1Z999AA10123456784'],
  ['ups', '1Z5R89390357567127'],
  ['ups', '1Z410E7W0392751591'],
  ['fedex', '986578788855'],
  ['fedex', '790535312317'],
  ['fedex', '0414 4176 0228 964'],
  ['fedex', '9611020987654312345672'],
  ['usps', '9400 1112 0108 0805 4830 16'],
  ['usps', '7112 3456 7891 2345 6787'],
  ['usps', '92748931507708513018050063'],
  ['dhl', '3318810025'],
  ['dhl', '8487135506'],
  ['royalMail', 'RB473124829GB'],
  ['dpd', '09980000020033'],
  ['gls', '366310000017'],
]

test.each(EXAMPLES)('recognises %s by %s', (carrier, number) => {
  expect(names(number)).toContain(carrier)
})

describe('a label’s barcode holds the tracking number', () => {
  test.each([
    ['fedex', '1001921334250001000300779017972697', '779017972697'],
    ['usps', '420221539101026837331000039521', '9101026837331000039521'],
    ['usps', '4201028200009261290113185417468510', '9261290113185417468510'],
    ['dpd', '0081827 0998 0000 0200 33 350 276 C', '09980000020033'],
    ['dpd', '%0081 827 0998 0000 0200 45 327 276 N', '09980000020045'],
  ])('%s %s', (carrier, barcode, number) => {
    expect(recogniseCarriers(barcode)).toContainEqual({ carrier, trackingNumber: number, isChecked: true })
    expect(trackingNumbersIn(barcode)).toEqual([scannedNumber(barcode), number])
    expect(trackingNumbersIn(number)).toEqual([number])
  })
})

/** Each digit replaced by each other digit. */
const misread = (number: string) =>
  Array.from(number).flatMap((right, at) =>
    /\d/.test(right)
      ? Array.from('0123456789')
          .filter((digit) => digit !== right)
          .map((digit) => ({
            at,
            right: Number(right),
            digit: Number(digit),
            number: number.slice(0, at) + digit + number.slice(at + 1),
          }))
      : [],
  )
const isAccepted = (carrier: CarrierName, number: string) => checked(number).some((one) => one.carrier === carrier)

const withCheckDigit = (carrier: CarrierName, body: string) =>
  Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (digit) => body + digit).find((number) =>
    isAccepted(carrier, number),
  ) as string

describe('every wrong digit is noticed', () => {
  test.each([
    ['fedex', '041441760228964'],
    ['usps', '9400111201080805483016'],
    ['usps', '03071790000523483741'],
    ['royalMail', 'RB473124829GB'],
    ['gls', '366310000017'],
    ['dhl', withCheckDigit('dhl', '0034043416109404250')],
  ] as const)('of %s %s', (carrier, number) => {
    expect(isAccepted(carrier, number)).toBe(true)
    expect(misread(number).filter((wrong) => isAccepted(carrier, wrong.number))).toEqual([])
  })

  test('of a parcel of DPD', () => {
    const number = withCheckDigit('dpd', '09980000020033')
    expect(misread(number).filter((wrong) => isAccepted('dpd', wrong.number))).toEqual([])
  })

  // Twice a digit and twice the digit that is five more end in the same digit.
  test('of UPS, except five more or less where a digit counts twice', () => {
    const slips = misread('1Z5R89390357567127').filter(({ number }) => isAccepted('ups', number))
    expect(slips.every(({ at, right, digit }) => at % 2 === 1 && Math.abs(right - digit) === 5)).toBe(true)
    expect(slips.length).toBeGreaterThan(0)
  })

  // The remainders 0 and 10 have the same check digit.
  test('of FedEx Express, except between the remainders 0 and 10', () => {
    for (const number of ['986578788855', '790535312317', '477179081230']) {
      const slips = misread(number).filter((wrong) => isAccepted('fedex', wrong.number))
      expect(slips.every(() => number.endsWith('0'))).toBe(true)
    }
  })

  // 7 divides the difference of the two digits.
  test('of DHL Express, except seven more or less', () => {
    const slips = misread('3318810025').filter(({ number }) => isAccepted('dhl', number))
    expect(slips.every(({ right, digit }) => Math.abs(right - digit) === 7)).toBe(true)
  })
})

test.each(['', 'hello', '12345', '1Z5R8939035756712', 'RB473124829FR', '0'.repeat(40)])('recognises nothing in %o', (text) => {
  expect(names(text)).toEqual([])
})

test('reads what a scanner types', () => {
  expect(scannedNumber(' 1z 5r89-3903\t57567127\r')).toBe('1Z5R89390357567127')
})

test.each([
  ['1Z5R89390357567127', false],
  ['1Z5R89390357567128', true],
  ['RB473124828GB', true],
  ['9400111201080805483017', true],
  ['123456789012', false],
  ['order 4711', false],
])('%s is misread: %s', (number, expected) => {
  expect(isMisread(number)).toBe(expected)
})

describe('the courier of a number', () => {
  const couriers = ['Swift', 'UPS', 'UPS Freight', 'DHL Express', 'Groups of parcels'].map((Name) => ({ Name }))
  test.each([
    ['1Z5R89390357567127', 'UPS'],
    ['3318810025', 'DHL Express'],
    ['RB473124829GB', undefined],
    ['4711', undefined],
  ])('%s is %s', (number, name) => {
    expect(courierOfNumber(number, couriers)?.Name).toBe(name)
  })

  test('is left to the clerk when two carriers of the organisation may have the number', () => {
    // Twelve digits that are right for both FedEx and GLS.
    const both = Array.from({ length: 1000 }, (_, i) => String(366310000000 + i)).find(
      (number) => isAccepted('fedex', number) && isAccepted('gls', number) && !isAccepted('dhl', number),
    ) as string
    expect(courierOfNumber(both, [{ Name: 'FedEx' }, { Name: 'GLS' }])).toBeUndefined()
    expect(courierOfNumber(both, [{ Name: 'GLS Germany' }])?.Name).toBe('GLS Germany')
  })

  test('with a check digit goes before a form without one', () => {
    expect(courierOfNumber('09980000020033', [{ Name: 'DPD' }])?.Name).toBe('DPD')
  })
})
