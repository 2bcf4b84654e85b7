import { sql } from 'kysely'
import type { Db, Tenant } from '#platform/server/db.ts'
import { pageAndCursor, startOf } from '#platform/server/paging.ts'
import { COUNT_LIMIT, MAX_PAGE_SIZE, PAGE_SIZE } from '#platform/wire.ts'
import type { PackageQuery } from '../contract.ts'
import { type FoundPackage, packagesOf } from './found.ts'
import { all, type Filters, type Lanes, lanesOf, type Sql } from './lanes.ts'
import { besidesLabels, byLabels, hasTexts, onPackages } from './texts.ts'

type Paging = Pick<PackageQuery, 'PageIndex' | 'PageSize' | 'SortColumn' | 'SortDirectionText' | 'After'>
/** Up to this many packages are read one by one for a text; beyond it the labels' index is quicker. */
const READ_LIMIT = 10_000

type Counted = { after: string | null; Total: number; TotalIsAtLeast?: true }
type Ids = Counted & { ids: string[] }

/**
 * A page of packages by drop-off time and how many there are (decisions "Wire"). Nothing here reads more than the page and
 * what has to be counted up to the limit: a page is merged from the lanes' heads, a text is found by the labels' index, and
 * names are joined to the page alone.
 */
export async function findPackages(
  db: Db,
  tenant: Tenant,
  filters: Filters,
  paging: Paging,
): Promise<Counted & { rows: FoundPackage[] }> {
  // The plans are good for every value; without this PostgreSQL finds each call's own a little cheaper and plans it anew.
  await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
  const lanes = lanesOf(filters, tenant)
  const { ids, ...page } = hasTexts(filters)
    ? await findByText(db, tenant, filters, lanes, paging)
    : await findByLanes(db, lanes, paging)
  return { ...page, rows: await packagesOf(db, ids) }
}

async function findByLanes(db: Db, lanes: Lanes, paging: Paging): Promise<Ids> {
  const { total, ...page } = await readIds(db, paging, headsOf(lanes, [], paging))
  return { ...page, ...(lanes.areCounted ? { Total: total } : await countedTo(db, lanes)) }
}

async function findByText(db: Db, tenant: Tenant, filters: Filters, lanes: Lanes, paging: Paging): Promise<Ids> {
  const texts = onPackages(filters)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(packages), 0)::int as total from (${lanes.kept}) as kept`.execute(db)
  const hits = rows[0]!.total <= READ_LIMIT ? readOneByOne(lanes, texts) : joined(filters, tenant)
  const { total, ...page } = await readIds(db, paging, sorted(hits, paging))
  if (total <= COUNT_LIMIT) return { ...page, Total: total }
  // So many match that the lanes' heads hold a page of them.
  const { total: _, ...dense } = await readIds(db, paging, headsOf(lanes, texts, paging))
  return { ...dense, Total: COUNT_LIMIT, TotalIsAtLeast: true }
}

/** Queries over what `first` says in a `with`: the total, and the page with one row more (`id`, `drop_off_time`). */
type PageQueries = { readonly first: Sql; readonly total: Sql; readonly page: Sql }

const down = ({ SortDirectionText }: Paging) => sql.raw(SortDirectionText)
/** Behind the cursor's row, in the order of the page. */
function behind(paging: Paging, table: string): readonly Sql[] {
  const { cursor } = startOf(paging)
  if (!cursor) return []
  const beyond = sql.raw(paging.SortDirectionText === 'asc' ? '>' : '<')
  return [sql`(${sql.ref(`${table}.drop_off_time`)}, ${sql.ref(`${table}.id`)}) ${beyond} (${cursor.value}, ${cursor.id})`]
}

/** Rows read from a lane's head, written out in few sizes: PostgreSQL takes a number that it does not know for a tenth of the lane. */
const HEADS = [PAGE_SIZE + 1, 101, MAX_PAGE_SIZE + 1]
const headOf = (rows: number): Sql => {
  const size = HEADS.find((one) => one >= rows)
  return size ? sql.lit(size) : sql`${rows}`
}

/** The page merged from the heads of the lanes. */
function headsOf(lanes: Lanes, texts: readonly Sql[], paging: Paging): PageQueries {
  const { offset } = startOf(paging)
  const direction = down(paging)
  const rows = paging.PageSize + 1
  return {
    first: sql`kept as materialized (${lanes.kept})`,
    total: sql`select coalesce(sum(packages), 0)::int from kept`,
    page: sql`select head.id, head.drop_off_time from kept k cross join lateral (
        select p.id, p.drop_off_time from packages p where ${all([lanes.inLane, ...lanes.besides, ...texts, ...behind(paging, 'p')])}
        order by p.drop_off_time ${direction}, p.id ${direction} limit ${headOf(offset + rows)}
      ) head
      order by head.drop_off_time ${direction}, head.id ${direction} limit ${rows} offset ${offset}`,
  }
}

/** The page of hits that are few enough to be sorted; one more than is counted says that they are not. */
function sorted(hits: Sql, paging: Paging): PageQueries {
  const direction = down(paging)
  const conditions = behind(paging, 'hits')
  return {
    first: sql`hits as materialized (select id, drop_off_time from (${hits}) as hit limit ${COUNT_LIMIT + 1})`,
    total: sql`select count(*)::int from hits`,
    page: sql`select id, drop_off_time from hits where ${all(conditions)}
      order by drop_off_time ${direction}, id ${direction} limit ${paging.PageSize + 1} offset ${startOf(paging).offset}`,
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

/** The page's ids and the total; the total's row is there even when the page is empty. */
async function readIds(db: Db, paging: Paging, { first, total, page }: PageQueries) {
  const direction = down(paging)
  const { rows } = await sql<{ total: number; sort_value: string; sort_id: string }>`
    with ${first}
    select counted.total, page.drop_off_time::text as sort_value, page.id as sort_id
    from (select (${total}) as total) as counted left join (${page}) as page on true
    order by page.drop_off_time ${direction}, page.id ${direction}`.execute(db)
  const some = rows.filter(({ sort_id }) => sort_id !== null)
  const { rows: found, after } = pageAndCursor(some, paging)
  return { ids: found.map(({ sort_id }) => sort_id), after, total: rows[0]!.total }
}

/** Counts what the kept numbers do not tell, up to the limit. */
async function countedTo(db: Db, lanes: Lanes): Promise<Pick<Counted, 'Total' | 'TotalIsAtLeast'>> {
  const limit = COUNT_LIMIT + 1
  const { rows } = await sql<{ total: number }>`
    with kept as materialized (${lanes.kept})
    select count(*)::int as total from (
      select 1 from kept k cross join lateral (
        select from packages p where ${all([lanes.inLane, ...lanes.besides])} order by p.drop_off_time limit ${limit}
      ) head limit ${limit}
    ) as counted`.execute(db)
  const total = rows[0]!.total
  return total > COUNT_LIMIT ? { Total: COUNT_LIMIT, TotalIsAtLeast: true } : { Total: total }
}
