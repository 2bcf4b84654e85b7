import { useHotkeys } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { keysWork } from '../../navigation/keys.ts'

/** Rows skipped by PageUp and PageDown. */
const LEAP = 10
/** The row of the header, above row 0. */
const HEADER = -1
export type CellPosition = { row: number; column: number }

/** Marks a cell for keyboard navigation. */
export const placeOf = (row: number, column: number) => `${row}:${column}`

type Grid = {
  rows: number
  columns: number
  onEnter: (row: number) => void
  onSpace: (row: number) => void
  onMenu: (column: number) => void
}

/**
 * One stop of the Tab key for the whole grid, arrows inside (WAI-ARIA grid): arrows from cell to cell, Home and End within the
 * row, with Ctrl to the first and last row, PageUp and PageDown by ten; Enter opens the row, Space or X checks it, F2 edits the cell, Alt+Down
 * opens the column's menu. J and K move to the next and previous row, also while the focus is outside.
 */
export function useGridKeys(grid: Grid) {
  const table = useRef<HTMLTableElement>(null)
  const [requested, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const active = {
    row: Math.min(requested.row, grid.rows - 1),
    column: Math.min(requested.column, grid.columns - 1),
  }

  const go = ({ row, column }: CellPosition) => {
    const to = { row: clamp(row, HEADER, grid.rows - 1), column: clamp(column, 0, grid.columns - 1) }
    setActive(to)
    const cell = table.current?.querySelector<HTMLElement>(`[data-place="${placeOf(to.row, to.column)}"]`)
    cell?.focus()
  }

  useHotkeys(
    Object.entries(LETTERS).map(([letter, step]) => [
      letter,
      (event) => {
        const isElsewhere = !table.current?.contains(event.target as Node)
        if (!isElsewhere || !hasLetters(table.current) || !keysWork()) return
        go({ row: Math.max(0, active.row + Math.min(0, step)), column: active.column })
      },
    ]),
  )

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const place = placeFrom(event.target as HTMLElement)
    if (!place || event.metaKey) return
    if (event.altKey && event.key === 'ArrowDown' && place.row === HEADER) {
      event.preventDefault()
      // The menu listens to the document as soon as it is open, and this key would close it.
      event.stopPropagation()
      return grid.onMenu(place.column)
    }
    if (event.altKey) return
    const to = destination(event, place, grid) ?? (isTyping(event.target as HTMLElement) ? null : byLetter(event, place))
    if (to) {
      event.preventDefault()
      return go(to)
    }
    const target = event.target as HTMLElement
    const inWidget = target.matches('a, button, input, select, textarea')
    if (place.row === HEADER || (inWidget && !(event.key === 'x' && isCheckbox(target)))) return
    if (event.key === 'Enter') grid.onEnter(place.row)
    else if (event.key === ' ' || (event.key === 'x' && !event.ctrlKey)) grid.onSpace(place.row)
    else if (event.key === 'F2') (event.target as HTMLElement).querySelector<HTMLElement>('[data-pencil]')?.click()
    else return
    event.preventDefault()
  }

  const onFocus = (event: FocusEvent<HTMLTableElement>) => {
    const place = placeFrom(event.target)
    if (place && (place.row !== requested.row || place.column !== requested.column)) setActive(place)
  }
  return { table, active, handlers: { onKeyDown, onFocus } }
}

const isCheckbox = (target: HTMLElement) => target.matches('[type=checkbox]')
const isTyping = (target: HTMLElement) => target.matches('input, select, textarea') && !isCheckbox(target)
const LETTERS: Readonly<Record<string, number>> = { j: 1, k: -1 }
/** Whether J and K are those of the list: on the page of a record they are the record's, and of several lists the first has them. */
const hasLetters = (table: HTMLElement | null) => table === document.querySelector('[role=grid]') && !table?.closest('article')
function byLetter(event: KeyboardEvent<HTMLElement>, { row, column }: CellPosition): CellPosition | null {
  const step = LETTERS[event.key]
  if (!step || event.ctrlKey || row === HEADER || !hasLetters(event.currentTarget)) return null
  return { row: Math.max(0, row + step), column }
}

const clamp = (n: number, low: number, high: number) => Math.max(low, Math.min(high, n))

function placeFrom(target: HTMLElement): CellPosition | null {
  const [row, column] = (target.closest<HTMLElement>('[data-place]')?.dataset.place ?? '').split(':').map(Number)
  return row === undefined || column === undefined ? null : { row, column }
}

function destination(event: KeyboardEvent, { row, column }: CellPosition, grid: Grid): CellPosition | null {
  const far = event.ctrlKey
  switch (event.key) {
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'Home':
      return { row: far ? 0 : row, column: 0 }
    case 'End':
      return { row: far ? grid.rows - 1 : row, column: grid.columns - 1 }
    case 'PageDown':
      return { row: row + LEAP, column }
    case 'PageUp':
      return { row: Math.max(0, row - LEAP), column }
    default:
      return null
  }
}
