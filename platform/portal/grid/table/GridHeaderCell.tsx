import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDotsVertical } from '@tabler/icons-react'
import { t } from '../../messages.ts'
import { dragOrder } from '../../ui/drag-order.ts'
import classes from '../grid.module.css'
import type { GridColumn } from '../grid-types.ts'
import type { GridSort } from '../state/grid-address.ts'
import { cellClass, cellStyle, type GridColumns } from '../state/use-columns.ts'
import type { GridState } from '../state/use-grid-state.ts'
import { ColumnEdge } from './ColumnEdge.tsx'

type Props<Row, Sort extends string> = {
  column: GridColumn<Row, Sort>
  columns: GridColumns<Row, Sort>
  state: GridState
  place: string
  active: boolean
  menuOpen: boolean
  setMenuOpen: (open: boolean) => void
}

export function GridHeaderCell<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { column, columns, state, place, active } = props
  const isUnsorted = column.links || column.unsorted
  const sorted = !isUnsorted && state.sort?.column === column.id ? state.sort.direction : null
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
  const stop = { 'data-place': place, tabIndex: active ? 0 : -1 }
  const sortBy = (direction: GridSort['direction']) => state.setSort({ column: column.id, direction })
  return (
    <th
      scope="col"
      className={cellClass(column, columns)}
      style={cellStyle(column, columns)}
      aria-label={column.header}
      data-column={column.id}
      {...dragOrder('column', column.id, columns.moveTo)}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : isUnsorted ? undefined : 'none'}
    >
      <div className={classes.heading}>
        {isUnsorted ? (
          <span className={classes.unsorted} {...stop}>
            {column.header}
          </span>
        ) : (
          <button type="button" className={classes.sort} {...stop} onClick={() => sortBy(sorted === 'asc' ? 'desc' : 'asc')}>
            {column.header}
            <Arrow size={14} aria-hidden data-on={sorted !== null || undefined} />
          </button>
        )}
        <ColumnMenu {...props} sortBy={isUnsorted ? null : sortBy} />
      </div>
      <ColumnEdge column={column} columns={columns} tabIndex={stop.tabIndex} />
    </th>
  )
}

type MenuProps<Row, Sort extends string> = Props<Row, Sort> & { sortBy: ((direction: GridSort['direction']) => void) | null }

function ColumnMenu<Row, Sort extends string>({ column, columns, menuOpen, setMenuOpen, sortBy }: MenuProps<Row, Sort>) {
  const left = columns.mover(column.id, -1)
  const right = columns.mover(column.id, 1)
  const mayHide = !columns.isNaming(column.id)
  if (!sortBy && !left && !right && !mayHide) return null
  return (
    <Menu opened={menuOpen} onChange={setMenuOpen} position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.columnMenu}
          variant="subtle"
          color="gray"
          size="sm"
          tabIndex={-1}
          aria-label={t('GridColumnMenu', { name: column.header }).text}
        >
          <IconDotsVertical size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {sortBy && <Menu.Item onClick={() => sortBy('asc')}>{t('GridSortAscending').text}</Menu.Item>}
        {sortBy && <Menu.Item onClick={() => sortBy('desc')}>{t('GridSortDescending').text}</Menu.Item>}
        {left && <Menu.Item onClick={left}>{t('GridMoveLeft').text}</Menu.Item>}
        {right && <Menu.Item onClick={right}>{t('GridMoveRight').text}</Menu.Item>}
        {mayHide && <Menu.Item onClick={() => columns.hide(column.id)}>{t('GridHideColumn').text}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
