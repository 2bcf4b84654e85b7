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
export type PageRequest<S extends string> = {
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

type ListOptions<S extends string, Row, Out> = {
  /** The first is the list's own order, in which most people see it. */
  readonly sorts: Sorts<S>
  /** The column that orders rows of equal sort values. */
  readonly id: string
  readonly row: (row: Row) => Out
  /** The exact number of rows where counters have it. Otherwise rows are counted up to `COUNT_LIMIT`. */
  readonly total?: () => Promise<number>
  /** Joins and selects a row's columns for the page alone; without it the query selects them. For tables of many rows. */
  readonly details?: (page: PageOfIds) => Query<Row>
}

/**
 * A page of a query's rows with their total and the cursor of the next page (null at the end), as a reply. By page number up to
 * `MAX_OFFSET` rows, by cursor without limit (decisions "Wire"); a cursor of another sort or a page number beyond that is 400.
 */
export function readPage<Selected, S extends string, Out, Row = Selected>(
  db: Db,
  query: Query<Selected>,
  input: PageRequest<S>,
  options: ListOptions<S, Row, Out>,
) {
  const reader = pageReader(db, input, options)
  return reader.read(query, reader.inOrder(query))
}

type Reply<Out> = { Data: Out[]; After: string | null; Total: number; TotalIsAtLeast?: true }

/** The parts of `readPage`, for a list that knows better how its rows are found. */
export function pageReader<S extends string, Row, Out>(db: Db, input: PageRequest<S>, options: ListOptions<S, Row, Out>) {
  const { sorts, id, row, total } = options
  const start = startOf(input)
  const by = { value: sorts[input.SortColumn], id: sql.ref(id) }
  const isOwnOrder = Object.keys(sorts)[0] === input.SortColumn
  const detailed = (page: Query) => withDetails<Row>(db, page, input, options)
  /** The page of rows that an index returns in the order of the sort. */
  const inOrder = (query: Query) => detailed(pageQuery(sortable(query, by), by, input, start))
  /** The page of all rows, or of at most so many: found without regard to an order, counted and sorted. */
  const collected = (query: Query, most?: number) =>
    detailed(pageQuery(collect(db, sortable(query, by), most), SORTED, input, start)).select('page.sort_count')

  function reply(found: readonly (Row & Sortable)[], count: number): Reply<Out> {
    const { PageSize } = input
    return {
      Data: found.slice(0, PageSize).map(row),
      ...(total || count <= COUNT_LIMIT ? { Total: count } : { Total: COUNT_LIMIT, TotalIsAtLeast: true }),
      After: found.length > PageSize ? cursorOf(found[PageSize - 1]!, input) : null,
    }
  }

  /**
   * Up to `COUNT_LIMIT` matches are collected, because a few may all be at the end of the order. Where more match, a page of them is
   * soon found in the order of the sort. The list's own order has indexes for its filters: one named statement beside its total.
   */
  async function read(matching: Query, ordered: Query<Row & Sortable>): Promise<Reply<Out>> {
    if (total && isOwnOrder) return reply(...(await Promise.all([ordered.execute(), total()])))
    const known = await total?.()
    const few =
      known === undefined || known <= COUNT_LIMIT
        ? await executePlanned<Row & Counted>(db, collected(matching, known === undefined ? COUNT_LIMIT + 1 : undefined))
        : []
    const isBeyond = start.cursor !== undefined || start.offset > 0
    const count = known ?? few[0]?.sort_count ?? (isBeyond ? await countOf(db, matching) : 0)
    return reply(count <= COUNT_LIMIT ? few : await executePlanned<Row & Sortable>(db, ordered), count)
  }

  return { start, inOrder, collected, detailed, read }
}

/** What a page is sorted by: expressions that are never null. */
type By = { readonly value: RawBuilder<unknown>; readonly id: RawBuilder<unknown> }
export const sortable = (query: Query, { value, id }: By): Query =>
  query.select([sql`${value}`.as('sort_value'), sql`${id}`.as('sort_id')])

/** Where a page starts: behind the row of the cursor, or after `offset` rows. */
export type Start = { readonly cursor: { readonly value: string; readonly id: string } | undefined; readonly offset: number }
type Sortable = { readonly sort_key: string; readonly sort_id: string }
type Counted = Sortable & { readonly sort_count: number }

/** The smallest of a few limits that holds a page, so that clients cannot make a statement of each page size. */
const limitFor = (pageSize: number) => LIMITS.find((limit) => limit >= pageSize) ?? Math.max(pageSize, MAX_PAGE_SIZE)
const LIMITS = [PAGE_SIZE, 50, 100]

/** A page with one row more, which shows that there is a next page; `more`: rows beyond it. */
export function pageQuery(
  query: Query,
  by: By,
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
/** By the columns that `sortable` has added. */
export const SORTED = { value: sql.ref('sort_value'), id: sql.ref('sort_id') }

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
