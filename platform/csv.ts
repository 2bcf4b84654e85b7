const FORMULA = /^[=+\-@\t\r]/
const PHONE = /^\+\d+$/
const QUOTED = /[",\r\n]/

/**
 * A CSV cell for spreadsheets. A cell that a spreadsheet would run as a formula gets an apostrophe in front; international phone
 * numbers stay unchanged.
 */
export function csvCell(value: string): string {
  const safe = FORMULA.test(value) && !PHONE.test(value) ? `'${value}` : value
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`
/** Byte order mark: spreadsheets then read the file as UTF-8. */
export const CSV_START = '\ufeff'
