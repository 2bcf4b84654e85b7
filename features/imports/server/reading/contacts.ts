import { isEmail } from '#platform/contact-fields.ts'
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

const NATIVE_DIGITS = /[٠-٩۰-۹०-९０-９]/g
const DASHES = /[‐‑‒–—―−﹣－]/g
const EXTENSION = /[ ,;]*(?:\bext(?:ension)?\b\.?|\bdurchwahl\b|\bdw\b\.?|(?<=\d)\s*x|\bx|#)[ .:]*\d{1,6}\)?\s*$/i
const LABEL = /\p{L}[\p{L} .]*(?:\d\s*[:)])?[:.)]?/gu
const SEPARATOR = /\s*[,;|\n]\s*|\s+(?:\/|or|oder|and|und|o)\s+|\/(?=\s*[+(]?\d[\d ().-]{6,}$)(?<=\d[\d ().-]{6,}\/)/i

/** Digits of any script as ASCII, hyphens of typesetting as hyphens. */
const plainNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(NATIVE_DIGITS, (digit) => String(digitOf(digit)))
    .replace(DASHES, '-')

function digitOf(digit: string): number {
  const code = digit.codePointAt(0)!
  const zero = [0x660, 0x6f0, 0x966, 0xff10].find((start) => code >= start && code < start + 10)!
  return code - zero
}

const isMobileLabel = (text: string): boolean => /mobil|cell|handy|móvil|celular|\(m\)|\(c\)|\bm:|\bc:/i.test(text)
/** A number as a form takes it: labels, brackets around them and slashes are no part of it. */
const numberIn = (text: string): string =>
  text
    .replace(/\((?=\s*\p{L})[^)]*\)/gu, ' ')
    .replace(/^\s*tel:/i, '')
    .replace(LABEL, ' ')
    .replace(/\//g, ' ')
    .replace(/[^\d+().\s-]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .-]+|[ (.-]+$/g, '')
const digits = (text: string): number => text.replace(/\D/g, '').length

/** A number that fits into a field: without blanks and signs if it is too long with them. */
const shortened = (number: string, max: number): string =>
  number.length <= max ? number : number.replace(/\(0\)/g, '').replace(/[().\s-]/g, '')

/**
 * The phone number of a clean cell that has labels, an extension, or several numbers, of which the first is taken, or with
 * `isMobile` the first with the label of a mobile phone.
 */
export function phoneOf(cell: string, { max, isMobile }: { readonly max: number; readonly isMobile: boolean }): Contact {
  if (/^\+?[\d() -]+$/.test(cell) && cell.length <= max) return one(cell)
  if (isNothing(cell)) return one('')
  const text = codeOf(plainNumber(cell))
  // Its last digits are lost.
  if (isRounded(text)) return one(cell)
  const parts = text.split(SEPARATOR).filter((part) => digits(part) >= 5)
  const part = (isMobile && parts.find(isMobileLabel)) || parts[0] || text
  const whole = numberIn(part.replace(EXTENSION, ''))
  if (whole === '') return one(cell)
  const number = digits(whole) > MAX_DIGITS ? firstHalf(whole) : whole
  return { value: shortened(number, max), hasMore: parts.length > 1 || number !== whole, isCut: EXTENSION.test(part) }
}

/** Digits of the longest number (ITU-T E.164). */
const MAX_DIGITS = 15
/** The first of two numbers that only a blank separates. */
function firstHalf(text: string): string {
  const half = digits(text) / 2
  const words = text.split(' ')
  const end = words.findIndex((_, i) => digits(words.slice(0, i + 1).join('')) >= half)
  return words.slice(0, end + 1).join(' ')
}
