import { isEmail } from '#platform/contact-fields.ts'
import { hasExtension, phoneText } from '#platform/phone-text.ts'
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

const SEPARATOR = /\s*[,;|\n]\s*|\s+(?:\/|or|oder|and|und|o)\s+|\/(?=\s*[+(]?\d[\d ().-]{6,}$)(?<=\d[\d ().-]{6,}\/)/i

const isMobileLabel = (text: string): boolean => /mobil|cell|handy|móvil|celular|\(m\)|\(c\)|\bm:|\bc:/i.test(text)
const digits = (text: string): number => text.replace(/\D/g, '').length

/**
 * The phone number of a clean cell that has labels, an extension, or several numbers, of which the first is taken, or with
 * `isMobile` the first with the label of a mobile phone.
 */
export function phoneOf(cell: string, { max, isMobile }: { readonly max: number; readonly isMobile: boolean }): Contact {
  if (/^\+?[\d() -]+$/.test(cell) && cell.length <= max) return one(cell)
  if (isNothing(cell)) return one('')
  const text = codeOf(cell)
  // Its last digits are lost.
  if (isRounded(text)) return one(cell)
  const parts = text.split(SEPARATOR).filter((part) => digits(part) >= 5)
  const part = (isMobile && parts.find(isMobileLabel)) || parts[0] || text
  const number = digits(part) > MAX_DIGITS && !hasExtension(part) ? firstHalf(part) : part
  return { value: phoneText(number), hasMore: parts.length > 1 || number !== part, isCut: hasExtension(part) }
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
