import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/postgres/db.ts'
import { type PageRequest, pageQuery, type Query, SORTED, type Start, sortable } from '#platform/server/postgres/paging.ts'
import { lastOf, type Time } from './sorts.ts'

/** A page of packages `p` by a time, of two parts that an index each returns in order: those with the time, then those without. */
export function pageByTime(
  db: Db,
  packages: Query,
  { has, value }: Time,
  paging: PageRequest<string>,
  { cursor, offset }: Start,
): Query {
  const id = sql.ref('p.id')
  const last = lastOf(paging.SortDirectionText)
  const part = (rows: Query, value: RawBuilder<unknown>, from: Start['cursor']) =>
    pageQuery(sortable(rows, { value, id }), { value, id }, paging, { cursor: from, offset: 0 }, offset)
  const beyond = sql.raw(paging.SortDirectionText === 'asc' ? '>' : '<')
  const lacking = packages.where(sql<boolean>`not (${has})`)
  const rest = cursor?.value === last ? lacking.where(sql<boolean>`${id} ${beyond} ${cursor.id}`) : lacking
  const first = part(packages.where(has), value, cursor)
  const second = part(rest, sql`${sql.lit(last)}::timestamptz`, undefined)
  const parts = db.selectFrom(sql`((${first}) union all (${second}))`.as('parts')).selectAll()
  return pageQuery(parts, SORTED, paging, { cursor: undefined, offset })
}
