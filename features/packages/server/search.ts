import { sql } from 'kysely'
import { asParams, cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { pageAndCursor, startOf } from '#platform/server/postgres/paging.ts'
import { COUNT_LIMIT, MAX_PAGE_SIZE, PAGE_SIZE } from '#platform/wire.ts'
import type { PackageQuery } from '../contract.ts'
import { type FoundPackage, PACKAGE_COLUMNS, PACKAGE_NAMES } from './found.ts'
import { all, type Filters, type Lanes, type LaneValues, lanesOf, laneValues, type Sql } from './lanes.ts'
import { besidesLabels, byLabels, hasTexts, onPackages } from './texts.ts'

type Paging = Pick<PackageQuery, 'PageIndex' | 'PageSize' | 'SortColumn' | 'SortDirectionText' | 'After'>
/** Up to this many packages are read one by one for a text; beyond it the labels' index is quicker. */
const READ_LIMIT = 10_000

type Total = { Total: number; TotalIsAtLeast?: true }
type Found = Total & { rows: FoundPackage[]; after: string | null }

/**
 * A page of packages by drop-off time and how many there are (decisions "Wire"). Nothing here reads more than the page and
 * what has to be counted up to the limit: a page is merged from the lanes' heads, a text is found by the labels' index, and
 * names are joined to the page alone.
 */
export const findPackages = (db: Db, tenant: Tenant, filters: Filters, paging: Paging): Promise<Found> =>
  hasTexts(filters) ? findByText(db, tenant, filters, paging) : findByLanes(db, tenant, filters, paging)

/** The plans are good for every value; without this PostgreSQL finds each call's own a little cheaper and plans it anew. */
const planOnce = (db: Db) => sql`set local plan_cache_mode = force_generic_plan`.execute(db)

async function findByLanes(db: Db, tenant: Tenant, filters: Filters, paging: Paging): Promise<Found> {
  const values = laneValues(filters, tenant)
  const { shape, ...place } = placeOf(paging)
  await planOnce(db)
  const { total, ...page } = pageFrom(await headsPage(db, { ...values, ...place }, shape), paging)
  const isKept = values.from === undefined && values.before === undefined
  if (isKept) return { ...page, Total: total }
  await planOnce(db)
  return { ...page, ...upToLimit((await countInLanes(db, values))[0]!.total) }
}

async function findByText(db: Db, tenant: Tenant, filters: Filters, paging: Paging): Promise<Found> {
  const values = laneValues(filters, tenant)
  const lanes = lanesOf(asParams(values))
  const texts = onPackages(filters)
  const { shape, ...place } = placeOf(paging)
  const read = async (queries: PageQueries) => {
    await planOnce(db)
    return pageFrom((await pageOf(queries, shape).execute(db)).rows, paging)
  }
  await planOnce(db)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(packages), 0)::int as total from (${lanes.kept}) as kept`.execute(db)
  const hits = rows[0]!.total <= READ_LIMIT ? readOneByOne(lanes, texts) : joined(filters, tenant)
  const { total, ...page } = await read(sorted(hits, asParams(place), shape))
  if (total <= COUNT_LIMIT) return { ...page, Total: total }
  // So many match that the lanes' heads hold a page of them.
  const { total: _, ...dense } = await read(headsOf(lanes, texts, asParams(place), shape))
  return { ...dense, ...upToLimit(total) }
}

const upToLimit = (total: number): Total =>
  total > COUNT_LIMIT ? { Total: COUNT_LIMIT, TotalIsAtLeast: true } : { Total: total }

/** Rows read from a lane's head, written out in few sizes: PostgreSQL takes a number that it does not know for a tenth of the lane. */
const HEADS = [PAGE_SIZE + 1, 101, MAX_PAGE_SIZE + 1]
type PagePosition = {
  readonly cursorTime: string | undefined
  readonly cursorId: string | undefined
  /** One row more than the page, which tells that there is a next. */
  readonly rows: number
  readonly offset: number
  /** The page with all before it; undefined where the shape says how many that are at most. */
  readonly head: number | undefined
}
type Shape = { readonly direction: 'asc' | 'desc'; readonly head: number }

/** Where a page starts and ends; 0 in its shape is a head of no known size. */
function placeOf(paging: Paging): PagePosition & { shape: Shape } {
  const { cursor, offset } = startOf(paging)
  const rows = paging.PageSize + 1
  const head = HEADS.find((size) => size >= offset + rows) ?? 0
  return {
    cursorTime: cursor?.value,
    cursorId: cursor?.id,
    rows,
    offset,
    head: head ? undefined : offset + rows,
    shape: { direction: paging.SortDirectionText, head },
  }
}

/** Queries over what `first` says in a `with`: the total, and the page with one row more (`id`, `drop_off_time`). */
type PageQueries = { readonly first: Sql; readonly total: Sql; readonly page: Sql }

/** Behind the cursor's row, in the order of the page. */
function behind({ cursorTime, cursorId }: Params<PagePosition>, { direction }: Shape, table: string): readonly Sql[] {
  if (!cursorTime) return []
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  return [sql`(${sql.ref(`${table}.drop_off_time`)}, ${sql.ref(`${table}.id`)}) ${beyond} (${cursorTime}, ${cursorId})`]
}

/** The page merged from the heads of the lanes. */
function headsOf(lanes: Lanes, texts: readonly Sql[], place: Params<PagePosition>, shape: Shape): PageQueries {
  const direction = sql.raw(shape.direction)
  return {
    first: sql`kept as materialized (${lanes.kept})`,
    total: sql`select coalesce(sum(packages), 0)::int from kept`,
    page: sql`select head.id, head.drop_off_time from kept k cross join lateral (
        select p.id, p.drop_off_time from packages p where ${all([lanes.inLane, ...lanes.besides, ...texts, ...behind(place, shape, 'p')])}
        order by p.drop_off_time ${direction}, p.id ${direction} limit ${place.head ?? sql.lit(shape.head)}
      ) head
      order by head.drop_off_time ${direction}, head.id ${direction} limit ${place.rows} offset ${place.offset}`,
  }
}

/** The page of hits that are few enough to be sorted; one more than is counted says that they are not. */
function sorted(hits: Sql, place: Params<PagePosition>, shape: Shape): PageQueries {
  const direction = sql.raw(shape.direction)
  return {
    first: sql`hits as materialized (select id, drop_off_time from (${hits}) as hit limit ${COUNT_LIMIT + 1})`,
    total: sql`select count(*)::int from hits`,
    page: sql`select id, drop_off_time from hits where ${all(behind(place, shape, 'hits'))}
      order by drop_off_time ${direction}, id ${direction} limit ${place.rows} offset ${place.offset}`,
  }
}

const readOneByOne = (lanes: Lanes, texts: readonly Sql[]): Sql => sql`
  with kept as materialized (${lanes.kept})
  select hit.id, hit.drop_off_time from kept k cross join lateral (
    select p.id, p.drop_off_time from packages p where ${all([lanes.inLane, ...lanes.besides, ...texts])} offset 0
  ) hit`

function joined(filters: Filters, tenant: Tenant): Sql {
  const besides = besidesLabels(filters)
  if (besides.length === 0) return byLabels(filters, tenant)
  return sql`select hit.id, hit.drop_off_time from (${byLabels(filters, tenant)}) hit
    join packages p on p.organisation_id = ${tenant.organisationId} and p.id = hit.id where ${all(besides)}`
}

type PageRow = FoundPackage & { total: number; sort_key: string; sort_id: string }

/** The page's packages, and the total in each row; its row is there even when the page is empty. */
const pageOf = ({ first, total, page }: PageQueries, shape: Shape) => {
  const direction = sql.raw(shape.direction)
  return sql<PageRow>`
    with ${first}, page as materialized (${page})
    select counted.total, page.drop_off_time::text as sort_key, page.id as sort_id, ${PACKAGE_COLUMNS}
    from (select (${total}) as total) as counted
    left join page on true
    left join packages p on p.id = page.id
    ${PACKAGE_NAMES}
    order by page.drop_off_time ${direction}, page.id ${direction}`
}

const headsPage = cachedQuery((_, values: Params<LaneValues & PagePosition>, shape: Shape) =>
  pageOf(headsOf(lanesOf(values), [], values, shape), shape),
)

function pageFrom(rows: readonly PageRow[], paging: Paging) {
  const some = rows.filter(({ id }) => id !== null)
  return { ...pageAndCursor(some, paging), total: rows[0]!.total }
}

/** Counts what the kept numbers do not tell, to one more than the limit. */
const countInLanes = cachedQuery((_, values: Params<LaneValues>) => {
  const lanes = lanesOf(values)
  const limit = COUNT_LIMIT + 1
  return sql<{ total: number }>`
    with kept as materialized (${lanes.kept})
    select count(*)::int as total from (
      select 1 from kept k cross join lateral (
        select from packages p where ${all([lanes.inLane, ...lanes.besides])} order by p.drop_off_time limit ${limit}
      ) head limit ${limit}
    ) as counted`
})
