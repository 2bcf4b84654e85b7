import classes from '../grid.module.css'
import type { GridColumn } from '../grid-types.ts'
import type { GridColumns } from '../state/use-columns.ts'

/** How the cells of a column stand, its header's included. */
export const cellClass = <Row, Sort extends string>(column: GridColumn<Row, Sort>, columns: GridColumns<Row, Sort>) =>
  [column.align === 'right' && classes.right, columns.isNaming(column.id) && classes.naming].filter(Boolean).join(' ') ||
  undefined
