import type { z } from 'zod'
import { MAX_INT, MAX_OFFSET, MAX_PAGE_SIZE, PAGE_SIZE } from '#platform/wire.ts'
import type { FilterValues, GridFilter, GridView } from '../grid-types.ts'

export type GridSort = { column: string; direction: 'asc' | 'desc' }
type Search = Readonly<Record<string, string>>
/** Parameters of the address to set; undefined removes one. */
export type SearchChange = Readonly<Record<string, string | undefined>>
export type AddressedGrid = {
  /** The operation's sorts, and its default sort. */
  readonly operation: { readonly input: z.ZodType }
  readonly fixed?: Readonly<Record<string, unknown>> | undefined
  /** Set if all rows are on one page. */
  readonly whole?: unknown
  readonly pageSize?: number | undefined
}

/** The address's value for 'any' of a filter that has another value by default or in the open view. */
export const ANY = '*'
/** The address's value of `view` for the list without a view, where another is the default. */
export const NO_VIEW = 'all'

/**
 * A grid's sort, page and rows per page from its address. Users edit addresses, so invalid values are replaced by the nearest
 * valid ones or omitted. `firstSize`: the size when the address has none.
 */
export function placeFrom(search: Search, { operation, fixed, whole = false, pageSize = PAGE_SIZE }: AddressedGrid) {
  const firstSize = whole ? MAX_INT : pageSize
  const sort = sortFrom(search.sort, (query) => operation.input.safeParse({ ...fixed, ...query }))
  if (whole) return { page: 1, size: firstSize, after: undefined, sort, firstSize }
  const size = Math.min(wholeNumber(search.size) ?? firstSize, MAX_PAGE_SIZE)
  const after = search.after || undefined
  const requested = wholeNumber(search.page) ?? 1
  // Past the offset limit a page is only reached by its cursor; an address that lost it gets the last page with a number.
  const page = Math.min(requested, after ? MAX_INT : lastReachable(size))
  return { page, size, after, sort, firstSize }
}

/** The last page that has a number: later ones begin beyond the offset limit. */
export const lastReachable = (size: number): number => Math.ceil(MAX_OFFSET / size)

/** A sort as text of the address. */
export const sortText = ({ column, direction }: GridSort) => (direction === 'desc' ? `-${column}` : column)

/** The values of the filters that are set. */
export const filterValues = (filters: readonly GridFilter[], search: Search): FilterValues =>
  Object.fromEntries(
    filters.flatMap((filter): [string, string][] => {
      const value = search[filter.name] ?? filter.initial
      return value && value !== ANY ? [[filter.name, value]] : []
    }),
  )

/** What an address shows, in one form: addresses with the same rows are equal. */
export function shownBy(search: Search, grid: AddressedGrid, filters: readonly GridFilter[]) {
  const { sort, size } = placeFrom(search, grid)
  const values = filterValues(filters, search)
  const texts = filters.flatMap(({ name, initial }): [string, string][] => {
    const text = values[name] ?? (initial ? ANY : undefined)
    return text === undefined ? [] : [[name, text]]
  })
  return { filters: Object.fromEntries(texts) as FilterValues, sort: sort && sortText(sort), size }
}

/**
 * The address of a view: everything it sets, so that others see the same rows by the same link. Filters that the list does not have
 * are left out.
 */
export const searchOfView = ({ id, filters: values, sort, size }: GridView, filters: readonly GridFilter[]): Search => ({
  view: id,
  ...Object.fromEntries(filters.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]]))),
  ...(sort && { sort }),
  ...(size && { size: String(size) }),
})

/** Replaces page, size and sort of an address by what `placeFrom` made of them. Empty if they are valid. */
export function correctionOf(search: Search, grid: AddressedGrid): SearchChange {
  if (grid.whole) return {}
  const { page, size, sort, firstSize } = placeFrom(search, grid)
  const valid: SearchChange = {
    page: page > 1 ? String(page) : undefined,
    size: search.size === String(size) || size !== firstSize ? String(size) : undefined,
    sort: sort && search.sort === sortText(sort) ? search.sort : undefined,
  }
  return Object.fromEntries(Object.entries(valid).filter(([name, text]) => search[name] !== undefined && search[name] !== text))
}

/** Parameters of every grid, besides its filters. */
const OWN = ['page', 'after', 'size', 'sort']

type Opening = { filters: readonly GridFilter[]; views: readonly GridView[]; remembered: Search | null }
/**
 * What a list adds to the address that it is opened with, or null. A view whose id stands alone is written out. An address
 * without any parameter gets the default view; without filters it gets the remembered ones.
 */
export function openingOf(address: Search, { filters, views, remembered }: Opening): Search | null {
  const has = (names: readonly string[]) => names.some((name) => address[name] !== undefined)
  const isEmpty = Object.keys(address).length === 0
  const view = views.find(({ id, isDefault }) => (isEmpty ? isDefault : id === address.view))
  const hasFilters = has(filters.map(({ name }) => name))
  const added = view && !hasFilters && !has(OWN) ? searchOfView(view, filters) : address.view || hasFilters ? null : remembered
  return added && Object.entries(added).some(([name, value]) => address[name] !== value) ? added : null
}

/** Opens a view, or with null the list without one. */
export function changeToView(view: GridView | null, filters: readonly GridFilter[], hasDefault: boolean): SearchChange {
  const cleared = Object.fromEntries([...OWN, 'view', ...filters.map(({ name }) => name)].map((name) => [name, undefined]))
  return { ...cleared, ...(view ? searchOfView(view, filters) : hasDefault && { view: NO_VIEW }) }
}

function sortFrom(text: string | undefined, read: (query: object) => z.ZodSafeParseResult<unknown>): GridSort | null {
  const sort = text?.startsWith('-') ? { column: text.slice(1), direction: 'desc' } : { column: text, direction: 'asc' }
  const query = text ? { SortColumn: sort.column, SortDirectionText: sort.direction } : {}
  const parsed = [query, {}].map(read).find(({ success }) => success)
  if (!parsed) return null
  const { SortColumn, SortDirectionText } = parsed.data as { SortColumn: string; SortDirectionText?: GridSort['direction'] }
  return { column: SortColumn, direction: SortDirectionText ?? 'asc' }
}

function wholeNumber(text: string | undefined): number | undefined {
  const number = Number(text)
  return text && Number.isInteger(number) && number > 0 ? number : undefined
}
