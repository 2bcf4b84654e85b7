import { withoutApostrophes } from '#platform/csv.ts'
import { withoutForbidden } from '#platform/wire.ts'

/** Cells that need no cleaning: words of ASCII with single blanks, without the beginning of a guard. */
const PLAIN = /^[!-&(-:<>-~][!-:<-~]*(?: [!-:<-~]+)*$/
/** The guard that keeps a spreadsheet from reading a text as a number: ="007" */
const GUARD = /^\s*="((?:[^"]|"")*)"\s*$/
const LINE_BREAKS = /\s*[\n\r\v\f\u0085\u2028\u2029]\s*/g
const BLANKS = /[^\S\n]+/g

/** Of a longer cell no more is read: no value of a resident is that long. Strangers send cells too. */
const LONGEST_CELL = 400

/** Of codes of property systems. */
const LONGEST_CODE = 40

/**
 * The text of a cell: NFC, without the guards of spreadsheets and without invisible characters, trimmed, and with one blank for each
 * run of blanks of any kind. A line break within the text stays a line feed.
 */
export function cleanCell(cell: string): string {
  if (cell.length > LONGEST_CELL) return cleanCell(cell.slice(0, LONGEST_CELL))
  if (cell === '' || PLAIN.test(cell)) return cell
  const guarded = GUARD.exec(cell)?.[1]?.replaceAll('""', '"')
  const text = (guarded ?? withoutApostrophes(cell.trim())).normalize('NFC').replace(LINE_BREAKS, '\n')
  return withoutForbidden(text).replace(BLANKS, ' ').trim()
}

/** A clean cell in one line. */
export const oneLine = (cell: string): string => (cell.includes('\n') ? cell.replaceAll('\n', ' ') : cell)

const NOTHING = new Set(
  'n/a,n.a.,n.a,na,#n/a,none,null,nil,nan,undefined,unknown,not available,not applicable,not provided,no email,no e-mail,no phone,tbd,tba,(none),(null),(blank),<none>,<null>,k.a.,k. a.,keine,keiner,keine angabe,unbekannt,nicht vorhanden,ninguno,ninguna,no tiene,no disponible,desconocido,sin correo,sin teléfono'.split(
    ',',
  ),
)
/** Signs alone, and the errors of formulas. */
const NO_TEXT = /^(?:[\s.,;:_?/\\'"*–—−-]*|#(?:ref!|value!|name\?|null!|num!|div\/0!|n\/a|getting_data|spill!|calc!))$/i

/** Whether an optional cell says that there is nothing. */
export const isNothing = (text: string): boolean => NO_TEXT.test(text) || (text.length < 20 && NOTHING.has(text.toLowerCase()))
/** Whether a part of a name is missing; "Null" and "None" are names of people. */
export const isNoName = (text: string): boolean =>
  NO_TEXT.test(text) || /^(?:n\/a|n\.a\.?|\(none\)|\(null\)|\(blank\)|<none>|<null>)$/i.test(text)

/** A number that a spreadsheet has rounded, as it shows long ones: 1.23E+11 */
export const isRounded = (text: string): boolean => /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text)
/** A code without the decimals that a column of numbers adds (101.0), and without the apostrophe that marks it as a text ('0901). */
export const codeOf = (text: string): string => text.replace(/^'(?=\d)/, '').replace(/^(\d+)\.0+$/, '$1')

/** Whether a text is a code, such as t0012345, p-100 or 4711, and neither a name nor a number in words. */
export const isCode = (text: string): boolean =>
  text.length <= LONGEST_CODE && /\d/.test(text) && /^[\p{L}\p{N}._#/-]+$/u.test(text)

const MONTH = '(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|ene|abr|ago|dic)'
const DATE = new RegExp(
  `^(?:\\d{1,2}[-. /]{1,2}${MONTH}\\.?(?:[-. /]\\d{2,4})?|${MONTH}\\.?[-. /]\\d{1,4}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}(?:[ T].*)?)$`,
  'i',
)
/** Whether a spreadsheet may have made a date of a code: 1-Jan of 1-1. */
export const isDate = (text: string): boolean => DATE.test(text)
