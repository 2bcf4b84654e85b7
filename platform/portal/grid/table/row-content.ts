import type { MouseEvent } from 'react'
import type { GridColumn } from '../grid-types.ts'

/** A cell's plain text. */
export function textOf<Row>(column: GridColumn<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = (row as Record<string, unknown>)[column.id]
  return value === null || value === undefined ? '' : String(value)
}

/** Whether a cell has something to show below its label; of a column without a value of its own that is not known. */
export const isFilled = <Row>(column: GridColumn<Row>, row: Row): boolean =>
  Boolean(column.links) || (!column.text && !Object.hasOwn(row as object, column.id)) || textOf(column, row) !== ''

const OWN_CLICK = 'a, button, input, label, select, textarea'

/** Whether a click opens the row: not on an element with its own action, and not while text is selected. */
export const isRowClick = (event: MouseEvent<HTMLElement>) =>
  !(event.target as HTMLElement).closest(OWN_CLICK) && !document.getSelection()?.toString()
