import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { GridColumn } from '../grid-types.ts'
import type { GridState } from '../state/use-grid-state.ts'
import { isFilled, textOf } from './row-content.ts'
import classes from './second-line.module.css'

/** The roles of a row in two lines: the group of both is the row. Cells in a line that is no row need theirs. */
export const ROW = { role: 'row' }
export const NO_ROW = { role: 'presentation' }
export const CELL = { role: 'gridcell' }
export const HEADER = { scope: 'row', role: 'rowheader' }

type Props<Row, Sort extends string> = { row: Row; columns: readonly GridColumn<Row, Sort>[]; span: number }

/** What does not fit into a row, below it: each value with its label. Empty values are omitted. */
export function SecondLine<Row, Sort extends string>({ row, columns, span }: Props<Row, Sort>) {
  return (
    <tr className={classes.second} {...NO_ROW}>
      <td colSpan={span} {...CELL}>
        <div className={classes.values}>
          {columns
            .filter((column) => isFilled(column, row))
            .map((column) => (
              <span key={column.id}>
                {!column.links && <span className={classes.label}>{column.header}</span>}{' '}
                <span data-cell={column.id}>{column.cell ? column.cell(row) : textOf(column, row)}</span>
              </span>
            ))}
        </div>
      </td>
    </tr>
  )
}

type HeaderProps<Row, Sort extends string> = {
  columns: readonly GridColumn<Row, Sort>[]
  span: number
  state: GridState
}

/** The headers of the columns in the second line, which sort as the others do. */
export function SecondHeader<Row, Sort extends string>({ columns, span, state }: HeaderProps<Row, Sort>) {
  const sortable = columns.filter(({ links }) => !links)
  if (sortable.length === 0) return null
  return (
    <tr className={classes.second}>
      <th colSpan={span} scope="colgroup">
        <div className={classes.values}>
          {sortable.map(({ id, header }) => {
            const direction = state.sort?.column === id ? state.sort.direction : null
            const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp
            return (
              <button
                key={id}
                type="button"
                className={classes.sort}
                aria-pressed={direction !== null}
                onClick={() => state.setSort({ column: id, direction: direction === 'asc' ? 'desc' : 'asc' })}
              >
                {header}
                {direction && <Arrow size={12} aria-hidden />}
              </button>
            )
          })}
        </div>
      </th>
    </tr>
  )
}
