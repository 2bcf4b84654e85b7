import { type ColumnDef, columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { localStore } from '../../session/storage.ts'
import classes from '../grid.module.css'
import type { GridColumn } from '../grid-types.ts'

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature })
type Remembered = { shown: Record<string, boolean>; order: string[] }
const nothing: never[] = []

/**
 * The shown columns and their order, stored in local storage under the grid's id. Columns that are new in the product appear at
 * their default place, removed ones are dropped. The column that names the row is always shown.
 */
export function useColumns<Row, Sort extends string>(gridId: string, columns: readonly GridColumn<Row, Sort>[]) {
  const key = `grid.${gridId}`
  const [remembered, setRemembered] = useState<Remembered>(() => localStore.readJson<Remembered>(key) ?? { shown: {}, order: [] })
  const remember = (next: Remembered) => {
    setRemembered(next)
    if (Object.keys(next.shown).length + next.order.length > 0) localStore.writeJson(key, next)
    else localStore.forget(key)
  }

  const naming = (columns.find((column) => column.names) ?? columns[0])?.id
  const definitions = useMemo(
    () => columns.map(({ id, header }): ColumnDef<typeof features, never> => ({ id, header, enableHiding: id !== naming })),
    [columns, naming],
  )
  const hiddenAtFirst = Object.fromEntries(columns.filter((column) => column.hidden).map(({ id }) => [id, false]))
  const visibility = { ...hiddenAtFirst, ...remembered.shown }
  const table = useTable({
    features,
    data: nothing,
    columns: definitions,
    state: { columnVisibility: visibility, columnOrder: remembered.order },
    onColumnVisibilityChange: (updater) =>
      remember({ ...remembered, shown: typeof updater === 'function' ? updater(visibility) : updater }),
    onColumnOrderChange: (updater) =>
      remember({ ...remembered, order: typeof updater === 'function' ? updater(remembered.order) : updater }),
  })

  const byId = new Map(columns.map((column) => [column.id, column]))
  const visible = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? [])
  const ids = visible.map((column) => column.id)
  return {
    /** Shown, in their order. */
    visible,
    choices: table.getAllLeafColumns().map((column) => ({
      id: column.id,
      header: byId.get(column.id)?.header ?? column.id,
      shown: column.getIsVisible(),
      fixed: !column.getCanHide(),
      toggle: () => column.toggleVisibility(),
    })),
    hide: (id: string) => table.getColumn(id)?.toggleVisibility(false),
    /** Whether it names the row. */
    isNaming: (id: string) => id === naming,
    /** Moves a column one place to the left (-1) or right (1); null if it is at the edge. */
    mover: (id: string, by: -1 | 1): (() => void) | null => {
      const from = ids.indexOf(id)
      const to = from + by
      if (from < 0 || to < 0 || to >= ids.length) return null
      return () => {
        const order = [...ids]
        order.splice(to, 0, ...order.splice(from, 1))
        table.setColumnOrder([...order, ...columns.map((column) => column.id).filter((other) => !order.includes(other))])
      }
    },
    reset: () => remember({ shown: {}, order: [] }),
    isChanged: Object.keys(remembered.shown).length + remembered.order.length > 0,
  }
}
export type GridColumns<Row, Sort extends string = string> = ReturnType<typeof useColumns<Row, Sort>>

/** The classes of a column's cells, including its header's. */
export const cellClass = <Row, Sort extends string>(column: GridColumn<Row, Sort>, columns: GridColumns<Row, Sort>) =>
  [column.align === 'right' && classes.right, columns.isNaming(column.id) && classes.naming].filter(Boolean).join(' ') ||
  undefined
