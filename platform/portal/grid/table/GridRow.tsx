import type { MouseEvent } from 'react'
import { t } from '../../messages.ts'
import { ScreenLink, TabReachesLinks } from '../../navigation/links.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import classes from '../grid.module.css'
import type { GridColumn, GridProps } from '../grid-types.ts'
import { cellClass, type GridColumns } from '../state/use-columns.ts'
import type { Selection } from '../state/use-selection.ts'
import { placeOf } from './use-grid-keys.ts'

const Checkbox = lazyComponent(() => import('./GridCheckbox.tsx'))

/** A cell's plain text. */
export function textOf<Row>(column: GridColumn<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = (row as Record<string, unknown>)[column.id]
  return value === null || value === undefined ? '' : String(value)
}

type Props<Row, Sort extends string> = {
  row: Row
  /** Index on this page, from 0; `rowIndex` counts over all pages with the header. */
  index: number
  rowIndex: number
  props: GridProps<Row, Sort>
  columns: GridColumns<Row, Sort>
  selection: Selection<Row> | null
  activeColumn: number | null
  open: (row: Row) => void
}

const OWN_CLICK = 'a, button, input, label, select, textarea'

/** Whether a click opens the row: not on an element with its own action, and not while text is selected. */
export const isRowClick = (event: MouseEvent<HTMLElement>) =>
  !(event.target as HTMLElement).closest(OWN_CLICK) && !document.getSelection()?.toString()

export function GridRow<Row, Sort extends string>({
  row,
  index,
  rowIndex,
  props,
  columns,
  selection,
  activeColumn,
  open,
}: Props<Row, Sort>) {
  const path = props.open?.(row)
  const checked = selection?.has(row)
  const lead = selection ? 1 : 0
  const stop = (column: number) => ({ 'data-place': placeOf(index, column), tabIndex: activeColumn === column ? 0 : -1 })
  return (
    <tr
      aria-rowindex={rowIndex}
      aria-selected={selection ? checked : undefined}
      className={path ? classes.openable : undefined}
      onClick={(event) => isRowClick(event) && open(row)}
    >
      {selection && (
        <td className={classes.check}>
          <Checkbox
            size="xs"
            {...stop(0)}
            aria-label={t('GridSelectRow', { name: props.rowName(row) }).text}
            checked={checked ?? false}
            onChange={() => selection.toggle(row)}
          />
        </td>
      )}
      {columns.visible.map((column, at) => {
        const content = column.cell ? column.cell(row) : textOf(column, row)
        const isNaming = columns.isNaming(column.id)
        const Cell = isNaming ? 'th' : 'td'
        return (
          <Cell key={column.id} {...stop(at + lead)} {...(isNaming && { scope: 'row' })} className={cellClass(column, columns)}>
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
    </tr>
  )
}
