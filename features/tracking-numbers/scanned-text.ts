import { mod10 } from './check-digits.ts'

/** What a scanned or typed text holds. */
export type ScannedText = {
  /** What may be a carrier's number, the likeliest first, in capitals without blanks and marks between. */
  readonly codes: readonly string[]
  /** The number where no carrier recognises one; '' for a text that holds something else, such as an address. */
  readonly otherwise: string
  /** The text is a number as it is printed, or anything that a person types. */
  readonly isPlain?: true
  /** It may be the barcode of a postcode: a carrier of such a number is offered only, and without one it is no number. */
  readonly mayBePostcode?: true
}

/** Longer texts are not read: the longest symbols of labels hold less. */
export const LONGEST_TEXT = 4000

const [GS, RS, EOT] = ['\u001D', '\u001E', '\u0004']
/** How scanners and readers show the separators of ISO 15434 and GS1 where a text cannot hold them. */
const SHOWN: readonly (readonly [RegExp, string])[] = [
  [/\u241D|[<{[](?:GS|FNC1)[>}\]]|\^\]|\\(?:x1d|u001d)/gi, GS],
  [/\u2420/g, ' '],
  [/\u241E|[<{[]RS[>}\]]|\^\^|\\(?:x1e|u001e)/gi, RS],
  [/\u2404|[<{[]EOT[>}\]]|\^D(?![A-Z])/gi, EOT],
]

/** A code in capitals without blanks, hyphens and invisible characters; full-width letters and digits are usual ones. */
export const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Z}\p{C}\p{Pd}\p{Mn}]/gu, '')

/**
 * Reads a text as a hand scanner, the camera or a person gives it: AIM identifiers, GS1 elements, messages of ISO 15434, links and
 * lists of fields (ISO/IEC 15424, GS1 General Specifications, ISO/IEC 15434).
 */
export function readScannedText(given: string): ScannedText {
  if (given.length > LONGEST_TEXT) return NOTHING
  const text = withSeparators(given).trim()
  const [, symbol = '', content = ''] = text.match(AIM)!
  if (content.startsWith('[)>')) return { codes: codesOfIso15434(content), otherwise: '' }
  if (OF_PHONES.test(content)) return NOTHING
  if (LINK.test(content) || (SHORT_LINK.test(content) && !isNumberLike(compact(content)))) return inLink(content)
  const inParentheses = PARENTHESES.test(content) ? elementsInParentheses(content) : undefined
  if (inParentheses) return inElements(inParentheses)
  // A scanner may begin and end every code with a separator.
  const parts = content.split(GS).filter((part) => compact(part) !== '')
  const elements = parts.flatMap(elementsOf)
  if ((parts.length > 1 || OF_GS1.test(symbol)) && elements.every(isWhole)) return inElements(elements)
  const line = parts.join('')
  if (isOfFields(line)) return { codes: partsOf(line).filter(isLikely(line)), otherwise: '' }
  return inPlainText(line)
}

/** An identifier of the kind of symbol, before its content (ISO/IEC 15424), and those of symbols with GS1's elements. */
const AIM = /^(\][A-Za-z][0-9A-Za-z](?=.))?(.*)$/s
const OF_GS1 = /^\](?:C1|d2|e0|J1|Q3)$/

const NOTHING: ScannedText = { codes: [], otherwise: '' }

const withSeparators = (text: string) => SHOWN.reduce((shown, [mark, separator]) => shown.replace(mark, separator), text)

type Element = { readonly ai: string; readonly value: string }
/** A text that begins with an application identifier in parentheses, as people read it below a barcode. */
const PARENTHESES = /^\s*\((?:0[0-2]|1\d|2[01]|37|4[0-2]\d|8\d{3}|9\d)\)/
const ELEMENT = /\((\d{2,4})\)([^()]*)/g
/** Application identifiers of a good, a date, a measure, a place and a route: none of a parcel. 92 says more of it (Australia Post). */
const NO_PARCEL = /^(?:0[1-3]|1\d|2[02]|2[3-5]\d|3\d{1,3}|403|4[1-3]\d{1,2}|7\d{2,3}|8\d{3}|92)$/
/** With the country before it. */
const LONGEST_POSTCODE = 14
/** The lengths of the elements after which no separator stands. */
const FIXED: Readonly<Record<string, number>> = { '00': 18, '01': 14, '02': 14 }

/** The elements of a part between separators: those of fixed length, and one to its end. */
function elementsOf(part: string): Element[] {
  const code = compact(part)
  const two = code.slice(0, 2)
  const fixed = FIXED[two]
  if (fixed) {
    const element = { ai: two, value: code.slice(2, 2 + fixed) }
    return [element, ...(code.length > 2 + fixed ? elementsOf(code.slice(2 + fixed)) : [])]
  }
  const ai = code.slice(0, /^(?:7[0-9]|8[0-2])\d\d/.test(code) ? 4 : /^4[0-2]\d/.test(code) ? 3 : 2)
  return [{ ai, value: code.slice(ai.length) }]
}

/** An element of fixed length that is shorter is none: the separator stands in the middle of a number. */
const isWhole = ({ ai, value }: Element) => !FIXED[ai] || value.length === FIXED[ai]

/** In GS1's elements the number is with its identifier (USPS: 94…; 00 and a SSCC), or the value alone. */
function inElements(elements: readonly Element[]): ScannedText {
  const textOf = ({ ai, value }: Element) => ai + compact(value)
  // A postcode alone is not a number; the number may follow it without a separator.
  const ofParcel = elements.filter(({ ai, value }) => !NO_PARCEL.test(ai) || compact(value).length > LONGEST_POSTCODE)
  if (ofParcel.length === 0) return NOTHING
  // Behind the number of a good, the identifier is no part of a parcel's number (Australia Post), as it is in others (USPS).
  const isBehindGood = elements[0]!.ai === '01'
  const otherwise = ofParcel.map((one) => (isBehindGood ? compact(one.value) : textOf(one))).join('')
  const each = ofParcel.flatMap((one) => [textOf(one), compact(one.value)])
  return { codes: [...new Set([elements.map(textOf).join(''), otherwise, ...each])], otherwise }
}

/**
 * The elements of a text with their identifiers in parentheses; undefined where it only looks so: what people type, as "(10) A-5", is
 * no code without a number unless its elements are those of a postcode, a good or a date.
 */
function elementsInParentheses(content: string): readonly Element[] | undefined {
  const elements = Array.from(content.matchAll(ELEMENT), ([, ai = '', value = '']) => ({ ai, value }))
  const isOfParcel = elements.some(({ ai, value }) => !NO_PARCEL.test(ai) || compact(value).length > LONGEST_POSTCODE)
  return isOfParcel || elements.some(({ ai, value }) => OF_NO_PARCEL.test(ai + compact(value))) ? elements : undefined
}
const OF_NO_PARCEL = /^(?:0[12]\d{14}|1[1-7]\d{6}|41\d{14}|4[12]\d[0-9A-Z]{4,12})$/

/** Words that people and labels write before a number. */
const LABEL = `(?:${[
  ...['tracking', 'track', 'trk', 'parcel', 'package', 'shipment', 'consignment', 'awb', 'waybill', 'barcode'],
  ...['number', 'num', 'no', 'id'],
  ...['sendung', 'sendungs', 'sendungsnummer', 'sendungsnr', 'sendungsverfolgung', 'paket', 'paketnummer', 'paketnr'],
  ...['nummer', 'nr'],
  ...['seguimiento', 'rastreo', 'localizador', 'envío', 'envio', 'guía', 'guia', 'paquete', 'código', 'codigo'],
  ...['número', 'numero', 'núm'],
  ...['ups', 'fedex', 'usps', 'dhl', 'dpd', 'gls', 'amazon', 'ontrac', 'lasership', 'purolator', 'canpar', 'yodel'],
].join('|')})`
/** A hyphen is one between two words: "Tracking-No." */
const LABELS = new RegExp(`^[\\s.:#]*(?:${LABEL}(?:\\s+de)?(?:[\\s.:#=]+(?:-\\s+)?|-(?=${LABEL})))*(?=.)`, 'i')
/** In any language, what stands before a colon. */
const LABELLED = /^[\p{L}\s.#'’/-]{2,40}[:：]\s*(?=\S)/u
/** Without the words before a number, and "#". */
function withoutLabels(text: string): string {
  const given = text
    .replace(/(?<!\p{L})n\.?[º°]|№/giu, 'No ')
    .normalize('NFKC')
    .replace(LABELS, '')
  const labelled = given.replace(LABELLED, '')
  return !/\p{L}{2,}\s/u.test(labelled) && isNumberLike(compact(labelled)) ? labelled : given
}
/** Without the marks of printed groups, and around a code. A scanner may drop the separator between postcode and SSCC. */
function inPlainText(text: string): ScannedText {
  const given = withoutLabels(text)
  const code = compact(given).replace(/[.()*]/g, '')
  const plain = code.replace('%', '').replace(/^[^0-9A-Z]+|[^0-9A-Z]+$/g, '')
  if (POSTCODE.test(plain)) return { codes: [plain], otherwise: '', isPlain: true, mayBePostcode: true }
  const [, good = '', ofGood = ''] = plain.match(/^01(\d{14})91([0-9A-Z]{10,})$/) ?? []
  if (good && mod10()(good))
    return inElements([
      { ai: '01', value: good },
      { ai: '91', value: ofGood },
    ])
  const [, sscc = ''] = plain.match(/^42[01]\d{5,12}?(00\d{18})$/) ?? []
  const parts = BETWEEN_FIELDS.test(given) ? partsOf(given).filter(isLikely('')) : []
  return {
    codes: [...new Set([code, plain, sscc, ...parts])].filter(Boolean),
    // The words before a number of no known carrier are not part of it either.
    otherwise: cleaned(isNumberLike(compact(given)) ? given : text),
    isPlain: true,
  }
}

/** The barcode of a postcode of the United States, as scanners give it without the identifier of its kind: 420, or 421 and the country. */
const POSTCODE = /^42(?:0|1840)\d{5}(?:\d{4})?$/

/** A text as it is kept: without invisible characters, with usual hyphens and blanks. */
const cleaned = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(/[\p{C}\p{Mn}]/gu, '')
    .trim()

/** The tracking number of a transport message (format 01), an identifier of the parcel (06), a GS1 element (05). */
function codesOfIso15434(message: string): string[] {
  const envelopes = message.split(EOT)[0]!.split(RS).slice(1)
  return envelopes.flatMap((envelope) => {
    const [format = '', ...fields] = envelope.split(GS)
    if (format.startsWith('01')) return ofTransport(fields[3] ?? '', fields[4] ?? '')
    if (format.startsWith('05')) return inElements(fields.flatMap(elementsOf)).codes
    if (format.startsWith('06')) return fields.flatMap((field) => [compact(field), compact(field).replace(/^\d{0,3}[A-Z]/, '')])
    return []
  })
}
/** FedEx writes a number of four digits behind its own. */
const ofTransport = (number: string, carrier: string) => {
  const code = compact(number)
  return /^FD/.test(carrier) && /^\d{16,19}$/.test(code) ? [code.slice(0, -4), code] : [code]
}

/** Without its scheme, a link is known by what it asks for. */
const LINK = /^(?:(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+|[a-z0-9.-]+\.[a-z]{2,}\/[^\s?]*\?[^\s=]+=\S+)$/i
const SHORT_LINK = /^[a-z0-9-]{2,}(?:\.[a-z0-9-]+)*\.[a-z]{2,}\/\S+$/i
/** What else phones read: networks, people, messages and places (ZXing's list of contents of barcodes). */
const OF_PHONES =
  /^(?:wifi|tel|telprompt|facetime|sms|smsto|mms|mmsto|mailto|smtp|matmsg|mecard|bizcard|geo|market|otpauth|data):\S/i
/** Names of what a link's number is given as. */
const NUMBER_NAME = /track|parcel|piece|awb|label|shipment|consign|sendung|barcode|article/i
/** What may be a number of a carrier that is not known. */
const isNumberLike = (code: string) => /^(?=(?:[A-Z]*\d){6})[0-9A-Z]{8,40}$/.test(code)

/** What a carrier recognises may be anywhere in a link; another number counts where it is named as one. */
function inLink(link: string): ScannedText {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link}`
  if (!URL.canParse(address)) return NOTHING
  const url = new URL(address)
  const named = [...url.searchParams, ...new URLSearchParams(url.hash.replace(/^#\/?\??/, ''))]
  const values = named.flatMap(([, value]) => [compact(value), ...partsOf(value)])
  const codes = [...values, ...partsOf(`${decoded(url.pathname)}/${decoded(url.hash)}`)]
  const numbers = named.flatMap(([name, value]) =>
    NUMBER_NAME.test(name) ? [compact(value), ...partsOf(value)].filter(isNumberLike) : [],
  )
  return { codes: [...new Set(codes)].filter(isLikely(link)), otherwise: numbers[0] ?? '' }
}
const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Whether a text is one of several fields or lines, as codes have them and nobody types them: lines, a card, a driving licence, JSON, a
 * list of more than three fields with words in it, such as a name and a street, or an address in one line.
 */
const isOfFields = (text: string) =>
  /[\n\r]|^\s*(?:BEGIN:|MECARD:|@\s?ANSI )|^\s*[{[].*"[^"]*"\s*:/s.test(text) ||
  (text.split('|').length > 3 && /\p{L}\.?\s+\p{L}{2}/u.test(text)) ||
  (text.length > SHORTEST_ADDRESS && (text.match(/(?<![^\s,;])\p{L}{2,}\.?(?![^\s,;])/gu) ?? []).length >= WORDS_OF_ADDRESS)
const SHORTEST_ADDRESS = 30
const WORDS_OF_ADDRESS = 5
const BETWEEN_FIELDS = /[|{}]/
/** Digits alone may be anything, unless they are many or the text speaks of a number. */
const isLikely = (text: string) => (code: string) =>
  code.length >= 8 && (/\D/.test(code) || code.length >= 18 || NUMBER_NAME.test(text))
/** The parts of letters and digits; one with hyphens also whole. */
const partsOf = (text: string) =>
  text
    .split(/[^0-9A-Za-z-]+/)
    .flatMap((part) => [compact(part), ...part.split('-').map(compact)])
    .filter(Boolean)
