import type { z } from 'zod'
import { MAX_INT, MAX_OFFSET, MAX_PAGE_SIZE, PAGE_SIZE } from '#platform/wire.ts'

export type GridSort = { column: string; direction: 'asc' | 'desc' }
type Search = Readonly<Record<string, string>>
type Grid = {
  /** The operation's sorts, and its default sort. */
  readonly operation: { readonly input: z.ZodType }
  readonly fixed?: Readonly<Record<string, unknown>> | undefined
  readonly whole?: boolean | undefined
  readonly pageSize?: number | undefined
}

/**
 * A grid's sort, page and rows per page from its address. Users edit addresses, so invalid values are replaced by the nearest
 * valid ones or omitted. `firstSize`: the size when the address has none.
 */
export function placeFrom(search: Search, { operation, fixed, whole = false, pageSize = PAGE_SIZE }: Grid) {
  const firstSize = whole ? MAX_INT : pageSize
  const sort = sortFrom(search.sort, (query) => operation.input.safeParse({ ...fixed, ...query }))
  if (whole) return { page: 1, size: firstSize, after: undefined, sort, firstSize }
  const size = Math.min(wholeNumber(search.size) ?? firstSize, MAX_PAGE_SIZE)
  const after = search.after || undefined
  const requested = wholeNumber(search.page) ?? 1
  // Past the offset limit a page is only reached by its cursor; an address that lost it starts at the first page.
  const page = (requested - 1) * size >= MAX_OFFSET && !after ? 1 : Math.min(requested, MAX_INT)
  return { page, size, after, sort, firstSize }
}

/** A sort as text of the address. */
export const sortText = ({ column, direction }: GridSort) => (direction === 'desc' ? `-${column}` : column)

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
