import { useEffect } from 'react'
import { MAX_INT, MAX_OFFSET, PAGE_SIZE } from '#platform/wire.ts'
import { useSearchParams, useSetSearchParams } from '../links.tsx'
import { kept } from '../storage.ts'
import type { FilterValues, GridFilter, GridProps } from './grid-types.ts'

export type GridSort = { column: string; direction: 'asc' | 'desc' }
/** A filter that has an initial value and was set to 'any' says so in the address. */
const ANY = '*'

/** Pause in typing, in ms, after which a text filter applies. */
export const FILTER_PAUSE = 300
/** Characters of a text filter; contracts take as many. */
export const FILTER_MAX = 100

/** The contract's own defaults: what an empty query is taken as. */
function defaultSortOf<Row, Sort extends string>({ operation }: GridProps<Row, Sort>): GridSort | null {
  const parsed = operation.input.safeParse({})
  if (!parsed.success) return null
  const { SortColumn, SortDirectionText } = parsed.data as { SortColumn: string; SortDirectionText?: 'asc' | 'desc' }
  return { column: SortColumn, direction: SortDirectionText ?? 'asc' }
}

/** Page, sort and filters of a grid. They live in the address, so that a link or a reload shows the same rows. */
export function useGridState<Row, Sort extends string>(props: GridProps<Row, Sort>) {
  const search = useSearchParams()
  const set = useSetSearchParams()
  const filters = props.filters ?? []
  const firstSize = props.whole ? MAX_INT : (props.pageSize ?? PAGE_SIZE)
  useRemembered(props.remember ? props.id : null, filters, search, set)

  const values: FilterValues = Object.fromEntries(
    filters.flatMap((filter): [string, string][] => {
      const value = search[filter.name] ?? filter.initial
      return value && value !== ANY ? [[filter.name, value]] : []
    }),
  )
  const size = wholeNumber(search.size) ?? firstSize
  const sort = sortFromText(search.sort) ?? defaultSortOf(props)
  // Past the offset limit a page is only reached by its cursor; an address that lost it starts at the first page.
  const after = search.after || undefined
  const wanted = wholeNumber(search.page) ?? 1
  const page = (wanted - 1) * size >= MAX_OFFSET && !after ? 1 : wanted

  const toFirstPage = { page: undefined, after: undefined }
  return {
    page,
    size,
    after,
    sort,
    values,
    setPage: (next: number, cursor?: string) => set({ page: next > 1 ? String(next) : undefined, after: cursor }),
    setSize: (next: number) => set({ ...toFirstPage, size: next === firstSize ? undefined : String(next) }),
    setSort: ({ column, direction }: GridSort) => set({ ...toFirstPage, sort: direction === 'desc' ? `-${column}` : column }),
    setFilter: (name: string, value: string | undefined) => set({ ...toFirstPage, ...changed(filters, name, value) }),
    clearFilters: () => set({ ...toFirstPage, ...Object.fromEntries(filters.map((filter) => [filter.name, cleared(filter)])) }),
  }
}
export type GridState = ReturnType<typeof useGridState>

const cleared = (filter: GridFilter) => (filter.initial ? ANY : undefined)

/** A changed filter clears those that hang on it or are narrowed by it. */
function changed(filters: readonly GridFilter[], name: string, value: string | undefined): Record<string, string | undefined> {
  const filter = filters.find((one) => one.name === name)
  const next: Record<string, string | undefined> = { [name]: value || (filter && cleared(filter)) }
  for (const child of filters)
    if (child.parent === name || child.narrowedBy === name) Object.assign(next, changed(filters, child.name, undefined))
  return next
}

function wholeNumber(text: string | undefined): number | undefined {
  const number = Number(text)
  return text && Number.isInteger(number) && number > 0 ? number : undefined
}

function sortFromText(text: string | undefined): GridSort | null {
  if (!text) return null
  return text.startsWith('-') ? { column: text.slice(1), direction: 'desc' } : { column: text, direction: 'asc' }
}

/** Keeps a grid's filters across visits (spec 2 §2, registration lists); personal ones are never written down. */
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
    const before = key ? kept.readJson<Record<string, string>>(key) : null
    if (before && written === '{}' && Object.keys(before).length > 0) void set(before)
  }, [key])
  useEffect(() => {
    if (key) kept.write(key, written)
  }, [key, written])
}
