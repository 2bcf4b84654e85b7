import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#database/tables.ts'
import { t as shared } from '#platform/messages.ts'
import { COUNT_LIMIT, Id, MAX_OFFSET, MAX_PAGE_SIZE, PAGE_SIZE } from '#platform/wire.ts'
import { badInput } from '../http/refusal.ts'
import { t } from '../messages.ts'
import { type Db, executePlanned } from './db.ts'

// biome-ignore lint/suspicious/noExplicitAny: a query over any tables
type Any = any
/** A query over any tables whose rows have this type. */
export type Query<Row = Any> = SelectQueryBuilder<Any, Any, Row>
type PageRequest<S extends string> = {
  readonly PageIndex: number
  readonly PageSize: number
  readonly SortColumn: S
  readonly SortDirectionText: 'asc' | 'desc'
  readonly After?: string | undefined
}
/** Offered sorts: expressions over the query's tables that are never null. */
type Sorts<S extends string> = Readonly<Record<S, RawBuilder<unknown>>>
/** The page's ids, to which `details` joins what a row shows. */
export type PageOfIds = SelectQueryBuilder<Tables & { page: { sort_id: string } }, 'page', object>

/** Rows without a sort value come last in both directions; the rows with one, and those without, are found by an index each. */
type Split = {
  readonly has: RawBuilder<boolean>
  readonly value: RawBuilder<unknown>
  /** The value of the rows without one. */
  readonly last: 'infinity' | '-infinity'
}

type ListOptions<S extends string, Row, Out> = {
  readonly sorts: Sorts<S>
  /** The column that orders rows of equal sort values. */
  readonly id: string
  readonly row: (row: Row) => Out
  /** The exact number of rows where counters have it. Otherwise rows are counted up to `COUNT_LIMIT`. */
  readonly total?: () => Promise<number>
  /** The query filters by the sort's own text: its matches may all be at the end of the order. */
  readonly isSortFiltered?: boolean
  /** The same rows with conditions that no index serves, so that a page of many matches is read in the order of the sort. */
  readonly orderedQuery?: Query | undefined
  /** As many rows, counted without the joins that the sort needs. */
  readonly countedQuery?: Query | undefined
  /**
   * Plans the page for its values: with a sort of another table, or without an index, a plan for any values may read all rows. Up to
   * `COUNT_LIMIT` rows are collected and sorted. Otherwise a page with `total` is a named statement.
   */
  readonly isPlanned?: boolean
  /** The sort is a time that some rows lack. */
  readonly split?: Split | undefined
  /** Joins and selects a row's columns for the page alone; without it the query selects them. For tables of many rows. */
  readonly details?: (page: PageOfIds) => Query<Row>
}

/**
 * A page of a query's rows with their total and the cursor of the next page (null at the end), as a reply. By page number up to
 * `MAX_OFFSET` rows, by cursor without limit (decisions "Wire"); a cursor of another sort or a page number beyond that is 400.
 *
 * Without `total`, up to `COUNT_LIMIT` matches are collected, counted and sorted, however they are found. Where more match, a page of
 * them is soon found in the order of the sort.
 */
export async function readPage<Selected, S extends string, Out, Row = Selected>(
  db: Db,
  query: Query<Selected>,
  input: PageRequest<S>,
  options: ListOptions<S, Row, Out>,
): Promise<{ Data: Out[]; After: string | null; Total: number; TotalIsAtLeast?: true }> {
  const { sorts, id, row, total, split, isPlanned = false } = options
  const start = startOf(input)
  const value = sorts[input.SortColumn]
  const by = { value, id: sql.ref(id) }
  const sortable = (rows: Query) => rows.select([sql`${value}`.as('sort_value'), sql`${by.id}`.as('sort_id')])
  const matching = sortable(query)
  const rows = options.orderedQuery ?? query
  const ordered = split ? splitPage(db, rows, { ...split, id: by.id }, input, start) : pageQuery(sortable(rows), by, input, start)
  const inOrder = () => withDetails<Row>(db, ordered, input, options)
  const collected = (most?: number) => {
    const page = pageQuery(collect(db, matching, most), COLLECTED, input, start)
    return withDetails<Row>(db, page, input, options).select('page.sort_count')
  }
  const countFirst = async () => {
    const counted = options.countedQuery && (await countOf(db, options.countedQuery))
    const isFew = counted === undefined || counted <= COUNT_LIMIT
    const few = isFew ? await executePlanned<Row & Counted>(db, collected(COUNT_LIMIT + 1)) : []
    const isBeyond = start.cursor !== undefined || start.offset > 0
    const count = counted ?? few[0]?.sort_count ?? (isBeyond ? await countOf(db, query) : 0)
    if (count <= COUNT_LIMIT) return [few, count] as const
    return [await executePlanned<Row & Sortable>(db, options.isSortFiltered ? collected() : inOrder()), count] as const
  }
  const named = () => (isPlanned ? executePlanned<Row & Sortable>(db, inOrder()) : inOrder().execute())
  const countedFirst = async (count: () => Promise<number>) => {
    const all = await count()
    const rows = all <= COUNT_LIMIT ? await executePlanned<Row & Sortable>(db, collected()) : await named()
    return [rows, all] as const
  }
  // A few rows may all be at the end of another order than the one that the indexes of the filters have.
  const read = async (count: () => Promise<number>) => (isPlanned ? countedFirst(count) : Promise.all([named(), count()]))
  const [found, count] = total ? await read(total) : await countFirst()
  const { PageSize } = input
  return {
    Data: found.slice(0, PageSize).map(row),
    ...(total || count <= COUNT_LIMIT ? { Total: count } : { Total: COUNT_LIMIT, TotalIsAtLeast: true }),
    After: found.length > PageSize ? cursorOf(found[PageSize - 1]!, input) : null,
  }
}

/** Where a page starts: behind the row of the cursor, or after `offset` rows. */
type Start = { readonly cursor: { readonly value: string; readonly id: string } | undefined; readonly offset: number }
type Sortable = { readonly sort_key: string; readonly sort_id: string }
type Counted = Sortable & { readonly sort_count: number }

/** The smallest of a few limits that holds a page, so that clients cannot make a statement of each page size. */
const limitFor = (pageSize: number) => LIMITS.find((limit) => limit >= pageSize) ?? Math.max(pageSize, MAX_PAGE_SIZE)
const LIMITS = [PAGE_SIZE, 50, 100]

/** A page with one row more, which shows that there is a next page; `more`: rows beyond it. */
function pageQuery(
  query: Query,
  by: { readonly value: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
  { PageSize, SortDirectionText }: PageRequest<string>,
  { cursor, offset }: Start,
  more = 0,
): Query {
  const beyond = sql.raw(SortDirectionText === 'asc' ? '>' : '<')
  const from = sql.raw(SortDirectionText === 'asc' ? '>=' : '<=')
  let page = query
    .orderBy(by.value, SortDirectionText)
    .orderBy(by.id, SortDirectionText)
    // A literal: the plan of a named statement takes a limit that it does not know for a tenth of the rows.
    .limit(sql.lit(limitFor(PageSize) + 1 + more))
  if (cursor)
    page = page
      .where(sql<boolean>`(${by.value}, ${by.id}) ${beyond} (${cursor.value}, ${cursor.id})`)
      // An index on the sort alone, as on the name in a joined table, starts at the cursor only with this condition.
      .where(sql<boolean>`${by.value} ${from} ${cursor.value}`)
  else if (offset) page = page.offset(offset)
  return page
}

/** A page of two parts: the rows with a sort value, then those without by their ids. */
function splitPage(
  db: Db,
  query: Query,
  { has, value, last, id }: Split & { readonly id: RawBuilder<unknown> },
  input: PageRequest<string>,
  { cursor, offset }: Start,
): Query {
  const part = (rows: Query, value: RawBuilder<unknown>, from: Start['cursor']) =>
    pageQuery(
      rows.select([sql`${value}`.as('sort_value'), sql`${id}`.as('sort_id')]),
      { value, id },
      input,
      { cursor: from, offset: 0 },
      offset,
    )
  const beyond = sql.raw(input.SortDirectionText === 'asc' ? '>' : '<')
  const lacking = query.where(sql<boolean>`not (${has})`)
  const rest = cursor?.value === last ? lacking.where(sql<boolean>`${id} ${beyond} ${cursor.id}`) : lacking
  const parts = [part(query.where(has), value, cursor), part(rest, sql`${sql.lit(last)}::timestamptz`, undefined)]
  const [first, second] = parts.map((rows, nth) => (db as Any).selectFrom(rows.as(`part${nth}`)).selectAll())
  return pageQuery((db as Any).selectFrom(first.unionAll(second).as('parts')).selectAll(), COLLECTED, input, {
    cursor: undefined,
    offset,
  })
}

/** The rows of a query, at most so many, found without regard to an order; each with their number. */
const collect = (db: Db, query: Query, most?: number): Query =>
  (db as Any)
    .with(
      (cte: Any) => cte('matching').materialized(),
      () => (most ? query.limit(sql.lit(most)) : query),
    )
    .selectFrom('matching')
    .selectAll()
    .select(sql`(select count(*) from matching)`.as('sort_count'))
const COLLECTED = { value: sql.ref('sort_value'), id: sql.ref('sort_id') }

/** The rows of a page in its order, each with the text of its sort value. */
function withDetails<Row>(
  db: Db,
  page: Query,
  { SortDirectionText }: PageRequest<string>,
  { details }: Pick<ListOptions<string, Row, unknown>, 'details'>,
): Query<Row & Sortable> {
  const from = (db as Any).selectFrom(page.as('page'))
  return (details ? details(from) : from.selectAll('page'))
    .select([sql<string>`page.sort_value::text`.as('sort_key'), 'page.sort_id'])
    .orderBy('page.sort_value', SortDirectionText)
    .orderBy('page.sort_id', SortDirectionText)
}

/** How many rows a query has, counted to one more than `COUNT_LIMIT`. Planned for its values: a text may match few rows or most. */
async function countOf(db: Db, query: Query): Promise<number> {
  const counted = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(COUNT_LIMIT + 1)
  const [row] = await executePlanned<{ total: number }>(db, sql`select count(*) as total from ${counted} as counted`)
  return row!.total
}

/** A cursor names its sort and holds the last row's sort value as text, and its id. */
const Cursor = z.tuple([z.string(), z.string(), z.string(), Id])

const cursorOf = ({ sort_key, sort_id }: Sortable, { SortColumn, SortDirectionText }: PageRequest<string>): string =>
  Buffer.from(JSON.stringify([SortColumn, SortDirectionText, sort_key, sort_id])).toString('base64url')

function readCursor({ After, SortColumn, SortDirectionText }: PageRequest<string>): Start['cursor'] {
  if (After === undefined) return undefined
  try {
    const [column, direction, value, id] = Cursor.parse(JSON.parse(Buffer.from(After, 'base64url').toString()))
    if (column === SortColumn && direction === SortDirectionText) return { value, id }
  } catch {}
  throw badInput(shared('MsgBadInput'), 'After')
}

function startOf(input: PageRequest<string>): Start {
  const cursor = readCursor(input)
  const offset = cursor ? 0 : (input.PageIndex - 1) * input.PageSize
  if (offset > MAX_OFFSET) throw badInput(t('MsgTooDeep', { max: MAX_OFFSET }), 'PageIndex')
  return { cursor, offset }
}
