/** A number with a sign. */
const NUMBER = /^[+-]\d+(?:\.\d+)?$/
/**
 * An international phone number: a plus, then 7 to 15 digits with blanks, dots, hyphens, slashes and parentheses, and an extension.
 * Without letters among its digits it names no cell, function or program; behind its digits a letter ends every formula.
 */
const PHONE = /^\+(?:[ ./-]{0,3}\(?\d\)?){7,15}(?:[ ,]{0,2}(?:ext\.?|extension|x|#) ?\d{1,7})?$/i
const QUOTED = /[",;\t\r\n]/

/**
 * What a spreadsheet may run as a formula: a sign, also in full width or after blanks, at the start of a cell. A spreadsheet whose
 * list separator is `;` or a tab also splits inside our quotation marks, and begins a row after a line break. Apostrophes in front
 * are included, so that removing one apostrophe restores every text.
 */
const SIGN = /(?='*[^\S\t\r\n]*[=+\-@＝＋－＠])/.source
const CONTROL = /(?='*[\t\r\n])/.source
const AT_START = new RegExp(`^(?:${SIGN}|${CONTROL})`)
const INSIDE = new RegExp(`([;\\t\\r\\n])${SIGN}`, 'g')
const GUARD_AT_START = new RegExp(`^'(?:${SIGN}|${CONTROL})`)
const GUARD_INSIDE = new RegExp(`([;\\t\\r\\n])'${SIGN}`, 'g')

/** What is quoted or guarded; most cells have nothing of it. */
const SPECIAL = /[",;\t\r\n=+\-@＝＋－＠]/

/**
 * A CSV cell for spreadsheets. A text that a spreadsheet would run as a formula gets an apostrophe in front; international phone
 * numbers and numbers with a sign stay unchanged (decisions "People").
 */
export function csvCell(value: string): string {
  if (!SPECIAL.test(value)) return value
  const safe = NUMBER.test(value) || PHONE.test(value) ? value : value.replace(INSIDE, "$1'").replace(AT_START, "'")
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of an unquoted cell without the apostrophes that `csvCell` adds. */
export const withoutApostrophes = (cell: string): string => cell.replace(GUARD_AT_START, '').replace(GUARD_INSIDE, '$1')

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
/** Byte order mark: spreadsheets then read the file as UTF-8. */
export const CSV_START = '\ufeff'
