import { alphanumeric, type Check, fedexExpress, identcode, luhn, mod7, mod10, mod37, s10, withMod37 } from './check-digits.ts'
import { POSTS } from './posts.ts'

export type Form = {
  /** Of the whole code, in capitals without blanks and marks between. */
  readonly pattern: RegExp
  /** Without one, the pattern is all that is known: the carrier is offered and never chosen. */
  readonly check?: Check
  /** The part of a longer code that is the tracking number. */
  readonly number?: (code: string) => string
  /** Another way in which the number is written. */
  readonly alsoWritten?: (number: string) => string
  /** The check digit is right whoever delivers, as with a letter of another country's post. */
  readonly isOnlyOffered?: true
}
export type Carrier = {
  /** Names under which an organisation may list the carrier. */
  readonly names: readonly string[]
  readonly forms: readonly Form[]
  /** How no other numbers begin: a code that begins so and has none of the forms was misread. */
  readonly begins?: RegExp
}

const last = (length: number) => (code: string) => code.slice(-length)
const checkLast =
  (length: number, check: Check): Check =>
  (code) =>
    check(code.slice(-length))
/** The check digit of a code without its prefix. */
const checkAfter =
  (prefix: number, check: Check): Check =>
  (code) =>
    check(code.slice(prefix))

const GS1 = mod10()
/** Letters of a post: two letters, nine digits, the country (UPU S10). */
const LETTER = /^[A-Z]{2}\d{9}[A-Z]{2}$/
const letterOf = (...countries: readonly string[]): Form => ({
  pattern: new RegExp(`^[A-Z]{2}\\d{9}(?:${countries.join('|')})$`),
  check: s10,
})
/** Of another country's post: the post that delivers is not the one in the number. */
const FOREIGN_LETTER: Form = { ...letterOf(...Object.keys(POSTS), 'CA', 'DE', 'GB', 'US'), isOnlyOffered: true }

/** 420, or 421 and the country, with the destination's postcode, which come before a number of USPS in a label's barcode. */
const ROUTING = String.raw`(?:(?:420|421840)\d{5}(?:\d{4})?)`

const CONFIRMATION = /^(?:0[1-8]|14|2[1-6]|34|56|7\d|8[235])\d{18}$/

/** The number of a parcel of DPD, which may be written with its check digit. */
const dpd = (pattern: RegExp, from: number): Form => ({
  pattern,
  number: (code) => code.slice(from, from + 14),
  alsoWritten: withMod37,
})

/** A barcode has a J as data identifier before a number that begins with JD; labels print it in brackets, or leave it out. */
const withOtherJ = (number: string) => (number.startsWith('JJ') ? number.slice(1) : `J${number}`)

/**
 * The carriers' tracking numbers: facts of the public data set tracking_number_data and of the carriers' label specifications. A number
 * may have the form of more than one.
 */
export const CARRIERS = {
  ups: {
    names: ['UPS', 'United Parcel Service'],
    begins: /^1Z[0-9A-Z]{6}/,
    forms: [
      { pattern: /^1Z[0-9A-Z]{15}\d$/, check: checkAfter(2, alphanumeric) },
      // A waybill.
      { pattern: /^[AHJKTV]\d{10}$/, check: checkAfter(1, alphanumeric) },
    ],
  },
  fedex: {
    names: ['FedEx', 'Federal Express'],
    forms: [
      { pattern: /^\d{12}$/, check: fedexExpress },
      { pattern: /^\d{15}$/, check: GS1 },
      // Ground: the number is at the end of the barcode.
      { pattern: /^96\d{20}$/, check: checkLast(15, GS1), number: last(15) },
      { pattern: /^0[0-4]\d{16}$/, check: checkLast(16, GS1) },
      // Express: the number is at the end of this barcode too.
      { pattern: /^(?!420)(?:[0-8]\d{3}|96\d{2})\d{30}$/, check: checkLast(12, fedexExpress), number: last(12) },
      // The older barcode: the number is in the middle.
      {
        pattern: /^3\d{31}$/,
        check: (code) => fedexExpress(code.slice(16, 28)),
        number: (code) => code.slice(16, 28),
      },
    ],
  },
  usps: {
    names: ['USPS', 'US Postal Service', 'United States Postal Service', 'US Mail'],
    begins: LETTER,
    forms: [
      letterOf('US'),
      { pattern: new RegExp(`^${ROUTING}?9[1-5]\\d{20}$`), check: checkLast(22, GS1), number: last(22) },
      { pattern: new RegExp(`^${ROUTING}?9[2-5]\\d{24}$`), check: checkLast(26, GS1), number: last(26) },
      { pattern: new RegExp(`^${ROUTING}?94\\d{28}$`), check: checkLast(30, GS1), number: last(30) },
      // Confirmations are printed without the 91 of their barcode, for which the check digit may count.
      { pattern: CONFIRMATION, check: (number) => GS1(`91${number}`), number: (number) => `91${number}` },
      { pattern: CONFIRMATION, check: GS1 },
      FOREIGN_LETTER,
    ],
  },
  dhl: {
    names: ['DHL', 'DHL Express', 'DHL eCommerce', 'Deutsche Post', 'Deutsche Post DHL'],
    begins: /^(?:JJD|JVGL)\d/,
    forms: [
      { pattern: /^\d{10,11}$/, check: mod7 },
      { pattern: /^\d{12}$/, check: identcode },
      { pattern: /^\d{14}$/ },
      { pattern: /^003404\d{14}$/, check: GS1 },
      letterOf('DE'),
      // Pieces; those with 16 digits after JJD are Yodel's.
      { pattern: /^JJ?D\d{18,20}$/, alsoWritten: withOtherJ },
      { pattern: /^(?:JJD\d{9,10}|JVGL\d{9,20})$/ },
      { pattern: /^J[A-Z]{2,3}(?:\d{9,10}|\d{18,20})$/ },
      { pattern: /^(?:GM|LX|RX|UV|CN|SG|TH|IN|HK|MY)(?=(?:[A-Z]*\d){8})[0-9A-Z]{10,39}$/ },
      FOREIGN_LETTER,
    ],
  },
  royalMail: {
    names: ['Royal Mail', 'Parcelforce', 'Parcelforce Worldwide'],
    begins: LETTER,
    forms: [letterOf('GB'), FOREIGN_LETTER],
  },
  dpd: {
    names: ['DPD', 'Dynamic Parcel Distribution', 'Geopost'],
    begins: /^%\d{7}/,
    forms: [
      // The printed number has a check digit behind it, the barcode also the destination and the service around it.
      { ...dpd(/^\d{14}[0-9A-Z]$/, 0), check: mod37 },
      dpd(/^\d{14}$/, 0),
      { ...dpd(/^\d{27}[0-9A-Z]$/, 7), check: mod37 },
      dpd(/^%\d{27}$/, 8),
    ],
  },
  gls: {
    names: ['GLS', 'General Logistics Systems'],
    forms: [{ pattern: /^\d{12}$/, check: mod10(1) }, { pattern: /^\d{11}$/ }],
  },
  amazon: {
    names: ['Amazon', 'Amazon Logistics', 'AMZL'],
    begins: /^TB[ACM]\d/,
    forms: [{ pattern: /^TB[ACM]\d{12}$/ }, { pattern: /^[AFC]\d{10}$/ }],
  },
  ontrac: {
    names: ['OnTrac'],
    forms: [{ pattern: /^[CD]\d{14}$/, check: alphanumeric }],
  },
  lasership: {
    // Its parcels are delivered by OnTrac.
    names: ['LaserShip', 'OnTrac'],
    begins: /^1LS/,
    forms: [
      { pattern: /^L[AEHINX][1-3]\d{7}$/ },
      { pattern: /^1LS7[12]\d{10}$/ },
      { pattern: /^1LS7[12]\d{2}01[1-4]\d{6}1$/ },
      { pattern: /^1LSCX[0-9A-Z]{10}$/ },
    ],
  },
  canadaPost: {
    names: ['Canada Post', 'Postes Canada'],
    forms: [{ pattern: /^\d{16}$/, check: GS1 }, letterOf('CA'), FOREIGN_LETTER],
  },
  purolator: {
    names: ['Purolator'],
    forms: [{ pattern: /^[0-5]\d{11}$/, check: luhn }, { pattern: /^[A-Z]{3}\d{9}$/ }],
  },
  canpar: { names: ['Canpar'], forms: [{ pattern: /^[CDKLSUXZ]\d{21}$/ }] },
  gofo: { names: ['GOFO', 'GOFO Express'], begins: /^GFUS/, forms: [{ pattern: /^GFUS\d{14}$/ }] },
  landmark: { names: ['Landmark', 'Landmark Global'], begins: /^LTN\d/, forms: [{ pattern: /^LTN\d{8}N1$/ }] },
  speedee: { names: ['Spee-Dee', 'SpeeDee', 'Spee-Dee Delivery'], begins: /^SP\d{8}/, forms: [{ pattern: /^SP\d{18}$/ }] },
  yodel: { names: ['Yodel'], begins: /^JD0\d{7}/, forms: [{ pattern: /^JJ?D\d{16}$/, alsoWritten: withOtherJ }] },
  yunExpress: { names: ['YunExpress', 'Yun Express'], begins: /^YT\d{8}/, forms: [{ pattern: /^YT\d{16}$/ }] },
  oldDominion: {
    names: ['Old Dominion', 'Old Dominion Freight Line', 'ODFL'],
    forms: [{ pattern: /^(?:072|77[78]|780|80\d)\d{8}$/, check: luhn }],
  },
  ...Object.fromEntries(
    Object.entries(POSTS).map(([country, name]) => [`post ${country}`, { names: [name], forms: [letterOf(country)] }]),
  ),
} satisfies Record<string, Carrier> as Readonly<Record<string, Carrier>>
