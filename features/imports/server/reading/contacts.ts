import { isEmail } from '#platform/contact-fields.ts'
import { hasExtension, inPlainSigns, phoneText } from '#platform/phone-text.ts'
import { codeOf, isNothing, isRounded } from './cells.ts'

/** What was read of a cell: `hasMore` if it holds others as well, `isCut` if an extension was left out. */
export type Contact = { readonly value: string; readonly hasMore: boolean; readonly isCut: boolean }
const one = (value: string): Contact => ({ value, hasMore: false, isCut: false })

const ADDRESS = /[^\s<>()[\],;:"|]+@[^\s<>()[\],;:"|]+/g

/** The first e-mail address of a clean cell: "Ann Lee <ann@example.com>", "mailto:…", "a@b.com; c@d.com". */
export function emailOf(cell: string): Contact {
  if (isEmail(cell)) return one(cell)
  if (isNothing(cell)) return one('')
  const found = (cell.normalize('NFKC').match(ADDRESS) ?? []).flatMap((text) => text.split(/(?<=@[^/]*)\/(?=[^/]*@)/))
  const addresses = [...new Set(found.map((address) => address.replace(/^['/]+|[.'/]+$/g, '')).filter(isEmail))]
  return { value: addresses[0] ?? cell, hasMore: addresses.length > 1, isCut: false }
}

const MOBILE_LABEL = /mobil|cell|handy|m[óo]vil|celular|sms|(?<!\p{L})(?:m|c|mob|cel)(?!\p{L})/iu
const FAX_LABEL = /(?<!\p{L})(?:tele)?fax/iu
const digits = (text: string): number => text.replace(/\D/g, '').length

/** No more characters of a cell are looked at, and no more parts of it: strangers send cells too. */
const LONGEST = 100
const MAX_PARTS = 10

/**
 * The phone number of a clean cell that has labels, an extension, or several numbers, of which the first is taken, or with
 * `isMobile` the first with the label of a mobile phone.
 */
export function phoneOf(cell: string, { max, isMobile }: { readonly max: number; readonly isMobile: boolean }): Contact {
  const isPlain = /^\+?[\d() -]+$/.test(cell) && cell.length <= max && !isTooLong(cell)
  if (isPlain && bareNumber(cell).value === cell) return one(cell)
  if (isNothing(cell)) return one('')
  const text = codeOf(cell)
  // Its last digits are lost.
  if (isRounded(text)) return one(cell)
  const { numbers, rests } = numbersIn(text)
  const number =
    (isMobile && numbers.find((one) => MOBILE_LABEL.test(one))) ||
    (numbers.find((one) => !FAX_LABEL.test(one)) ?? numbers[0] ?? inPlainSigns(text))
  const { value, isCut } = bareNumber(withoutLabels(number).trim())
  const isEnd = (rest: string) => digits(rest) < 3 || EXTENSION.test(rest)
  return {
    value: phoneText(value),
    hasMore: numbers.length > 1 || rests.some((rest) => !isEnd(rest)) || digits(text.slice(LONGEST)) >= MIN_DIGITS,
    isCut: isCut || hasExtension(number) || rests.some(isEnd),
  }
}

/** A number without what stands in front of it and behind it; a short one may go on in letters, as 1-800-FLOWERS. */
const withoutLabels = (number: string): string => {
  const bare = number.replace(/^[^\d+]*?(?=\(?\s*[+\d])/, '')
  return isComplete(bare) ? bare.replace(/(?<=\d)\D+$/, '') : bare
}

/**
 * What counts numbers in front of one: "1) 030 1234567", "2 0170 1234567", "2 202-555-0123"; a 1 before ten digits is the code of a
 * country.
 */
const ORDINAL =
  /^(?:\(?[1-9](?:\s*\.?[):]\s*|\.\s+)(?=[+(\d])|[1-9](?:\s+-)?\s+(?=\(?[+0])|[2-69]\s+(?=\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}$))/
/**
 * One or two digits behind a blank or a slash are the end of another number or count something, if the digits before them do not come
 * in small groups. Behind a hyphen they are an extension that is dialled.
 */
const TAIL = /(?<=\d{4})\s*\/\s*\d{1,2}$|(?<=\d{4})\s+\d$|(?<=\d{6})\s+\d\d$/
/** A number without an ordinal, and without a tail, which is cut off. */
function bareNumber(number: string): { readonly value: string; readonly isCut: boolean } {
  const rest = number.replace(ORDINAL, '')
  const counted = isComplete(rest) ? rest : number
  const value = counted.replace(TAIL, '')
  return isComplete(value) ? { value, isCut: value !== counted } : { value: counted, isCut: false }
}

/** What stands between two numbers only. */
const BETWEEN = /\s*[;|\n]\s*|\s+(?:or|oder|and|und|o|y|od\.|bzw\.?|\+)\s+|\s*&\s*/i
/** Before a label, where the labels stand in front of their numbers, else behind one. */
const BEFORE_LABEL = /(?=[([]?\p{L})(?<=\d[^\p{L}([]*)/u
const BEHIND_LABEL = /(?=[+(]?\d)(?<=\p{L}[^\d+(]*)/u
/** Fewer digits are no number that can be dialled. */
const MIN_DIGITS = 5

/** An extension without its number. */
const EXTENSION = /^[^\p{L}\d]*(?:ext\p{L}*|x|dw|durchwahl|int|interno|anexo)[\s.:=]*\d{1,7}$/iu
/** Between a number and the ordinal of the next one: "1. 030 1234567 2. 0170 1234567". */
const BEFORE_ORDINAL = /(?<=\d{2})[\s,]+(?=\(?[1-9]\.?[.):]\s+[+(\d])/

/** The different numbers of a text, each with its label and its extension, and the rests behind the first that are none. */
function numbersIn(text: string): { readonly numbers: readonly string[]; readonly rests: readonly string[] } {
  const parts = text
    .slice(0, LONGEST)
    .split(BETWEEN)
    .flatMap((part) => part.split(BEFORE_ORDINAL))
    .slice(0, MAX_PARTS)
    .map((part) => inPlainSigns(part).slice(0, LONGEST))
    .flatMap((part) => joined(part.split(/^[([]?\p{L}/u.test(part) ? BEFORE_LABEL : BEHIND_LABEL), ''))
    .flatMap((part) => joined(part.split(','), ','))
    .flatMap((part) => joined(part.split('/'), '/'))
    .flatMap(parted)
    .map((part) => part.replace(/^[\s,:/-]+|[\s,:/-]+$/g, ''))
    .filter((part) => digits(part) > 0)
  const isNumber = (part: string) => digits(part) >= MIN_DIGITS && (parts.length === 1 || !EXTENSION.test(part))
  const numbers = new Map(parts.filter(isNumber).map((number) => [number.replace(/\D/g, ''), number]))
  const first = parts.findIndex(isNumber)
  return { numbers: [...numbers.values()], rests: parts.filter((part, at) => first >= 0 && at > first && !isNumber(part)) }
}

/** How a number with the code of its country begins: with + or what is dialled for it. */
const ABROAD = /^[^\d+]*(?:\+|00|011)/
/** Digits of the longest number: with the code of its country (ITU-T E.164) and what is dialled for it, and without. */
const MAX_DIGITS = { abroad: 15, dialled: 18, national: 13 }
/** Whether a text has more digits than one number. */
const isTooLong = (text: string): boolean => {
  const kind = !ABROAD.test(text) ? 'national' : text.includes('+') ? 'abroad' : 'dialled'
  return digits(text.replace('(0)', '')) > MAX_DIGITS[kind]
}
/** Whether a text is a number without what stands beside it: area codes and the ends of numbers are shorter. */
const isComplete = (text: string): boolean => digits(text) >= (ABROAD.test(text) ? 9 : 7)

/** Joins parts that only together are one number, such as an area code and the rest, or a number and its extension. */
function joined(parts: readonly string[], separator: '' | ',' | '/'): readonly string[] {
  const whole: string[] = []
  for (const part of parts) {
    const before = whole.at(-1)
    // A number after a complete one begins with what is dialled for its country or its area.
    const isNext = before !== undefined && isComplete(before) && /^[\s(]*[+0]/.test(part) && digits(part) > 1
    const isOne = before !== undefined && !isNext && !(isComplete(before) && isComplete(part))
    // A comma behind an area code says nothing; one behind a number is a pause before its extension.
    const sign = separator === ',' && !isComplete(before ?? '') ? ' ' : separator
    const both = `${before ?? ''}${sign}${part}`
    if (isOne && (!isTooLong(both) || hasExtension(both))) whole[whole.length - 1] = both
    else whole.push(part)
  }
  return whole
}

/** The numbers of a text in which only blanks separate them. */
function parted(text: string): readonly string[] {
  if (!isTooLong(text) || hasExtension(text)) return [text]
  const words = text.split(/ |(?<=\d)(?=\()/)
  const half = digits(text) / 2
  const ends = words.map((_, i) => digits(words.slice(0, i + 1).join('')))
  const cuts = words
    .map((word, i) => ({ at: i, plus: word.startsWith('+'), before: ends[i - 1] ?? 0 }))
    // The code of a country is no number.
    .filter(({ before }) => before >= MIN_DIGITS)
    .map((cut) => ({ ...cut, off: Math.abs(cut.before - half) }))
  const [cut] = cuts.toSorted((a, b) => Number(b.plus) - Number(a.plus) || a.off - b.off)
  if (!cut) return [text]
  return [words.slice(0, cut.at), words.slice(cut.at)].flatMap((some) => parted(some.join(' ')))
}
