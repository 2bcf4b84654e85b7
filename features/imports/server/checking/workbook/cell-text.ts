import { formatValue } from 'hucre'
import type { Cell, CellValue } from 'hucre/xlsx'

// Runs in a process of its own: see ../workbook.ts.

/** Longest format that Excel stores. */
const MAX_FORMAT = 255
/** Digits of a number that Excel keeps and shows. */
const DIGITS = 15
/** Times without a day are stored as a part of the day before the first one. */
const FIRST_DAY = Date.UTC(1900, 0, 1)
const NO_TIME = 'T00:00:00.000Z'
const LITERALS = /\\.|"[^"]*"|\[[^\]]*\]|[_*]./g
/** A format that gives a whole number leading zeros or puts signs between its digits, such as `00000` or `(###) ###-####`. */
const DIGIT_GROUPS = /^[0#?\-+() ;/]*[0#][0#?\-+() ;/]*$/
const PERCENT = /^[0#?.]*[0#][0#?.]*%$/
/** A date that a workbook stores as text (ISO 29500 `t="d"`). */
const STORED_DATE = /^(\d{4}-\d\d-\d\d)T00:00:00(\.0+)?Z?$/

/**
 * The text of a cell as a person sees it: numbers whole, without grouping, decimals of the format and exponents; with the zeros and
 * signs that a format of digits adds; per cent; dates as YYYY-MM-DD; nothing for an error.
 * @param cell what is known beside the value: its format, and that it is an error
 */
export function textOfCell(value: CellValue | undefined, cell: Pick<Cell, 'type' | 'style'> | undefined): string {
  if (value === null || value === undefined || cell?.type === 'error') return ''
  if (typeof value === 'string') return value.replace(STORED_DATE, '$1')
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return textOfDate(value)
  return textOfNumber(value, cell?.style?.numFmt ?? '')
}

function textOfDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  // Excel rounds to the second.
  const iso = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString()
  const time = iso.slice(11, 19).replace(/:00$/, '')
  if (date.getTime() < FIRST_DAY) return time
  return iso.endsWith(NO_TIME) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}

function textOfNumber(value: number, format: string): string {
  if (!Number.isFinite(value)) return ''
  const isFormatted = format.length <= MAX_FORMAT && Math.abs(value) < 10 ** DIGITS
  const bare = isFormatted ? format.replace(LITERALS, '') : ''
  const isShown = Number.isInteger(value) ? DIGIT_GROUPS.test(bare) || PERCENT.test(bare) : PERCENT.test(bare)
  if (isShown) return formatValue(value, format).trim()
  return Number(value.toPrecision(DIGITS)).toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
}
