/** An extension at the end of a number, in the languages of the product, of RFC 3966 and as a pause that a phone dials. */
const EXTENSION =
  /(?:\s*[,;]+\s*|\s+|(?<=[\d)]))(?:(?:extension|extn?|xt?|int(?:erno)?|anexo|durchwahl|dw|nst|poste|доб)\b\.?|ext\.?|x|#|(?<=[,;]\s*))\s*[.:=]?\s*\d{1,7}\s*#?$/iu
/** A scheme or a label in front, such as `tel:`, "Mobile:" or "Mobile - ". */
const LABEL = /^[\p{L}][\p{L} ]*[.:-]*\s*(?=[+(\d])/u
/** A label behind, such as "home" or " - Home"; letters without a blank before them may be a number in letters. */
const LABEL_BEHIND = /(?<=\d)\s+(?:-\s*)?\p{L}[\p{L} ]*\.?$/u
/** A label in brackets, such as "(M)". */
const BRACKETED = /\(\s*\p{L}[^)]*\)/gu
const CONTEXT = /;phone-context=(\+\d+)/i
/** Longer texts are no number, and are not read: strangers send them too. */
const LONGEST = 100
/** Digits with their signs, of which forms allow 20 (spec 2 §5). */
const MAX = 20

/** A text with the digits, hyphens and blanks that forms take; digits of any script are read. */
export const inPlainSigns = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212\u30fc_~]/gu, '-')
    .replace(/[·•∙‧]/g, '.')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .trim()

/** The value of a decimal digit: in Unicode those of a script follow each other, from 0 to 9. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}

/** Whether a number has an extension, which no text message reaches. */
export const hasExtension = (text: string): boolean =>
  text.length <= LONGEST && EXTENSION.test(inPlainSigns(text).replace(CONTEXT, ''))

/**
 * A phone number as forms take it (spec 2 §5), from what people paste: digits of other scripts, other hyphens and blanks, `tel:`,
 * labels, slashes, and invisible marks. An extension is cut off. What is no number stays as it is.
 */
export function phoneText(text: string): string {
  if (text.length > LONGEST) return text
  const plain = inPlainSigns(text)
  const context = CONTEXT.exec(plain)?.[1] ?? ''
  const number = (context ? context + plain.replace(LABEL, '') : plain)
    .replace(CONTEXT, '')
    .replace(EXTENSION, '')
    .replace(LABEL, '')
    .replace(BRACKETED, '')
    .trim()
    .replace(LABEL_BEHIND, '')
    .replace(/;.*$/, '')
    .replace(/\//g, '-')
    .replace(/[[{]/g, '(')
    .replace(/[\]}]/g, ')')
    .replace(/^\(\s*\+/, '+(')
    .trim()
  if (!/\d/.test(number)) return plain
  return number.length <= MAX ? number : number.replace(/\(0\)/g, '').replace(/[() .-]/g, '')
}
