import type { MouseEvent } from 'react'
import { t } from '../../messages.ts'
import { ScreenLink, TabReachesLinks } from '../../navigation/links.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import classes from '../grid.module.css'
import type { GridColumn, GridProps } from '../grid-types.ts'
import { cellClass, cellStyle, type GridColumns } from '../state/use-columns.ts'
import type { Selection } from '../state/use-selection.ts'
import { isRowClick, textOf } from './row-content.ts'
import { CELL, HEADER, NO_ROW, ROW, SecondLine } from './SecondLine.tsx'
import { placeOf } from './use-grid-keys.ts'

const Checkbox = lazyComponent(() => import('./GridCheckbox.tsx'))

type Props<Row, Sort extends string> = {
  row: Row
  /** Index on this page, from 0; `rowIndex` counts over all pages with the header. */
  index: number
  rowIndex: number
  props: GridProps<Row, Sort>
  columns: GridColumns<Row, Sort>
  /** The columns of the row, and those of its second line. */
  inRow: readonly GridColumn<Row, Sort>[]
  inSecondLine: readonly GridColumn<Row, Sort>[]
  selection: Selection<Row> | null
  activeColumn: number | null
  open: (row: Row) => void
}

export function GridRow<Row, Sort extends string>({
  row,
  index,
  rowIndex,
  props,
  columns,
  inRow,
  inSecondLine,
  selection,
  activeColumn,
  open,
}: Props<Row, Sort>) {
  const path = props.open?.(row)
  const checked = selection?.has(row)
  const lead = selection ? 1 : 0
  const stop = (column: number) => ({ 'data-place': placeOf(index, column), tabIndex: activeColumn === column ? 0 : -1 })
  const shared = {
    'aria-rowindex': rowIndex,
    'aria-selected': selection ? checked : undefined,
    className: path ? classes.openable : undefined,
    onClick: (event: MouseEvent<HTMLElement>) => isRowClick(event) && open(row),
  }
  const cells = (
    <>
      {selection && (
        <td className={classes.check} {...CELL}>
          <Checkbox
            size="xs"
            {...stop(0)}
            aria-label={t('GridSelectRow', { name: props.rowName(row) }).text}
            checked={checked ?? false}
            aria-disabled={selection.isFixed}
            onChange={() => selection.toggle(row)}
          />
        </td>
      )}
      {inRow.map((column, at) => {
        const content = column.cell ? column.cell(row) : textOf(column, row)
        const isNaming = columns.isNaming(column.id)
        const Cell = isNaming ? 'th' : 'td'
        return (
          <Cell
            key={column.id}
            data-cell={column.id}
            {...stop(at + lead)}
            {...(isNaming ? HEADER : CELL)}
            className={cellClass(column, columns)}
            style={cellStyle(column, columns)}
          >
            <TabReachesLinks value={activeColumn === at + lead}>
              {isNaming && path ? (
                <ScreenLink to={path} tabIndex={-1} className={classes.rowLink}>
                  {content}
                </ScreenLink>
              ) : (
                content
              )}
            </TabReachesLinks>
          </Cell>
        )
      })}
    </>
  )
  if (inSecondLine.length === 0) return <tr {...shared}>{cells}</tr>
  return (
    // One row of the grid in two lines of the table.
    <tbody {...shared} {...ROW}>
      <tr {...NO_ROW}>{cells}</tr>
      <TabReachesLinks value={activeColumn !== null}>
        <SecondLine row={row} columns={inSecondLine} span={inRow.length + lead} />
      </TabReachesLinks>
    </tbody>
  )
}
