import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { t } from '#platform/messages.ts'
import { COUNT_LIMIT, Id, MAX_OFFSET } from '#platform/wire.ts'
import { badInput } from '../http/refusal.ts'
import type { Db } from './db.ts'

// biome-ignore lint/suspicious/noExplicitAny: pages of every query
type Any = any
type PageRequest<S extends string> = {
  readonly PageIndex: number
  readonly PageSize: number
  readonly SortColumn: S
  readonly SortDirectionText: 'asc' | 'desc'
  readonly After?: string | undefined
}
/** Where a page starts: behind the row that the cursor names, or after `offset` rows. */
type Start = { readonly cursor: { readonly value: string; readonly id: string } | undefined; readonly offset: number }
/** What a list may be sorted by; an expression over the query's tables that is never null. */
type Sorts<S extends string> = Readonly<Record<S, RawBuilder<unknown>>>

/** A cursor says which sort it belongs to, the last row's sort value as text, and its id. */
const Cursor = z.tuple([z.string(), z.string(), z.string(), Id])

function readCursor({ After, SortColumn, SortDirectionText }: PageRequest<string>) {
  if (After === undefined) return undefined
  try {
    const [column, direction, value, id] = Cursor.parse(JSON.parse(Buffer.from(After, 'base64url').toString()))
    if (column === SortColumn && direction === SortDirectionText) return { value, id }
  } catch {}
  throw badInput(t('MsgBadInput'), 'After')
}

/** Where the asked page starts; a cursor of another sort, or a page number beyond `MAX_OFFSET` rows, is 400. */
export function startOf(asked: PageRequest<string>): Start {
  const cursor = readCursor(asked)
  const offset = cursor ? 0 : (asked.PageIndex - 1) * asked.PageSize
  if (offset > MAX_OFFSET) throw badInput(t('MsgTooDeep', { max: MAX_OFFSET }), 'PageIndex')
  return { cursor, offset }
}

/** Splits rows of which one more than the page was read: the page, and the cursor of the next (null at the end). */
export function pageAndCursor<Row extends { readonly sort_value: string; readonly sort_id: string }>(
  rows: readonly Row[],
  { PageSize, SortColumn, SortDirectionText }: PageRequest<string>,
): { rows: Row[]; after: string | null } {
  const last = rows.length > PageSize ? rows[PageSize - 1] : undefined
  const cursor = last && [SortColumn, SortDirectionText, last.sort_value, last.sort_id]
  return { rows: rows.slice(0, PageSize), after: cursor ? Buffer.from(JSON.stringify(cursor)).toString('base64url') : null }
}

/**
 * One page of a query's rows, and the cursor of the next (null at the end). By page number up to `MAX_OFFSET` rows, by
 * cursor without end (decisions "Wire"); a cursor of another sort, or a page number beyond, is 400. `id` is the column that
 * tells rows of the same sort value apart.
 */
export async function pageOfRows<Row, S extends string>(
  query: SelectQueryBuilder<Any, Any, Row>,
  asked: PageRequest<S>,
  sorts: Sorts<S>,
  id: string,
): Promise<{ rows: Row[]; after: string | null }> {
  const { PageSize, SortColumn, SortDirectionText: direction } = asked
  const by = sorts[SortColumn]
  const { cursor, offset } = startOf(asked)
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  let page = query
    .select([sql<string>`(${by})::text`.as('sort_value'), sql<string>`${sql.ref(id)}`.as('sort_id')])
    .orderBy(by, direction)
    .orderBy(sql.ref(id), direction)
    .limit(PageSize + 1)
  if (cursor) page = page.where(sql<boolean>`(${by}, ${sql.ref(id)}) ${beyond} (${cursor.value}, ${cursor.id})`)
  else if (offset) page = page.offset(offset)
  return pageAndCursor((await page.execute()) as (Row & { sort_value: string; sort_id: string })[], asked)
}

/** How many rows a query has: exact up to `COUNT_LIMIT`, beyond it that limit and `TotalIsAtLeast`. */
export async function totalOf(
  db: Db,
  query: SelectQueryBuilder<Any, Any, Any>,
): Promise<{ Total: number; TotalIsAtLeast?: true }> {
  const counted = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(COUNT_LIMIT + 1)
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${counted} as counted`.execute(db)
  const total = rows[0]!.total
  return total > COUNT_LIMIT ? { Total: COUNT_LIMIT, TotalIsAtLeast: true } : { Total: total }
}
