import { type Check, fedexExpress, identcode, mod7, mod10, mod37, s10, ups } from './check-digits.ts'

type Form = {
  /** Of the number without blanks, in capitals. */
  readonly pattern: RegExp
  /** Without one, the pattern is all that is known. */
  readonly check?: Check
  /** The part of a longer barcode that is the tracking number. */
  readonly number?: (barcode: string) => string
}
type Carrier = {
  /** Names under which an organisation may list the carrier. */
  readonly names: readonly string[]
  readonly forms: readonly Form[]
}

/** The carriers' tracking numbers, from their public label specifications. A number may have the form of more than one. */
export const CARRIERS = {
  ups: { names: ['UPS', 'United Parcel Service'], forms: [{ pattern: /^1Z[0-9A-Z]{15}\d$/, check: ups }] },
  fedex: {
    names: ['FedEx', 'Federal Express'],
    forms: [
      { pattern: /^\d{12}$/, check: fedexExpress },
      { pattern: /^\d{15}$/, check: mod10() },
      { pattern: /^96\d{20}$/, check: (number) => mod10()(number.slice(7)) },
      // The barcode of the label: the tracking number is at its end.
      {
        pattern: /^(1[0-2]\d{2}|96\d{2})\d{30}$/,
        check: (number) => fedexExpress(number.slice(-12)),
        number: (code) => code.slice(-12),
      },
    ],
  },
  usps: {
    names: ['USPS', 'US Postal Service', 'United States Postal Service', 'US Mail'],
    forms: [
      { pattern: /^[A-Z]{2}\d{9}US$/, check: s10 },
      { pattern: /^9[1-5]\d{20}$/, check: mod10() },
      { pattern: /^9[1-5]\d{24}$/, check: mod10() },
      { pattern: /^(?!00)[07]\d{19}$/, check: mod10() },
      // The barcode of the label: 420 and the destination's postcode come first.
      { pattern: /^420\d{5}(\d{4})?9[1-5]\d{20}$/, check: (code) => mod10()(code.slice(-22)), number: (code) => code.slice(-22) },
    ],
  },
  dhl: {
    names: ['DHL', 'DHL Express', 'Deutsche Post', 'Deutsche Post DHL'],
    forms: [
      { pattern: /^\d{10}$/, check: mod7 },
      { pattern: /^\d{12}$/, check: identcode },
      { pattern: /^003404\d{14}$/, check: mod10() },
      { pattern: /^[A-Z]{2}\d{9}DE$/, check: s10 },
      { pattern: /^(JJD|JVGL)\d{10,18}$/ },
    ],
  },
  royalMail: {
    names: ['Royal Mail', 'Parcelforce', 'Parcelforce Worldwide'],
    forms: [{ pattern: /^[A-Z]{2}\d{9}GB$/, check: s10 }],
  },
  dpd: {
    names: ['DPD', 'Dynamic Parcel Distribution', 'Geopost'],
    forms: [
      { pattern: /^\d{14}[0-9A-Z]$/, check: mod37 },
      { pattern: /^\d{14}$/ },
      {
        pattern: /^%?\d{27}[0-9A-Z]$/,
        check: (code) => mod37(code.replace('%', '')),
        number: (code) => code.replace('%', '').slice(7, 21),
      },
      { pattern: /^%\d{27}$/, number: (code) => code.slice(8, 22) },
    ],
  },
  gls: {
    names: ['GLS', 'General Logistics Systems'],
    forms: [{ pattern: /^\d{12}$/, check: mod10(1) }, { pattern: /^\d{11}$/ }],
  },
} as const satisfies Record<string, Carrier>
export type CarrierName = keyof typeof CARRIERS

/** What a hand scanner or a person types, as the carriers write it: capitals without blanks, hyphens and control characters. */
export const scannedNumber = (text: string): string => text.toUpperCase().replace(/[\s\p{Cc}-]/gu, '')

export type Recognised = {
  readonly carrier: CarrierName
  /** The tracking number within the barcode. */
  readonly trackingNumber: string
  /** False for a form without a check digit. */
  readonly isChecked: boolean
}

/** The carriers whose number this can be, those with a right check digit first; empty for none. */
export function recogniseCarriers(text: string): readonly Recognised[] {
  const code = scannedNumber(text)
  const found = Object.entries(CARRIERS).flatMap(([carrier, { forms }]) => {
    const form = (forms as readonly Form[]).find(({ pattern, check }) => pattern.test(code) && (!check || check(code)))
    if (!form) return []
    return [{ carrier: carrier as CarrierName, trackingNumber: form.number?.(code) ?? code, isChecked: form.check !== undefined }]
  })
  return found.sort((a, b) => Number(b.isChecked) - Number(a.isChecked))
}

/** The numbers by which a package with this text is found, as scanned: the text itself, and the tracking number in a label's barcode. */
export const trackingNumbersIn = (text: string): readonly string[] => [
  ...new Set([scannedNumber(text), ...recogniseCarriers(text).map((one) => one.trackingNumber)]),
]

/** Forms that belong to one carrier only: with a wrong check digit the number was misread. */
const UNMISTAKABLE = [
  { pattern: /^1Z[0-9A-Z]{16}$/, check: CARRIERS.ups.forms[0].check },
  { pattern: /^[A-Z]{2}\d{9}(GB|US|DE)$/, check: s10 },
  { pattern: /^9[1-5]\d{20}$/, check: mod10() },
] as const

/** Whether the number was probably misread or mistyped: its form is a carrier's, its check digit is wrong. */
export function isMisread(text: string): boolean {
  const code = scannedNumber(text)
  return UNMISTAKABLE.some(({ pattern, check }) => pattern.test(code) && !check(code))
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
const isNamed = (carrier: CarrierName, name: string) =>
  CARRIERS[carrier].names.some((known) => ` ${plain(name)} `.includes(` ${plain(known)} `))

/**
 * The courier of the organisation whose number this is; undefined when there is none or the form leaves a choice. `couriers` in the
 * order of preference: of several for one carrier ("UPS", "UPS Freight") the first is taken.
 */
export function courierOfNumber<C extends { readonly Name: string }>(text: string, couriers: readonly C[]): C | undefined {
  const candidates = recogniseCarriers(text).flatMap((one) => {
    const courier = couriers.find(({ Name }) => isNamed(one.carrier, Name))
    return courier ? [{ courier, isChecked: one.isChecked }] : []
  })
  const best = candidates.filter(({ isChecked }) => isChecked === candidates[0]?.isChecked)
  return best.length === 1 ? best[0]?.courier : undefined
}
