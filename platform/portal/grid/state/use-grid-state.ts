import { useEffect } from 'react'
import { useSearchParams, useSetSearchParams } from '../../navigation/links.tsx'
import { localStore } from '../../session/storage.ts'
import type { FilterValues, GridFilter, GridProps } from '../grid-types.ts'
import { type GridSort, placeFrom, sortText } from './grid-address.ts'

/** The address's value for 'any' of a filter with an initial value. */
const ANY = '*'

/** Pause in typing, in ms, after which a text filter applies. */
export const FILTER_PAUSE = 300
/** Longest text filter, in characters; contracts accept the same. */
export const FILTER_MAX = 100

/** Page, sort and filters of a grid, stored in the address, so that a link or a reload shows the same rows. */
export function useGridState<Row, Sort extends string>(props: GridProps<Row, Sort>) {
  const search = useSearchParams()
  const set = useSetSearchParams()
  const filters = props.filters ?? []
  const { firstSize, ...place } = placeFrom(search, props)
  useRemembered(props.remember ? props.id : null, filters, search, set)

  const values: FilterValues = Object.fromEntries(
    filters.flatMap((filter): [string, string][] => {
      const value = search[filter.name] ?? filter.initial
      return value && value !== ANY ? [[filter.name, value]] : []
    }),
  )
  const toFirstPage = { page: undefined, after: undefined }
  return {
    ...place,
    values,
    setPage: (next: number, cursor?: string) => set({ page: next > 1 ? String(next) : undefined, after: cursor }),
    setSize: (next: number) => set({ ...toFirstPage, size: next === firstSize ? undefined : String(next) }),
    setSort: (sort: GridSort) => set({ ...toFirstPage, sort: sortText(sort) }),
    setFilter: (name: string, value: string | undefined) => set({ ...toFirstPage, ...changed(filters, name, value) }),
    clearFilters: () => set({ ...toFirstPage, ...Object.fromEntries(filters.map((filter) => [filter.name, cleared(filter)])) }),
  }
}
export type GridState = ReturnType<typeof useGridState>

const cleared = (filter: GridFilter) => (filter.initial ? ANY : undefined)

/** A changed filter clears those that depend on it or are limited by it. */
function changed(filters: readonly GridFilter[], name: string, value: string | undefined): Record<string, string | undefined> {
  const filter = filters.find((one) => one.name === name)
  const next: Record<string, string | undefined> = { [name]: value || (filter && cleared(filter)) }
  for (const child of filters)
    if (child.parent === name || child.narrowedBy === name) Object.assign(next, changed(filters, child.name, undefined))
  return next
}

/** Stores a grid's filters across visits (spec 2 §2, registration lists), except personal ones. */
function useRemembered(
  id: string | null,
  filters: readonly GridFilter[],
  search: Readonly<Record<string, string>>,
  set: ReturnType<typeof useSetSearchParams>,
) {
  const key = id && `filter.${id}`
  const written = JSON.stringify(
    Object.fromEntries(
      filters.filter((filter) => !filter.personal && search[filter.name]).map(({ name }) => [name, search[name]]),
    ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken up once, on arrival
  useEffect(() => {
    const before = key ? localStore.readJson<Record<string, string>>(key) : null
    if (before && written === '{}' && Object.keys(before).length > 0) void set(before)
  }, [key])
  useEffect(() => {
    if (key) localStore.write(key, written)
  }, [key, written])
}
