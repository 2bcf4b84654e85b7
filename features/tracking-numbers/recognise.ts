import { unaccented } from '#platform/fold-text.ts'
import { CARRIERS, type Form } from './carriers.ts'
import { compact, readScannedText, type ScannedText } from './scanned-text.ts'

export type Recognised = {
  readonly carrier: string
  /** The tracking number within the code. */
  readonly trackingNumber: string
  /** False for a form without a check digit: the carrier is offered and not chosen. */
  readonly isChecked: boolean
}
type Reading = Recognised & { readonly code: string; readonly form: Form }

const EVERY_FORM = Object.entries(CARRIERS).flatMap(([carrier, { forms }]) => forms.map((form) => ({ carrier, form })))

/** One character many times is no number, though its check digit may be right. */
const isFilling = (code: string) => /^(.)\1*$/.test(code)

/** The forms that a code has, one for each carrier. */
function readingsOf(code: string): readonly Reading[] {
  if (isFilling(code)) return []
  const found = new Map<string, Reading>()
  for (const { carrier, form } of EVERY_FORM) {
    if (found.has(carrier) || !form.pattern.test(code) || (form.check && !form.check(code))) continue
    const isChecked = form.check !== undefined && !form.isOnlyOffered
    found.set(carrier, { carrier, code, form, trackingNumber: form.number?.(code) ?? code, isChecked })
  }
  return [...found.values()]
}

/** Of a right check digit, or of a prefix that only one carrier has. */
const isSure = ({ carrier, code, isChecked }: Reading) => isChecked || CARRIERS[carrier]!.begins?.test(code) === true

/** The readings of the likeliest code that has some, those with a right check digit first. */
function readingsIn({ codes, otherwise, mayBePostcode }: ScannedText): readonly Reading[] {
  const all = codes.map(readingsOf)
  // In a message or a link only a sure one counts.
  const best = all.find((some) => some.some(isSure)) ?? (otherwise ? all.find((some) => some.length > 0) : undefined)
  if (mayBePostcode) return (best ?? []).map((reading) => ({ ...reading, isChecked: false }))
  return (best ?? []).toSorted((a, b) => Number(b.isChecked) - Number(a.isChecked))
}

/** The carriers whose number this can be, those with a right check digit first; empty for none. */
export const recogniseCarriers = (text: string): readonly Recognised[] =>
  readingsIn(readScannedText(text)).map(({ carrier, trackingNumber, isChecked }) => ({ carrier, trackingNumber, isChecked }))

/**
 * The tracking number in a scanned or typed text, as it is kept: that of a carrier without the barcode around it, in capitals and
 * without blanks and hyphens; another text without invisible characters. '' where the text holds something else than a number, such as
 * the address on a label or a link.
 */
export function trackingNumberOf(text: string): string {
  const read = readScannedText(text)
  return numberOf(readingsIn(read), read)
}

function numberOf(readings: readonly Reading[], { otherwise }: ScannedText): string {
  const sure = readings.filter(isSure)
  const best = sure.length > 0 ? sure : readings
  const [first] = best
  if (!first) return otherwise
  // A number that is whole for one carrier is not cut for another.
  return best.some(({ code, trackingNumber }) => code === trackingNumber) ? first.code : first.trackingNumber
}

/** Whether a text is a message or a link without a number. */
export const holdsNoNumber = (text: string): boolean => compact(text) !== '' && trackingNumberOf(text) === ''

/**
 * The keys by which a package with this number is found, in capitals without blanks and hyphens (the column `tracking_key`): as it is
 * kept, as it was scanned, and as it may be written else. Empty for a text without a number.
 */
export function trackingKeysOf(text: string): readonly string[] {
  const read = readScannedText(text)
  const readings = readingsIn(read)
  const ways = readings.flatMap(({ code, form, trackingNumber }) => [
    code,
    trackingNumber,
    form.alsoWritten?.(trackingNumber) ?? '',
  ])
  return [...new Set([compact(numberOf(readings, read)), ...ways])].filter((key) => key !== '')
}

type Seen = { readonly number: string; readonly isSure: boolean }
/**
 * The number among the codes that a camera sees together, as each is given with the identifier of its kind: that of a carrier, else the
 * first that may be a number; undefined where there is none, as on a label of which only the address or the postcode is seen.
 */
export function numberAmong(texts: readonly string[]): Seen | undefined {
  const numbers = texts.flatMap((text) => {
    const read = readScannedText(text)
    const readings = readingsIn(read)
    const number = numberOf(readings, read)
    return number === '' ? [] : [{ number, isSure: readings.some(isSure) }]
  })
  return numbers.find((one) => one.isSure) ?? numbers[0]
}

/** With blanks for marks, which `plainName` leaves out: "Post-DHL" has the word DHL. */
const plain = (name: string) =>
  unaccented(name)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
/** Whether a carrier is listed under a name: "DHL" as "DHL Express". */
export const isNamed = (carrier: string, name: string): boolean =>
  CARRIERS[carrier]!.names.some((known) => ` ${plain(name)} `.includes(` ${plain(known)} `))

type CouriersOfNumber<C> = {
  /** The courier whose number this is; none when the form leaves a choice. */
  readonly chosen: C | undefined
  /** Those whose number it may be, the likeliest first. */
  readonly offered: readonly C[]
}
/**
 * The organisation's couriers whose number this can be. One is chosen when its check digit is right and nobody else's is.
 * `couriers` in the order of preference: of several for one carrier ("UPS", "UPS Freight") the first is taken.
 */
export function couriersOfNumber<C extends { readonly Name: string }>(text: string, couriers: readonly C[]): CouriersOfNumber<C> {
  const candidates = recogniseCarriers(text).flatMap(({ carrier, isChecked }) => {
    const courier = couriers.find(({ Name }) => isNamed(carrier, Name))
    return courier ? [{ courier, isChecked }] : []
  })
  const offered = [...new Set(candidates.map(({ courier }) => courier))]
  const checked = new Set(candidates.flatMap(({ courier, isChecked }) => (isChecked ? [courier] : [])))
  return { chosen: checked.size === 1 ? [...checked][0] : undefined, offered }
}

/**
 * The carriers among an organisation's couriers whose number this would be if its check digit were right or its end were there, by the
 * name that the organisation gives them; with `couriers` left out, of all carriers. Empty for a right number, and for one of no
 * carrier's form.
 */
export function misreadNumberOf(text: string, couriers?: readonly { readonly Name: string }[]): readonly string[] {
  const nameOf = (carrier: string) =>
    couriers ? couriers.find(({ Name }) => isNamed(carrier, Name))?.Name : CARRIERS[carrier]!.names[0]
  const { codes } = readScannedText(text)
  if (codes.flatMap(readingsOf).some(({ carrier }) => nameOf(carrier))) return []
  const wouldBe = (carrier: string) => (code: string) =>
    CARRIERS[carrier]!.begins?.test(code) || CARRIERS[carrier]!.forms.some(({ pattern, check }) => check && pattern.test(code))
  return Object.keys(CARRIERS).flatMap((carrier) => (codes.some(wouldBe(carrier)) ? (nameOf(carrier) ?? []) : []))
}
