import { describe, expect, test } from 'vitest'
import { CARRIERS } from './carriers.ts'
import {
  couriersOfNumber,
  holdsNoNumber,
  isNamed,
  misreadNumberOf,
  numberAmong,
  recogniseCarriers,
  trackingKeysOf,
  trackingNumberOf,
} from './recognise.ts'
import { CARRIER_NUMBERS, spellingsOf, transportMessage } from './testing/spellings.ts'

const names = (text: string) => recogniseCarriers(text).map(({ carrier }) => carrier)
const checked = (text: string) => recogniseCarriers(text).filter((one) => one.isChecked)
const isAccepted = (carrier: string, number: string) => checked(number).some((one) => one.carrier === carrier)
const [GS, RS, EOT] = ['\u001D', '\u001E', '\u0004']

/** The carrier of a published number: letters of posts are their country's. */
const carrierOf = (carrier: string, number: string) => {
  const posts: Record<string, string> = { GB: 'royalMail', US: 'usps', DE: 'dhl', CA: 'canadaPost' }
  const country = number.slice(-2)
  return carrier === 's10' ? (posts[country] ?? `post ${country}`) : carrier
}

describe.each(CARRIER_NUMBERS)('numbers of $form', ({ carrier, valid, invalid }) => {
  test.each(valid)('%s is one, in every spelling', (number) => {
    expect(names(number)).toContain(carrierOf(carrier, number))
    const kept = trackingNumberOf(number)
    expect(trackingNumberOf(kept)).toBe(kept)
    expect(holdsNoNumber(number)).toBe(false)
    const isSure = checked(number).length > 0 || CARRIERS[carrier]?.begins?.test(kept)
    for (const [spelling, text] of Object.entries(spellingsOf(number))) {
      // Letters and digits without a check digit or a name are not looked for among other fields.
      if (!isSure && spelling.includes('message')) continue
      expect(names(text), spelling).toContain(carrierOf(carrier, number))
      expect(trackingNumberOf(text), spelling).toBe(kept)
      expect(trackingKeysOf(text), spelling).toEqual(expect.arrayContaining([...trackingKeysOf(kept)]))
    }
  })

  test.each(invalid)('%s is none, and was misread where it has the form', (number) => {
    const ofAnotherForm = CARRIER_NUMBERS.some((one) => one.carrier === carrier && one.valid.includes(number))
    expect(isAccepted(carrier, number)).toBe(ofAnotherForm)
    const isOther = recogniseCarriers(number).length > 0
    const hasForm = CARRIERS[carrier]?.forms.some(({ pattern, check }) => check && pattern.test(number.replace(/\s/g, '')))
    if (hasForm && !ofAnotherForm) expect(misreadNumberOf(number, [{ Name: CARRIERS[carrier]!.names[0]! }])).not.toEqual([])
    if (hasForm && !isOther) expect(misreadNumberOf(number)).not.toEqual([])
  })
})

describe('a label’s code holds the tracking number', () => {
  test.each([
    ['fedex', '1001921334250001000300779017972697', '779017972697'],
    ['fedex', '9611020987654312345672', '987654312345672'],
    ['fedex', '9622001900000000000000776632517510', '776632517510'],
    ['fedex', '32971514560102447849175802862014', '784917580286'],
    ['fedex', transportMessage('7905353123170201', 'FDE'), '790535312317'],
    ['usps', '(420)78745(94)00111206206406260787', '9400111206206406260787'],
    ['usps', ']C1420787459400111206206406260787', '9400111206206406260787'],
    ['usps', `42078745${GS}9400111206206406260787`, '9400111206206406260787'],
    ['usps', `${GS}420787451234${GS}9400111206206406260787${GS}`, '9400111206206406260787'],
    ['usps', '<GS>42078745<GS>9400111206206406260787', '9400111206206406260787'],
    ['usps', '420221539101026837331000039521', '9101026837331000039521'],
    ['usps', '4201028200009261290113185417468510', '9261290113185417468510'],
    ['usps', '4202215392748931507708513018050063', '92748931507708513018050063'],
    ['usps', '42022153123492748931507708513018050063', '92748931507708513018050063'],
    ['usps', '7196 9010 7560 0307 7385', '9171969010756003077385'],
    ['dpd', '0081827 0998 0000 0200 33 350 276 C', '09980000020033'],
    ['dpd', '%0081 827 0998 0000 0200 45 327 276 N', '09980000020045'],
    ['dpd', '%008182709980000020045327276', '09980000020045'],
    ['dhl', '(00)340434161094015902', '00340434161094015902'],
    ['dhl', ']C100340434161094015902', '00340434161094015902'],
    ['dhl', '(420)80331(00)340434161094015902', '00340434161094015902'],
    ['dhl', '4208033100340434161094015902', '00340434161094015902'],
    ['dhl', '56.310 243.031 3', '563102430313'],
    ['dhl', `[)>${RS}06${GS}JJD014600003889123456${GS}2LDE12345+71000${RS}${EOT}`, 'JJD014600003889123456'],
    ['ups', '[)>␞01␝96336091062␝840␝002␝1ZXX3150YW44070023␝UPSN␝XX3150␝1 MAIN ST␝MIAMI␝FL␞␄', '1ZXX3150YW44070023'],
    ['ups', 'https://www.ups.com/track?loc=en_US&tracknum=1Z5R89390357567127&requester=WT/', '1Z5R89390357567127'],
    [
      'usps',
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%201112%200620%206406%202607%2087',
      '9400111206206406260787',
    ],
    ['fedex', 'www.fedex.com/fedextrack/?trknbr=790535312317', '790535312317'],
    ['usps', '(421)84033131(94)00111206206406260787', '9400111206206406260787'],
    ['usps', '421840787459400111206206406260787', '9400111206206406260787'],
    ['usps', '\\x1d42078745\\x1d9400111206206406260787', '9400111206206406260787'],
    ['ups', 'Tracking #: 1Z5R89390357567127', '1Z5R89390357567127'],
    ['fedex', 'FedEx 7905 3531 2317', '790535312317'],
    ['dhl', 'DHL Sendungsnummer: 3318810025', '3318810025'],
    ['dhl', '(J) JD01 4600 0062 8123 0704', 'JJD014600006281230704'],
    ['dhl', 'JD014600006281230704', 'JD014600006281230704'],
    ['amazon', 'https://track.amazon.example/tracking/TBA502887274000', 'TBA502887274000'],
  ])('of %s: %s', (carrier, code, number) => {
    expect(names(code)).toContain(carrier)
    expect(trackingNumberOf(code)).toBe(number)
    expect(trackingKeysOf(code)).toEqual(expect.arrayContaining([...trackingKeysOf(number)]))
  })

  test.each([
    ['JJD014600006281230704', 'JD014600006281230704'],
    ['JJD0002257639032011', 'JD0002257639032011'],
    ['09980000020033F', '09980000020033'],
  ])('%s and %s are one', (one, other) => {
    expect(trackingKeysOf(one)).toEqual(expect.arrayContaining([...trackingKeysOf(other)]))
    expect(trackingKeysOf(other)).toEqual(expect.arrayContaining([trackingNumberOf(one)]))
  })

  test('also one of no known carrier', () => {
    expect(trackingNumberOf('https://swift.example/?tracking=SW12345678')).toBe('SW12345678')
    expect(trackingNumberOf('(00)123456789012345675')).toBe('00123456789012345675')
    expect(trackingNumberOf('\u200bSW–1234/5\u00a0x\r')).toBe('SW-1234/5 x')
  })
})

test.each([
  ['the message of UPS, whose number is not whole', transportMessage('1Z44070023', 'UPSN')],
  ['the same without separators', '[)>01963360910628400021Z44070023UPSNXX3150331 1/110N1 MAIN STMIAMIFL'],
  ['a postcode', ']C142078745'],
  ['a postcode as it is read', '(420)78745'],
  ['a link of a shop', 'https://example.com/orders/790535312317'],
  ['another link', 'WWW.EXAMPLE.COM/menu'],
  ['a business card', 'BEGIN:VCARD\nFN:Ann Lee\nTEL:790535312317\nEND:VCARD'],
  ['an address', 'Ann Lee\n1 Main Street\nMiami FL 33131'],
  ['a list of fields', 'Ann Lee|1 Main Street|Miami|FL 33131'],
  ['JSON', '{"name":"Ann Lee","street":"1 Main Street"}'],
  ['JSON in a list', '[{"name": "Ann Lee"}]'],
  ['a card of a contact', 'MECARD:N:Lee,Ann;ADR:1 Main Street;;'],
  ['a good', '(01)09521234543213'],
  ['a good with its batch', '(01)09521234543213(10)ABC123'],
  ['more than any label has', '1Z5R89390357567127'.repeat(300)],
])('takes no number from %s', (_, text) => {
  expect(trackingNumberOf(text)).toBe('')
  expect(holdsNoNumber(text)).toBe(true)
  expect(recogniseCarriers(text)).toEqual([])
})

describe('of the codes on a label', () => {
  const number = '1Z5R89390357567127'
  test('the number is taken, whichever is seen first', () => {
    const codes = [transportMessage('1Z44070023', 'UPSN'), ']C142033131', ']C0SW-4711', `]C0${number}`]
    for (const some of [codes, codes.toReversed()]) expect(numberAmong(some)).toEqual({ number, isSure: true })
  })
  test('one of no carrier is not sure, and an address or a postcode is none', () => {
    expect(numberAmong([']C142033131', ']C0SW-4711'])).toEqual({ number: 'SW-4711', isSure: false })
    expect(numberAmong([']C142033131', transportMessage('1Z44070023', 'UPSN')])).toBeUndefined()
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

const withCheckDigit = (carrier: string, body: string) =>
  Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (digit) => body + digit).find((number) =>
    isAccepted(carrier, number),
  ) as string

describe('every wrong digit is noticed', () => {
  test.each([
    ['fedex', '041441760228964'],
    ['usps', '9400111201080805483016'],
    ['royalMail', 'RB473124829GB'],
    ['gls', '366310000017'],
    ['canadaPost', '7035114477138472'],
    ['purolator', '320595463938'],
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

test.each(['', 'hello', '12345', '1Z5R8939035756712', 'RB473124829XX', '0'.repeat(12), '0'.repeat(40)])(
  'recognises nothing in %o',
  (text) => {
    expect(names(text)).toEqual([])
  },
)

test.each([
  ['1Z5R89390357567127', []],
  ['1Z5R89390357567128', ['UPS']],
  ['1Z5R8939035756712', ['UPS']],
  ['9400111201080805483017', ['USPS']],
  ['TBA50288727400', ['Amazon']],
  ['order 4711', []],
])('%s would be of %j', (number, expected) => {
  expect(misreadNumberOf(number)).toEqual(expected)
})

test('a number is misread for the couriers that an organisation has', () => {
  // Twelve digits that are right for GLS alone.
  expect(misreadNumberOf('996578788855')).toEqual([])
  expect(misreadNumberOf('996578788855', [{ Name: 'FedEx Ground' }, { Name: 'Swift' }])).toEqual(['FedEx Ground'])
  expect(misreadNumberOf('996578788855', [{ Name: 'Swift' }])).toEqual([])
})

test.each([
  ['ups', 'UPS', 'ups freight', 'UPS/FedEx', 'My-UPS', 'ＵＰＳ', 'U\u00adPS'],
  ['dhl', 'Deutsche Post-DHL', 'dhl_express', 'DHL’s', 'deutsche  post'],
  ['speedee', 'Spee-Dee', 'SpeeDee', 'Spee Dee Delivery', 'SPEE‑DEE'],
  ['post AT', 'Osterreichische Post', 'ÖSTERREICHISCHE POST', 'O\u0308sterreichische Post'],
  ['canadaPost', 'Canada Post', 'Canada\u00a0Post'],
])('%s is listed as %s', (carrier, ...listed) => {
  for (const name of listed) expect([name, isNamed(carrier, name)]).toEqual([name, true])
  for (const name of ['Groups', 'Upsilon', 'DHLX', 'Post', '']) expect([name, isNamed(carrier, name)]).toEqual([name, false])
})

describe('the courier of a number', () => {
  const couriers = ['Swift', 'UPS', 'UPS Freight', 'DHL Express', 'USPS', 'Groups of parcels', 'Correos de España'].map(
    (Name) => ({
      Name,
    }),
  )
  const chosen = (number: string, of: readonly { readonly Name: string }[] = couriers) =>
    couriersOfNumber(number, of).chosen?.Name
  const offered = (number: string, of: readonly { readonly Name: string }[] = couriers) =>
    couriersOfNumber(number, of).offered.map(({ Name }) => Name)

  test.each([
    ['1Z5R89390357567127', 'UPS'],
    ['3318810025', 'DHL Express'],
    ['RB473124829ES', 'Correos de España'],
    ['RB473124829GB', undefined],
    ['4711', undefined],
  ])('%s is %s', (number, name) => {
    expect(chosen(number)).toBe(name)
  })

  test('is left to the clerk when two carriers of the organisation may have the number', () => {
    // Twelve digits that are right for both FedEx and GLS.
    const both = Array.from({ length: 1000 }, (_, i) => String(366310000000 + i)).find(
      (number) => isAccepted('fedex', number) && isAccepted('gls', number) && !isAccepted('dhl', number),
    ) as string
    expect(chosen(both, [{ Name: 'FedEx' }, { Name: 'GLS' }])).toBeUndefined()
    expect(offered(both, [{ Name: 'FedEx' }, { Name: 'GLS' }])).toEqual(['FedEx', 'GLS'])
    expect(chosen(both, [{ Name: 'GLS Germany' }])).toBe('GLS Germany')
  })

  test.each(['60120172242323', '51087693037816', 'TBA502887274000', 'JJD0002257639032011', 'KYV009956937'])(
    'of %s, a form without a check digit, is offered and not chosen',
    (number) => {
      const carriers = ['DPD', 'DHL', 'Amazon', 'Yodel', 'Purolator'].map((Name) => ({ Name }))
      expect(chosen(number, carriers)).toBeUndefined()
      expect(offered(number, carriers).length).toBeGreaterThan(0)
      for (const alone of carriers) expect(chosen(number, [alone])).toBeUndefined()
    },
  )

  test('of another country’s letter is the post that delivers, which is offered', () => {
    expect(offered('RB473124829CN')).toEqual(['USPS', 'DHL Express'])
    expect(chosen('RB473124829CN')).toBeUndefined()
  })
})
