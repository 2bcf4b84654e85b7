import { localDayText, localTimeText } from '#platform/date-format.ts'
import type { Cell, CellKind } from '../../model.ts'

/** The text of cells, in a language and format of dates. */
export function cellTexts(language: string, dateFormat: string) {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (cell: Cell, kind: CellKind): string => {
    if (cell === null || cell === '') return ''
    if (typeof cell === 'number') {
      if (kind === 'percent') return `${decimal.format(cell)} %`
      return kind === 'hours' ? `${decimal.format(cell)} h` : whole.format(cell)
    }
    if (kind === 'time') return localTimeText(cell, dateFormat)
    return kind === 'day' ? localDayText(cell, dateFormat) : cell
  }
}
export type CellText = ReturnType<typeof cellTexts>
