import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams, useSetSearchParams } from '../../navigation/links.tsx'
import { localStore } from '../../session/storage.ts'
import { useViewer } from '../../session/viewer.tsx'
import type { FilterValues, GridFilter, GridProps, GridView } from '../grid-types.ts'
import {
  ANY,
  changeToView,
  correctionOf,
  filterValues,
  type GridSort,
  openingOf,
  placeFrom,
  type SearchChange,
  searchOfView,
  shownBy,
  sortText,
} from './grid-address.ts'

/** Pause in typing, in ms, after which a text filter applies. */
export const FILTER_PAUSE = 300
/** Longest text filter, in characters; contracts accept the same. */
export const FILTER_MAX = 100

/** Page, sort, filters and view of a grid, stored in the address, so that a link or a reload shows the same rows. */
export function useGridState<Row, Sort extends string>(props: GridProps<Row, Sort>) {
  const filters = props.filters ?? []
  const views = useViewer().savedViews.filter(({ list }) => list === props.id)
  const set = useSetSearchParams()
  const search = useOpenedSearch(props, views)
  const { firstSize, ...place } = placeFrom(search, props)
  const view = views.find(({ id }) => id === search.view) ?? null
  const shown = shownBy(search, props, filters)
  const initially = shownBy(view ? searchOfView(view, filters) : {}, props, filters)
  const byDefault = shownBy({}, props, filters)

  const cleared = (filter: GridFilter | undefined) => (filter && (filter.initial || view?.filters[filter.name]) ? ANY : undefined)
  /** A changed filter clears those that depend on it or are limited by it. */
  const changed = (name: string, value: string | undefined): SearchChange => {
    const change = { [name]: value || cleared(filters.find((filter) => filter.name === name)) }
    for (const child of filters)
      if (child.parent === name || child.narrowedBy === name) Object.assign(change, changed(child.name, undefined))
    return change
  }
  const toFirstPage = { page: undefined, after: undefined }
  return {
    ...place,
    values: filterValues(filters, search) as FilterValues,
    setPage: (next: number, cursor?: string) => set({ page: next > 1 ? String(next) : undefined, after: cursor }),
    setSize: (next: number) => set({ ...toFirstPage, size: next === firstSize && !view ? undefined : String(next) }),
    setSort: (sort: GridSort) => set({ ...toFirstPage, sort: sortText(sort) }),
    setFilter: (name: string, value: string | undefined) => set({ ...toFirstPage, ...changed(name, value) }),
    clearFilters: () => set({ ...toFirstPage, ...Object.fromEntries(filters.map((filter) => [filter.name, cleared(filter)])) }),
    /** The user's views of this list. */
    views,
    view,
    /** Opens a view, or with null the list without one. */
    openView: (next: GridView | null) => {
      const hasDefault = views.some(({ isDefault }) => isDefault)
      return set(changeToView(next, filters, hasDefault))
    },
    /** The filters, sort and size of a view of what is shown. */
    shown: {
      filters: shown.filters,
      sort: shown.sort === byDefault.sort ? null : shown.sort,
      size: shown.size === byDefault.size ? null : shown.size,
    },
    /** Whether filters, sort or size differ from those of the open view, or else from those of the list. */
    isChanged: JSON.stringify(shown) !== JSON.stringify(initially),
  }
}
export type GridState = ReturnType<typeof useGridState>

/**
 * The address, with what the list adds to it when it is opened, and with corrected page, size and sort. The list uses it before
 * the address has it, and thus asks for its rows once.
 */
function useOpenedSearch<Row, Sort extends string>(props: GridProps<Row, Sort>, views: readonly GridView[]) {
  const address = useSearchParams()
  const set = useSetSearchParams()
  const filters = props.filters ?? []
  const key = props.remember ? `filter.${props.id}` : null
  const [remembered, setRemembered] = useState(() => (key ? localStore.readJson<Record<string, string>>(key) : null))
  const opening = openingOf(address, { filters, views, remembered })
  const opened = opening ? { ...address, ...opening } : address
  const change = { ...opening, ...correctionOf(opened, props) }
  const pending = JSON.stringify(change, (_, value) => value ?? null)

  const apply = useEffectEvent(() => set(change))
  useEffect(() => {
    // What is remembered is for the arrival only: it must not come back when all filters are cleared.
    const arrived = () => setRemembered(null)
    if (pending === '{}') arrived()
    else void apply().then(arrived)
  }, [pending])

  // Across visits (spec 2 §2, registration lists), without personal data.
  const lasting = filters.filter(({ name, personal }) => !personal && opened[name])
  const written = JSON.stringify(Object.fromEntries(lasting.map(({ name }) => [name, opened[name]])))
  useEffect(() => {
    if (key) localStore.write(key, written)
  }, [key, written])
  return opened
}
