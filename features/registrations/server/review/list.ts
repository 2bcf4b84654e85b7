import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { facetOf, facetsOf, OCCUPANCY, RESIDENT_FLAGS } from '#features/residents/rules.ts'
import { type Db, narrowedTo, type Tenant } from '#platform/server/postgres/db.ts'
import { type PageOfIds, readPage } from '#platform/server/postgres/paging.ts'
import { escapeLike, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { contains, matchesPerson } from '#platform/server/postgres/text-search.ts'
import type { AgentRegistrationQuery, AgentRow, ResidentRegistrationQuery, ResidentRow } from '../../contract.ts'
import { REGISTRATION_STATUS, type RegistrationStatus, type RegistrationType, statusMessage } from '../../rules.ts'
import { visibleRegistrations } from '../store.ts'

/** The sorts of both lists. */
const SORTS = {
  SubmittedAt: sql`${sql.ref('g.created_at')}`,
  FirstName: naturalOrder('g.first_name'),
  LastName: naturalOrder('g.last_name'),
  RegistrationStatus: sql`g.status`,
  IsEmailVerified: sql`(g.email_verified_at is not null)`,
}

type Filters = Pick<ResidentRegistrationQuery, 'RegistrationStatusType' | 'SearchText' | 'FirstName' | 'LastName' | 'Email'>

/** The columns of both lists, of the registrations of a page. */
const shown = (page: PageOfIds) =>
  page
    .innerJoin('registrations as g', 'g.id', 'page.sort_id')
    .select(['g.id', 'g.first_name', 'g.last_name', 'g.status', 'g.created_at', 'g.email_verified_at'])

const rowOf = (row: InferResult<ReturnType<typeof shown>>[number]) => ({
  Id: row.id,
  FirstName: row.first_name,
  LastName: row.last_name,
  RegistrationStatusId: row.status as RegistrationStatus,
  RegistrationStatus: statusMessage(row.status),
  SubmittedAt: row.created_at,
  IsEmailVerified: row.email_verified_at !== null,
})

function matching(db: Db, tenant: Tenant, kind: RegistrationType, query: Filters) {
  let rows = visibleRegistrations(db, tenant, kind)
  if (query.RegistrationStatusType) rows = rows.where('g.status', '=', query.RegistrationStatusType)
  if (query.SearchText) rows = rows.where(matchesPerson('g.search_text', query.SearchText))
  const parts = [
    ['g.first_name', query.FirstName],
    ['g.last_name', query.LastName],
    ['g.email', query.Email],
  ] as const
  for (const [column, part] of parts) if (part) rows = rows.where(contains(column, part, 'g.search_text'))
  return rows
}
type Matching = ReturnType<typeof matching>

/** The residents' registrations that match the list's filters. */
export function matchingResidents(db: Db, tenant: Tenant, query: ResidentRegistrationQuery): Matching {
  let rows = matching(db, tenant, 'resident', query)
  if (query.PropertyId) rows = rows.where('g.property_id', '=', query.PropertyId)
  if (query.BuildingId) rows = rows.where('g.building_id', '=', query.BuildingId)
  if (query.UnitNumber) rows = rows.where('g.unit_number', 'ilike', `${escapeLike(query.UnitNumber)}%`)
  const facets = facetsOf({ occupancy: query.OccupancyStatusType, flag: query.ResidentFlag })
  return facets ? rows.where(hasFacet(facets, query.RegistrationStatusType)) : rows
}

/** A page of residents' registrations (spec 2 §7). */
export async function residentRegistrationPage(db: Db, tenant: Tenant, query: ResidentRegistrationQuery) {
  const rows = matchingResidents(db, tenant, query)
  return readPage(db, withSortedPlace(rows, query), query, {
    sorts: {
      ...SORTS,
      UnitNumber: naturalOrder('g.unit_number'),
      BuildingName: naturalOrder('b.name'),
      PropertyName: naturalOrder('p.name'),
    },
    id: 'g.id',
    details: (page) =>
      shown(page)
        .innerJoin('buildings as b', 'b.id', 'g.building_id')
        .innerJoin('properties as p', 'p.id', 'g.property_id')
        .select(['g.unit_number', 'b.id as building_id', 'b.name as building', 'p.id as property_id', 'p.name as property']),
    row: (row): z.input<typeof ResidentRow> => ({
      ...rowOf(row),
      UnitNumber: row.unit_number,
      BuildingId: row.building_id,
      BuildingName: row.building,
      PropertyId: row.property_id,
      PropertyName: row.property,
    }),
  })
}

/** Joins the place whose name is sorted by. The property is the first column of the index by place. */
function withSortedPlace(rows: Matching, { SortColumn }: ResidentRegistrationQuery): Matching {
  if (SortColumn === 'BuildingName')
    return rows.innerJoin('buildings as b', (join) =>
      join.onRef('b.id', '=', 'g.building_id').onRef('b.property_id', '=', 'g.property_id'),
    )
  return SortColumn === 'PropertyName' ? rows.innerJoin('properties as p', 'p.id', 'g.property_id') : rows
}

/** Whether a registration has one of the facets: its resident's or, before an approval, that of the resident it asks for. */
function hasFacet(facets: readonly number[], status: number | undefined): RawBuilder<boolean> {
  const requested = sql<boolean>`${facetOf(OCCUPANCY.Current)}::int + ${RESIDENT_FLAGS.SpecialNeeds.bit}::int * g.is_dda::int = any(${facets})`
  if (status !== undefined && status !== REGISTRATION_STATUS.Approved) return requested
  return sql<boolean>`(g.resident_id in (select r.id from residents r where r.facet = any(${facets}))
    or (g.resident_id is null and ${requested}))`
}

/** The agents' registrations that match the list's filters. */
export function matchingAgents(db: Db, tenant: Tenant, query: AgentRegistrationQuery): Matching {
  const { PropertyId, CourierId } = query
  const rows = matching(db, PropertyId ? narrowedTo(PropertyId, tenant) : tenant, 'agent', query)
  return CourierId ? rows.where('g.courier_id', '=', CourierId) : rows
}

/** A page of agents' registrations. */
export async function agentRegistrationPage(db: Db, tenant: Tenant, query: AgentRegistrationQuery) {
  const rows = matchingAgents(db, tenant, query)
  const sorted = query.SortColumn === 'CourierName' ? rows.innerJoin('couriers as c', 'c.id', 'g.courier_id') : rows
  return readPage(db, sorted as Matching, query, {
    sorts: { ...SORTS, CourierName: naturalOrder('c.name') },
    id: 'g.id',
    details: (page) =>
      shown(page).innerJoin('couriers as c', 'c.id', 'g.courier_id').select(['c.id as courier_id', 'c.name as courier']),
    row: (row): z.input<typeof AgentRow> => ({
      ...rowOf(row),
      AgentRegistrationId: row.id,
      CourierId: row.courier_id,
      CourierName: row.courier,
    }),
  })
}
