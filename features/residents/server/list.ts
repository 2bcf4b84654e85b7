import { type RawBuilder, sql } from 'kysely'
import { asParams, cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { pageAndCursor, startOf } from '#platform/server/postgres/paging.ts'
import { COUNT_LIMIT, MAX_PAGE_SIZE, PAGE_SIZE } from '#platform/wire.ts'
import type { ResidentQuery, ResidentRow } from '../contract.ts'
import { facetsOf, residentStatus } from '../rules.ts'
import { beginningOf, hasTexts, heldIn, matching } from './texts.ts'

type Sql = RawBuilder<unknown>
type Sort = ResidentQuery['SortColumn']
type Total = { Total: number; TotalIsAtLeast?: true }

/** Where a list of residents is narrowed to, texts aside. */
type LaneValues = {
  readonly organisationId: string
  readonly properties: readonly string[] | undefined
  readonly building: string | undefined
  readonly facets: readonly number[] | undefined
}
/** Where a page begins, and how many rows are read for it: one more than it has, which tells that there is a next. */
type PagePosition = {
  readonly cursorValue: string | undefined
  readonly cursorId: string | undefined
  readonly rows: number
  readonly offset: number
  /** The page with all before it; undefined where the shape says how many that are at most. */
  readonly head: number | undefined
}
type Shape = { readonly sort: Sort; readonly direction: 'asc' | 'desc'; readonly head: number }
type Values = LaneValues & PagePosition

/** Rows read from a list, written out in few sizes: PostgreSQL takes a number that it does not know for a tenth of them all. */
const HEADS = [PAGE_SIZE + 1, 101, MAX_PAGE_SIZE + 1]
const COLUMN_OF: Readonly<Record<Sort, string>> = { LastName: 'by_last_name', FirstName: 'full_name', UnitNumber: 'by_unit' }

/** What residents `r` are sorted by; an index of every lane holds it. */
const sortOf = ({ sort }: Shape): Sql => sql`${sql.ref(`r.${COLUMN_OF[sort]}`)} collate natural_order`
const all = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `)

/** A list that holds at least this part of an organisation's residents is read along all of them. */
const MANY = 1 / 10
/**
 * Where very many match a text, the page is first looked for among this many rows in the order of the list: some where each is
 * looked at itself, more where the order tells of most that they do not match.
 */
const STRETCH = { ofRows: 10_000, ofTheOrder: 30_000 }

/**
 * A page of residents and how many there are. A lane is a building's residents of one facet (status and flags), lying in
 * the order of the list; kept numbers say which lanes there are, and how many residents. A list of few comes from the lanes
 * whose first rows come first, one of many from the organisation's own order, so that nothing reads much more than the page.
 * A text is found by its own index; where more match than are counted, the page is most likely among the next rows in order.
 */
export async function residentPage(db: Db, tenant: Tenant, asked: ResidentQuery) {
  const { shape, ...place } = placeOf(asked)
  const values = { ...laneValues(asked, tenant), ...place }
  const found = hasTexts(asked) ? await byText(db, values, shape, asked) : await byPlace(db, tenant, values, shape)
  const { rows, after } = pageAndCursor(
    found.rows.filter(({ id }) => id !== null),
    asked,
  )
  return { Data: rows.map(asRow), ...found.total, After: after }
}

async function byPlace(db: Db, tenant: Tenant, values: Values, shape: Shape) {
  const kept = await sumsOf(db, values)
  // Somebody with some properties does not see how many there are in the others.
  const isMany = tenant.propertyIds === '*' && kept.wanted >= kept.every * MANY
  await planOnce(db)
  const rows = isMany ? await pageAlongAll(db, values, shape) : await pageOfLanes(db, values, shape)
  return { rows, total: { Total: kept.wanted } as Total }
}

async function byText(db: Db, values: Values, shape: Shape, asked: ResidentQuery) {
  const texts = matching(asked, values.properties)
  const inline = asParams(values)
  await planAnew(db)
  const matches = sql`with hits as materialized (${hitsOf(inline, shape, texts, COUNT_LIMIT + 1)}),
    counted as materialized (select count(*)::int as total from hits)`
  const areFew = sql`(select total from counted) <= ${sql.lit(COUNT_LIMIT)}`
  // One of the two is empty, and not looked for.
  const page = sql`(${sorted(inline, shape, [areFew])}) union all (${inStretch(inline, shape, texts, asked, sql`not ${areFew}`)})`
  const found = await withTotal(matches, page, shape).execute(db)
  const total = found.rows[0]!.total
  if (total <= COUNT_LIMIT) return { rows: found.rows, total: { Total: total } as Total }
  const many: Total = { Total: COUNT_LIMIT, TotalIsAtLeast: true }
  if (found.rows.length === values.rows) return { rows: found.rows, total: many }
  await planAnew(db)
  const every = sql`with hits as materialized (${hitsOf(inline, shape, texts, null)}),`
  const { rows } = await named(every, sorted(inline, shape), shape).execute(db)
  return { rows, total: many }
}

/** The plan is good for every value of a lane. */
const planOnce = (db: Db) => sql`set local plan_cache_mode = force_generic_plan`.execute(db)
/**
 * How many match hangs on the text, and with it the way to find them. Never along the whole table, where other organisations'
 * residents lie between; where most match, along an index, whose pages are taken to be in memory.
 */
const planAnew = (db: Db) =>
  sql`set local plan_cache_mode = force_custom_plan; set local enable_seqscan = off; set local random_page_cost = 1.1`.execute(db)

function laneValues(asked: ResidentQuery, { organisationId, propertyIds }: Tenant): LaneValues {
  const properties = asked.PropertyId ? [asked.PropertyId] : propertyIds
  return {
    organisationId,
    properties: properties === '*' ? undefined : properties,
    building: asked.BuildingId,
    facets: facetsOf({ occupancy: asked.OccupancyStatusType, flag: asked.ResidentFlag }),
  }
}

function placeOf(asked: ResidentQuery): PagePosition & { shape: Shape } {
  const { cursor, offset } = startOf(asked)
  const rows = asked.PageSize + 1
  const head = HEADS.find((size) => size >= offset + rows) ?? 0
  const shape = { sort: asked.SortColumn, direction: asked.SortDirectionText, head }
  return {
    cursorValue: cursor?.value,
    cursorId: cursor?.id,
    rows,
    offset,
    head: head ? undefined : offset + rows,
    shape,
  }
}

const places = ({ organisationId, properties, building, facets }: Params<LaneValues>, table: 'r' | 'c'): readonly Sql[] => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return [
    sql`${column('organisation_id')} = ${organisationId}`,
    ...(properties ? [sql`${column('property_id')} = any(${properties})`] : []),
    ...(building ? [sql`${column('building_id')} = ${building}`] : []),
    ...(facets ? [sql`${column('facet')} = any(${facets})`] : []),
  ]
}

/** Behind the cursor's row, in the order of the page. */
function behind({ cursorValue, cursorId }: Params<PagePosition>, { direction }: Shape, by: Sql, id: Sql): readonly Sql[] {
  if (!cursorValue) return []
  return [sql`(${by}, ${id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${cursorValue}, ${cursorId})`]
}

/** `select id, sort_value` of a page with one row more, along the organisation. */
function alongAll(values: Params<Values>, shape: Shape): Sql {
  const direction = sql.raw(shape.direction)
  const by = sortOf(shape)
  const wanted = [...places(values, 'r'), sql`r.deleted_at is null`, ...behind(values, shape, by, sql`r.id`)]
  const head = values.head ?? sql.lit(shape.head)
  return sql`select id, sort_value from (
      select r.id, ${by} as sort_value from residents r where ${all(wanted)}
      order by ${by} ${direction}, r.id ${direction} limit ${head}
    ) head order by sort_value ${direction}, id ${direction} limit ${values.rows} offset ${values.offset}`
}

/** The same of those who match, as far as a stretch of the organisation's order holds them. */
function inStretch(values: Params<Values>, shape: Shape, texts: readonly Sql[], asked: ResidentQuery, condition: Sql): Sql {
  const direction = sql.raw(shape.direction)
  const by = sortOf(shape)
  const beginning = beginningOf(asked)
  // Nothing that begins with a text sorts before its small letters.
  const from = beginning !== undefined && shape.direction === 'asc' ? [sql`${by} >= ${beginning}`] : []
  const ahead = [sql`r.organisation_id = ${values.organisationId}`, sql`r.deleted_at is null`, ...from]
  const held = heldIn(sql`head.sort_value`, asked)
  const stretch = sql.lit(held.length ? STRETCH.ofTheOrder : STRETCH.ofRows)
  // One after the other, so that they stay in order.
  return sql`select head.id, head.sort_value from (
      select r.id, ${by} as sort_value from residents r where ${all([...ahead, ...behind(values, shape, by, sql`r.id`)])}
      order by ${by} ${direction}, r.id ${direction} limit ${stretch}
    ) head cross join lateral (
      select from residents r where ${all([...places(values, 'r'), sql`r.id = head.id`, ...texts])} limit 1
    ) r where ${all([condition, ...held])}
    order by head.sort_value ${direction}, head.id ${direction} limit ${values.rows} offset ${values.offset}`
}

/** The same, merged from the lanes whose first rows come first. */
function fromLanes(values: Params<Values>, shape: Shape): Sql {
  const direction = sql.raw(shape.direction)
  const by = sortOf(shape)
  const head = values.head ?? sql.lit(shape.head)
  const lane = sql`r.organisation_id = ${values.organisationId} and r.building_id = k.building_id and r.facet = k.facet`
  const inLane = all([lane, sql`r.deleted_at is null`, ...behind(values, shape, by, sql`r.id`)])
  const rowsOf = (limit: Sql) => sql`select r.id, ${by} as sort_value from residents r where ${inLane}
      order by ${by} ${direction}, r.id ${direction} limit ${limit}`
  const ordered = sql`order by head.sort_value ${direction}, head.id ${direction}`
  const kept = sql`select c.building_id, c.facet from resident_counts c where ${all([...places(values, 'c'), sql`c.residents > 0`])}`
  return sql`select head.id, head.sort_value from (
      select k.building_id, k.facet from (${kept}) k cross join lateral (${rowsOf(sql.lit(1))}) head ${ordered} limit ${head}
    ) k cross join lateral (${rowsOf(head)}) head
    ${ordered} limit ${values.rows} offset ${values.offset}`
}

/** Who matches, at most so many. */
const hitsOf = (values: Params<Values>, shape: Shape, texts: readonly Sql[], limit: number | null): Sql =>
  sql`select r.id, ${sortOf(shape)} as sort_value from residents r
    where ${all([...places(values, 'r'), sql`r.deleted_at is null`, ...texts])} limit ${sql.lit(limit)}`

/** The page of hits, which are sorted. */
function sorted(values: Params<Values>, shape: Shape, conditions: readonly Sql[] = []): Sql {
  const direction = sql.raw(shape.direction)
  const by = sql`hits.sort_value`
  const wanted = [...conditions, ...behind(values, shape, by, sql`hits.id`)]
  return sql`select id, sort_value from hits ${wanted.length ? sql`where ${all(wanted)}` : sql``}
    order by ${by} ${direction}, hits.id ${direction} limit ${values.rows} offset ${values.offset}`
}

type Found = {
  readonly sort_value: string
  readonly sort_id: string
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly unit_number: string
  readonly building: string
  readonly property: string
  readonly is_active: boolean
  readonly occupancy_status: number
  readonly is_out_of_town: boolean
  readonly is_disabled: boolean
  readonly has_opted_out: boolean
}

const COLUMNS = sql`page.sort_value::text as sort_value, page.id as sort_id, r.id, r.first_name, r.last_name, r.unit_number,
  b.name as building, p.name as property, r.is_active, r.occupancy_status, r.is_out_of_town, r.is_disabled, r.has_opted_out`
const NAMES = sql`left join residents r on r.id = page.id
  left join buildings b on b.id = r.building_id
  left join properties p on p.id = r.property_id`
const inOrder = ({ direction: way }: Shape) => {
  const direction = sql.raw(way)
  return sql`order by page.sort_value ${direction}, page.id ${direction}`
}

/** The page's residents with the names of their places. */
const named = (first: Sql, page: Sql, shape: Shape) =>
  sql<Found>`${first} page as materialized (${page}) select ${COLUMNS} from page ${NAMES} ${inOrder(shape)}`

/** The same, and how many hits were counted in each row; its row is there even when the page is empty. */
const withTotal = (first: Sql, page: Sql, shape: Shape) =>
  sql<Found & { total: number }>`${first}, page as materialized (${page})
    select counted.total, ${COLUMNS} from counted left join page on true ${NAMES} ${inOrder(shape)}`

const pageAlongAll = cachedQuery((_, values: Params<Values>, shape: Shape) => named(sql`with`, alongAll(values, shape), shape))
const pageOfLanes = cachedQuery((_, values: Params<Values>, shape: Shape) => named(sql`with`, fromLanes(values, shape), shape))

/** How many residents a list holds, and how many there are, texts aside. */
async function sumsOf(db: Db, values: LaneValues): Promise<{ wanted: number; every: number }> {
  const { rows } = await sql<{ wanted: number; every: number }>`
    select coalesce(sum(c.residents) filter (where ${all(places(asParams(values), 'c'))}), 0)::int as wanted,
      coalesce(sum(c.residents), 0)::int as every
    from resident_counts c where c.organisation_id = ${values.organisationId}`.execute(db)
  return rows[0]!
}

const asRow = (row: Found): ResidentRow => ({
  Id: row.id,
  FirstName: row.first_name,
  LastName: row.last_name,
  UnitNumber: row.unit_number,
  BuildingName: row.building,
  PropertyName: row.property,
  Status: residentStatus({ isActive: row.is_active, occupancyStatus: row.occupancy_status }),
  IsActive: row.is_active,
  OccupancyStatus: row.occupancy_status,
  IsOutofTown: row.is_out_of_town,
  IsDisabled: row.is_disabled,
  HasOptedOut: row.has_opted_out,
})
