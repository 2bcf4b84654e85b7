/**
 * CSV for spreadsheets. A cell that a spreadsheet would run as a formula gets an apostrophe in front; a phone number in
 * international form stays as it is.
 */
const FORMULA = /^[=+\-@\t\r]/
const PHONE = /^\+\d+$/
const QUOTED = /[",\r\n]/

export function csvCell(value: string): string {
  const safe = FORMULA.test(value) && !PHONE.test(value) ? `'${value}` : value
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
/** In front of a file, so that spreadsheets read it as UTF-8. */
export const CSV_START = '\ufeff'
