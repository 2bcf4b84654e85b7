import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CallError } from '../api/call-error.ts'
import { useRefresh } from '../api/queries.ts'
import type { PortalBulkAction } from '../bulk/bulk-action.ts'
import { isOld, useLoadFailure } from '../feedback/load-failure.tsx'
import { RefreshFailed } from '../feedback/RefreshFailed.tsx'
import { useMay } from '../session/viewer.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { NARROW_QUERY } from '../ui/theme.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import classes from './grid.module.css'
import type { GridProps, Page } from './grid-types.ts'
import { lastReachable } from './state/grid-address.ts'
import { useColumns } from './state/use-columns.ts'
import { useGridQuery, useGridRows } from './state/use-grid-rows.ts'
import { type GridState, useGridState } from './state/use-grid-state.ts'
import { useSelection } from './state/use-selection.ts'
import type Cards from './table/GridCards.tsx'
import { GridEmpty, GridError } from './table/GridStates.tsx'
import { GridTable } from './table/GridTable.tsx'
import { BulkBar } from './toolbar/BulkBar.tsx'
import { GridToolbar } from './toolbar/GridToolbar.tsx'
import { Pager } from './toolbar/Pager.tsx'
import { useViewControls } from './view-controls.ts'

const NO_ACTIONS: readonly PortalBulkAction[] = []

/** Not part of the first list on a wide screen. */
const GridCards = lazyComponent(() => import('./table/GridCards.tsx')) as typeof Cards

/**
 * The portal's one grid: pages, sorts and filters on the server, keeps its state in the address and its columns in local
 * storage, works by keyboard, and becomes cards on a narrow screen. See docs/how-to/add-a-screen.md.
 */
export function DataGrid<Row, Sort extends string>(props: GridProps<Row, Sort>) {
  const state = useGridState(props)
  const query = useGridRows(props, state)
  const columns = useColumns(props.id, props.columns, state.view)
  const mayRemove = useMay(...(props.remove ? [props.remove.permission] : []))
  const remove = mayRemove ? props.remove : undefined
  const selection = useSelection(props.rowId, JSON.stringify([state.values, state.size]), query.isPlaceholderData)
  const bulk = props.bulk ?? NO_ACTIONS
  const mayBulk = useMay(...bulk.map(({ permission }) => permission))
  const selectable = Boolean(remove || mayBulk)
  const matching = useGridQuery(props, state)
  const narrow = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false })
  const [openMenu, setOpenMenu] = useState<string | null>(null)

  const controls = useViewControls()
  const shownView = { listId: props.id, title: props.title, state, columns }

  const refresh = useRefresh()
  const page = query.data
  const failed = useLoadFailure(query, props.failure)
  useMendedPage(query.isPlaceholderData ? undefined : page, query.error, state)
  const initialOf = (name: string) => props.filters?.find((filter) => filter.name === name)?.initial
  const filtered = Object.entries(state.values).some(([name, value]) => String(value) !== initialOf(name))
  const shared = { props, page, selection: selectable ? selection : null, size: state.size, pending: query.isPlaceholderData }
  return (
    <section className={classes.grid} aria-label={props.title} data-old={isOld(query) || undefined}>
      <GridToolbar
        {...{ props, state, columns, page, remove, matching }}
        isUnchecked={selection.isEmpty}
        reload={() => {
          failed.again()
          void refresh([props.operation])
        }}
        reloading={query.isFetching}
      />
      {props.lead}
      {controls && state.views.length > 0 && <controls.Tabs {...shownView} />}
      {props.filters && (
        <FilterBar filters={props.filters} state={state}>
          {controls && (state.isChanged || columns.isUnsaved) && <controls.Save {...shownView} />}
        </FilterBar>
      )}
      {selectable && (
        <BulkBar
          {...{ selection, page, remove }}
          operation={props.operation}
          actions={bulk}
          query={matching}
          rowName={props.rowName}
        />
      )}
      {isOld(query) && failed.texts && <RefreshFailed query={query} texts={failed.texts} retry={failed.retry} />}
      {failed.texts && !page ? (
        <GridError {...failed.texts} retry={failed.retry} />
      ) : page && page.Data.length === 0 ? (
        <GridEmpty filtered={filtered} clear={state.clearFilters}>
          {props.empty}
        </GridEmpty>
      ) : narrow ? (
        <GridCards {...shared} />
      ) : (
        <GridTable {...shared} columns={columns} state={state} openMenu={openMenu} setOpenMenu={setOpenMenu} />
      )}
      {page && page.Data.length > 0 && !props.whole && <Pager page={page} state={state} />}
    </section>
  )
}

/** Replaces a page past the end, for example after a deletion, by the last page, and one with an invalid cursor by the first. */
function useMendedPage(page: Page<unknown> | undefined, error: CallError | null, state: GridState) {
  const isPastEnd = page !== undefined && page.Data.length === 0 && state.page > 1
  const last = Math.max(1, Math.ceil((page?.Total ?? 0) / state.size))
  const isLost = error?.field === 'After' && state.after !== undefined
  const to = isPastEnd ? Math.min(last, state.page - 1, lastReachable(state.size)) : isLost ? 1 : null
  const setPage = useEffectEvent(state.setPage)
  useEffect(() => {
    if (to !== null) void setPage(to)
  }, [to])
}
