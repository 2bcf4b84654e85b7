import { Skeleton } from '@mantine/core'
import { t } from '../../messages.ts'
import { useGo } from '../../navigation/links.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import classes from '../grid.module.css'
import type { GridProps, Page } from '../grid-types.ts'
import type { GridColumns } from '../state/use-columns.ts'
import type { GridState } from '../state/use-grid-state.ts'
import type { Selection } from '../state/use-selection.ts'
import { GridHeaderCell } from './GridHeaderCell.tsx'
import { GridRow } from './GridRow.tsx'
import { SecondHeader } from './SecondLine.tsx'
import { CHECKBOXES, useFit } from './use-fit.ts'
import { placeOf, useGridKeys } from './use-grid-keys.ts'

const Checkbox = lazyComponent(() => import('./GridCheckbox.tsx'))

/** Placeholder rows while the first page loads. */
const SKELETONS = [1, 2, 3, 4, 5, 6, 7, 8]

type Props<Row, Sort extends string> = {
  props: GridProps<Row, Sort>
  page: Page<Row> | undefined
  selection: Selection<Row> | null
  columns: GridColumns<Row, Sort>
  state: GridState
  pending: boolean
  openMenu: string | null
  setOpenMenu: (column: string | null) => void
}

export function GridTable<Row, Sort extends string>({
  props,
  page,
  selection,
  columns,
  state,
  pending,
  ...menu
}: Props<Row, Sort>) {
  const go = useGo()
  const rows = page?.Data ?? []
  const lead = selection ? 1 : 0
  const openRow = (row: Row) => {
    const path = props.open?.(row)
    if (path) go(path)
  }
  const { scroll, edges, onScroll, inRow, inSecondLine } = useFit(columns, props.columns, page)
  const keys = useGridKeys({
    rows: rows.length,
    columns: inRow.length + lead,
    onEnter: (index) => openRow(rows[index] as Row),
    onSpace: (index) => selection?.toggle(rows[index] as Row),
    onMenu: (column) => menu.setOpenMenu(inRow[column - lead]?.id ?? null),
  })
  const first = (state.page - 1) * state.size + 2
  const isActive = (row: number, column: number) => keys.active.row === row && keys.active.column === column
  const gridRows = rows.map((row, index) => (
    <GridRow
      key={props.rowId(row)}
      {...{ row, index, selection, props, columns, inRow, inSecondLine }}
      rowIndex={first + index}
      activeColumn={keys.active.row === index ? keys.active.column : null}
      open={openRow}
    />
  ))
  return (
    <div className={classes.frame} data-more-right={edges.right || undefined} data-more-left={edges.left || undefined}>
      <div ref={scroll} className={classes.scroll} data-pending={pending || undefined} onScroll={onScroll}>
        <table
          ref={keys.table}
          {...keys.handlers}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of the WAI-ARIA pattern is a table worked by arrows
          role="grid"
          className={classes.table}
          aria-label={props.title}
          aria-busy={!page || pending}
          aria-rowcount={page && !page.TotalIsAtLeast ? page.Total + 1 : -1}
          aria-multiselectable={selection ? true : undefined}
        >
          <thead>
            <tr aria-rowindex={1}>
              {selection && (
                <th className={classes.check} scope="col" data-column={CHECKBOXES}>
                  <SelectPage rows={rows} selection={selection} active={isActive(-1, 0)} />
                </th>
              )}
              {inRow.map((column, index) => (
                <GridHeaderCell
                  key={column.id}
                  {...{ column, columns, state }}
                  place={placeOf(-1, index + lead)}
                  active={isActive(-1, index + lead)}
                  menuOpen={menu.openMenu === column.id}
                  setMenuOpen={(open) => menu.setOpenMenu(open ? column.id : null)}
                />
              ))}
            </tr>
            <SecondHeader columns={inSecondLine} span={inRow.length + lead} state={state} />
          </thead>
          {inSecondLine.length > 0 ? (
            gridRows
          ) : (
            <tbody>
              {!page && <SkeletonRows columns={[...(selection ? [CHECKBOXES] : []), ...inRow.map(({ id }) => id)]} />}
              {gridRows}
            </tbody>
          )}
        </table>
      </div>
    </div>
  )
}

function SelectPage<Row>({ rows, selection, active }: { rows: Row[]; selection: Selection<Row>; active: boolean }) {
  const chosen = rows.filter(selection.has).length
  return (
    <Checkbox
      size="xs"
      data-place={placeOf(-1, 0)}
      tabIndex={active ? 0 : -1}
      aria-label={t('GridSelectPage').text}
      checked={rows.length > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      disabled={rows.length === 0}
      aria-disabled={selection.isFixed}
      onChange={(event) => selection.set(rows, event.currentTarget.checked)}
    />
  )
}

function SkeletonRows({ columns }: { columns: readonly string[] }) {
  return SKELETONS.map((row) => (
    <tr key={row} className={classes.skeleton} aria-hidden>
      {columns.map((column) => (
        <td key={column}>
          <Skeleton height={12} radius="sm" />
        </td>
      ))}
    </tr>
  ))
}
