import { type InferResult, sql } from 'kysely'
import type { z } from 'zod'
import type { InputOf } from '#platform/operation.ts'
import { type Db, narrowedTo, type Tenant } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { escapeLike, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import type { AgentRow, ResidentRow, registrations } from '../../contract.ts'
import { type RegistrationStatus, type RegistrationType, statusMessage } from '../../rules.ts'
import { visibleRegistrations } from '../store.ts'

/** The sorts of both lists. */
const SORTS = {
  SubmittedAt: sql`${sql.ref('g.created_at')}`,
  FirstName: naturalOrder('g.first_name'),
  LastName: naturalOrder('g.last_name'),
}
/** The only flag of residents that a registration has (spec 2 §2). */
const SPECIAL_NEEDS = 3

type ResidentQuery = InputOf<typeof registrations.residentPage>
type AgentQuery = InputOf<typeof registrations.agentPage>
type Filters = Pick<ResidentQuery, 'RegistrationStatusType' | 'SearchText' | 'FirstName' | 'LastName' | 'Email'>

/** The columns of both lists. */
const rowOf = (row: InferResult<ReturnType<typeof matching>>[number]) => ({
  Id: row.id,
  FirstName: row.first_name,
  LastName: row.last_name,
  RegistrationStatusId: row.status as RegistrationStatus,
  RegistrationStatus: statusMessage(row.status),
  SubmittedAt: row.created_at,
  IsEmailVerified: row.email_verified_at !== null,
})

function matching(db: Db, tenant: Tenant, kind: RegistrationType, query: Filters) {
  let rows = visibleRegistrations(db, tenant, kind).select([
    'g.id',
    'g.first_name',
    'g.last_name',
    'g.status',
    'g.created_at',
    'g.email_verified_at',
  ])
  if (query.RegistrationStatusType) rows = rows.where('g.status', '=', query.RegistrationStatusType)
  if (query.SearchText) rows = rows.where(matchesWords('g.search_text', query.SearchText))
  const parts = [
    ['g.first_name', query.FirstName],
    ['g.last_name', query.LastName],
    ['g.email', query.Email],
  ] as const
  for (const [column, part] of parts) if (part) rows = rows.where(column, 'ilike', `%${escapeLike(part)}%`)
  return rows
}

/** A page of residents' registrations (spec 2 §7). */
export async function residentPage(db: Db, tenant: Tenant, query: ResidentQuery) {
  let rows = matching(db, tenant, 'resident', query)
  if (query.PropertyId) rows = rows.where('g.property_id', '=', query.PropertyId)
  if (query.BuildingId) rows = rows.where('g.building_id', '=', query.BuildingId)
  if (query.UnitNumber) rows = rows.where('g.unit_number', 'ilike', `${escapeLike(query.UnitNumber)}%`)
  if (query.ResidentFlag) rows = rows.where('g.is_dda', '=', true)
  if (query.ResidentFlag && query.ResidentFlag !== SPECIAL_NEEDS) rows = rows.where(sql<boolean>`false`)
  const named = rows
    .innerJoin('buildings as b', 'b.id', 'g.building_id')
    .innerJoin('properties as p', 'p.id', 'g.property_id')
    .select(['g.unit_number', 'b.name as building', 'p.name as property'])
  return readPage(db, named, query, {
    sorts: { ...SORTS, UnitNumber: naturalOrder('g.unit_number') },
    id: 'g.id',
    row: (row): z.input<typeof ResidentRow> => ({
      ...rowOf(row),
      UnitNumber: row.unit_number,
      BuildingName: row.building,
      PropertyName: row.property,
    }),
  })
}

/** A page of agents' registrations. */
export async function agentPage(db: Db, tenant: Tenant, query: AgentQuery) {
  const { PropertyId } = query
  let rows = matching(db, PropertyId ? narrowedTo(PropertyId, tenant) : tenant, 'agent', query)
  if (query.CourierId) rows = rows.where('g.courier_id', '=', query.CourierId)
  const named = rows.innerJoin('couriers as c', 'c.id', 'g.courier_id').select('c.name as courier')
  return readPage(db, named, query, {
    sorts: { ...SORTS, CourierName: naturalOrder('c.name') },
    id: 'g.id',
    row: (row): z.input<typeof AgentRow> => ({ ...rowOf(row), AgentRegistrationId: row.id, CourierName: row.courier }),
  })
}
