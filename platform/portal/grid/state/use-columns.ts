import { useState } from 'react'
import { localStore, sessionStore } from '../../session/storage.ts'
import classes from '../grid.module.css'
import type { ColumnLayout, GridColumn, GridView } from '../grid-types.ts'
import { inOrder, isSameLayout, layoutFrom, moved, NO_CHANGES, withinLimits } from './column-layout.ts'

/**
 * The columns of a list, with the user's changes: which are shown, their order and width. Without a view they are kept in local
 * storage; changes under a view are kept for the tab until they are saved in it. The column that names the row is always shown.
 */
export function useColumns<Row, Sort extends string>(
  gridId: string,
  columns: readonly GridColumn<Row, Sort>[],
  view: GridView | null,
) {
  const store = view ? sessionStore : localStore
  const key = view ? `grid.${gridId}.${view.id}` : `grid.${gridId}`
  const read = () => ({ key, changed: store.readJson<ColumnLayout>(key) })
  const [stored, setStored] = useState(read)
  // Another view was opened.
  const current = stored.key === key ? stored : read()
  if (current !== stored) setStored(current)

  const start = view?.columns ?? NO_CHANGES
  const layout = current.changed ? layoutFrom(current.changed) : start
  const discard = () => {
    store.forget(key)
    setStored({ key, changed: null })
  }
  const change = (part: Partial<ColumnLayout>) => {
    const changed = { ...layout, ...part }
    if (isSameLayout(changed, start)) return discard()
    store.writeJson(key, changed)
    setStored({ key, changed })
  }

  const naming = (columns.find((column) => column.names) ?? columns[0])?.id
  const isShown = ({ id, hidden = false }: GridColumn<Row, Sort>) => id === naming || (layout.shown[id] ?? !hidden)
  const ordered = inOrder(columns, layout.order)
  const visible = ordered.filter(isShown)
  const visibleIds = visible.map(({ id }) => id)
  const show = (id: string, shown: boolean) => change({ shown: { ...layout.shown, [id]: shown } })
  const moveTo = (id: string, to: string) =>
    change({
      order: moved(
        ordered.map((column) => column.id),
        id,
        to,
      ),
    })
  return {
    /** Shown, in their order. */
    visible,
    layout,
    choices: ordered.map((column) => ({
      id: column.id,
      header: column.header,
      shown: isShown(column),
      fixed: column.id === naming,
      toggle: () => show(column.id, !isShown(column)),
    })),
    hide: (id: string) => show(id, false),
    /** Whether it names the row. */
    isNaming: (id: string) => id === naming,
    /** Moves a column to the place of another. */
    moveTo,
    /** Moves a column one place to the left (-1) or right (1); null if it is at the edge. */
    mover: (id: string, by: -1 | 1): (() => void) | null => {
      const to = visibleIds[visibleIds.indexOf(id) + by]
      return to === undefined ? null : () => moveTo(id, to)
    },
    /** The width in px that the user or the list has set; undefined where the content decides. */
    widthOf: (column: GridColumn<Row, Sort>): number | undefined => layout.widths[column.id] ?? column.width,
    /** Sets a width; undefined leaves it to the content. */
    resize: (id: string, width: number | undefined) => {
      const { [id]: _, ...others } = layout.widths
      change({ widths: width === undefined ? others : { ...others, [id]: withinLimits(width) } })
    },
    /** Back to the columns of the list. */
    reset: () => change(NO_CHANGES),
    isChanged: !isSameLayout(layout, NO_CHANGES),
    /** Back to the columns of the open view. */
    discard,
    isUnsaved: !isSameLayout(layout, start),
  }
}
export type GridColumns<Row, Sort extends string = string> = ReturnType<typeof useColumns<Row, Sort>>

/** The classes of a column's cells, including its header's. */
export const cellClass = <Row, Sort extends string>(column: GridColumn<Row, Sort>, columns: GridColumns<Row, Sort>) =>
  [column.align === 'right' && classes.right, columns.isNaming(column.id) && classes.naming].filter(Boolean).join(' ') ||
  undefined

/** The width of a column's cells, including its header's. */
export function cellStyle<Row, Sort extends string>(column: GridColumn<Row, Sort>, columns: GridColumns<Row, Sort>) {
  const width = columns.widthOf(column)
  return width === undefined ? undefined : { width, minWidth: width, maxWidth: width }
}
