import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Db, narrowedTo, type Tenant } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { contains, labelText, matchesPerson, unitBeginsWith } from '#platform/server/postgres/text-search.ts'
import type { ResidentQuery, ResidentRow } from '../contract.ts'
import { facetsOf, residentStatus } from '../rules.ts'

/** The list's own order first. Each has an index, which also holds what residents are filtered by except texts. */
const SORTS = {
  LastName: naturalOrder('r.by_last_name'),
  FirstName: naturalOrder('r.full_name'),
  UnitNumber: naturalOrder('r.by_unit'),
  BuildingName: naturalOrder('b.name'),
  PropertyName: naturalOrder('p.name'),
  Status: sql`r.status_order`,
}

/** A page of residents. Without a text, counters hold the total. */
export async function residentPage(db: Db, tenant: Tenant, asked: ResidentQuery) {
  const input = await asRead(db, tenant, asked)
  const hasText = [input.SearchText, input.UnitNumber, input.FirstName, input.LastName, input.Email].some(
    (text) => text !== undefined,
  )
  return readPage(db, withSortedPlace(matchingResidents(db, tenant, input), input), input, {
    sorts: SORTS,
    id: 'r.id',
    ...(!hasText && { total: () => countResidents(db, tenant, input) }),
    details: (page) =>
      page
        .innerJoin('residents as r', 'r.id', 'page.sort_id')
        .innerJoin('buildings as b', 'b.id', 'r.building_id')
        .innerJoin('properties as p', 'p.id', 'r.property_id')
        .select(['r.id', 'r.first_name', 'r.last_name', 'r.unit_number', 'b.name as building', 'p.name as property'])
        .select(['r.building_id', 'r.property_id'])
        .select(['r.is_active', 'r.occupancy_status', 'r.is_out_of_town', 'r.is_disabled', 'r.has_opted_out']),
    row: (row): z.input<typeof ResidentRow> => ({
      Id: row.id,
      FirstName: row.first_name,
      LastName: row.last_name,
      UnitNumber: row.unit_number,
      BuildingId: row.building_id,
      BuildingName: row.building,
      PropertyId: row.property_id,
      PropertyName: row.property,
      Status: residentStatus({ isActive: row.is_active, occupancyStatus: row.occupancy_status }),
      IsActive: row.is_active,
      OccupancyStatus: row.occupancy_status,
      IsOutofTown: row.is_out_of_town,
      IsDisabled: row.is_disabled,
      HasOptedOut: row.has_opted_out,
    }),
  })
}

/** The filters with the text by which residents are found, when it is that of a label. */
export async function asRead(db: Db, tenant: Tenant, input: ResidentQuery): Promise<ResidentQuery> {
  if (!input.SearchText) return input
  const finds = (text: string) => matchingResidents(db, tenant, { ...input, SearchText: text }).select('r.id')
  return { ...input, SearchText: await labelText(db, input.SearchText, finds) }
}

/** The residents `r` of the caller's properties that match the list's filters. */
export function matchingResidents(db: Db, tenant: Tenant, input: ResidentQuery) {
  let rows = db.selectFrom('residents as r').where('r.deleted_at', 'is', null).where(inPlaces(tenant, input))
  if (input.UnitNumber) rows = rows.where(unitBeginsWith('r.unit_key', input.UnitNumber))
  if (input.SearchText) rows = rows.where(matchesPerson('r.search_text', input.SearchText))
  if (input.FirstName) rows = rows.where(contains('r.first_name', input.FirstName, 'r.search_text'))
  if (input.LastName) rows = rows.where(contains('r.last_name', input.LastName, 'r.search_text'))
  if (input.Email) rows = rows.where(contains('r.email', input.Email, 'r.search_text'))
  return rows
}

/** Joins the place whose name is sorted by: its residents are read place by place, in the order of the places' names. */
function withSortedPlace(rows: ReturnType<typeof matchingResidents>, { SortColumn }: ResidentQuery) {
  if (SortColumn === 'BuildingName')
    // The property is the first column of the residents' index by place.
    return rows.innerJoin('buildings as b', (join) =>
      join.onRef('b.id', '=', 'r.building_id').onRef('b.property_id', '=', 'r.property_id'),
    )
  return SortColumn === 'PropertyName' ? rows.innerJoin('properties as p', 'p.id', 'r.property_id') : rows
}

async function countResidents(db: Db, tenant: Tenant, input: ResidentQuery): Promise<number> {
  const { total } = await db
    .selectFrom('resident_counts as r')
    .where(inPlaces(tenant, input))
    .select(sql<number>`coalesce(sum(r.residents), 0)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The caller's properties and the filters that residents and their counters have in common. */
function inPlaces(
  tenant: Tenant,
  { PropertyId, BuildingId, OccupancyStatusType, ResidentFlag }: ResidentQuery,
): RawBuilder<boolean> {
  const { organisationId, propertyIds } = PropertyId ? narrowedTo(PropertyId, tenant) : tenant
  if (propertyIds.length === 0) return sql<boolean>`false`
  const facets = facetsOf({ occupancy: OccupancyStatusType, flag: ResidentFlag })
  const conditions = [
    sql`r.organisation_id = ${organisationId}`,
    ...(propertyIds === '*' ? [] : [sql`r.property_id = any(${propertyIds})`]),
    ...(BuildingId ? [sql`r.building_id = ${BuildingId}`] : []),
    ...(facets ? [sql`r.facet = any(${facets})`] : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
