import { type RawBuilder, sql } from 'kysely'
import type { ReplyOf } from '#platform/operation.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { MAX_CHOICES, MAX_QUICK, type QuickResident, type residents } from '../contract.ts'
import { t } from '../messages.ts'
import { MIN_SEARCH } from '../rules.ts'
import { beginsWith } from './texts.ts'

type Sql = RawBuilder<unknown>
type First = ReplyOf<typeof residents.firstByUnit>

/** What look-ups are made for: active residents `r` of a property `s` of the caller's. */
const ACTIVE = sql`r.property_id = s.id and r.is_active and r.deleted_at is null`
const UNIT = sql`r.unit_key`
const LAST_NAME = sql`r.last_name_key`
const NAME = sql`r.name_key`
const EMAIL = sql`r.email_key`
/** `with scope`: each property has its own part of every index, so that a few are as quick as all. */
const SCOPE = sql`scope as materialized (select id from properties where deleted_at is null)`

type Where = { readonly tenant: Tenant; readonly building: string | undefined }
const within = ({ tenant, building }: Where): Sql =>
  building
    ? sql`r.organisation_id = ${tenant.organisationId} and ${ACTIVE} and r.building_id = ${building}`
    : sql`r.organisation_id = ${tenant.organisationId} and ${ACTIVE}`

/**
 * `select id` of the first rows by a key that begins with a text. Each property has its own part of the index; the first rows
 * of all are in those properties whose own first rows come first.
 */
function beginning(where: Where, key: Sql, text: string, limit: number): Sql {
  const rowsOf = (rows: number) => sql`
    select r.id, ${key} as key from residents r where ${within(where)} and ${beginsWith(key, text)}
    order by ${key} limit ${sql.lit(rows)}`
  const ordered = sql`order by head.key limit ${sql.lit(limit)}`
  return sql`
    select head.id from (select s.id from scope s cross join lateral (${rowsOf(1)}) head ${ordered}) s
    cross join lateral (${rowsOf(limit)}) head ${ordered}`
}

/** As one types: who is called so, by last or by first name, lives there, or has this e-mail; at most 20. */
export async function quickSearch(db: Db, tenant: Tenant, term: string): Promise<QuickResident[]> {
  refuseIf(term.length < MIN_SEARCH ? t('MsgSearchTooShort', { min: MIN_SEARCH }) : null, 'term')
  const where = { tenant, building: undefined }
  const hits = [LAST_NAME, NAME, UNIT, EMAIL].map(
    (key, rank) => sql`select id, ${sql.lit(rank)} as rank from (${beginning(where, key, term, MAX_QUICK)}) as way`,
  )
  const { rows } = await sql<{ id: string; name: string; unit: string; building: string; property: string }>`
    with ${SCOPE}, hits as materialized (
      select id, min(rank) as rank from (${sql.join(hits, sql` union all `)}) as every group by id
    )
    select r.id, r.full_name as name, r.unit_number as unit, b.name as building, p.name as property
    from hits join residents r on r.id = hits.id and r.organisation_id = ${tenant.organisationId}
    join buildings b on b.id = r.building_id join properties p on p.id = r.property_id
    order by hits.rank, r.by_last_name collate natural_order, r.id limit ${sql.lit(MAX_QUICK)}`.execute(db)
  return rows.map((row) => ({
    Id: row.id,
    Name: row.name,
    UnitNumber: row.unit,
    BuildingName: row.building,
    PropertyName: row.property,
  }))
}

/** The first resident of a unit, in whatever case it is typed. */
export const firstByUnit = (db: Db, where: Where, unit: string): Promise<First> =>
  first(db, where, sql`${UNIT} = ${unit.toLowerCase()}`)

/** The first resident of a first and a last name. */
export const firstByName = (db: Db, where: Where, firstName: string, lastName: string): Promise<First> =>
  first(db, where, sql`${NAME} = ${`${firstName} ${lastName}`.toLowerCase()}`)

async function first(db: Db, where: Where, condition: Sql): Promise<First> {
  const { rows } = await sql<First>`
    with ${SCOPE}, hits as materialized (
      select hit.* from scope s cross join lateral (
        select r.* from residents r where ${within(where)} and ${condition} limit ${sql.lit(MAX_CHOICES)}
      ) hit
    )
    select h.id as "Id", h.first_name as "FirstName", h.last_name as "LastName", h.full_name as "Name", h.unit_number as "UnitNumber",
      h.email as "EmailId", h.mobile_phone as "MobilePhone", h.building_id as "BuildingId", b.name as "BuildingName",
      h.property_id as "PropertyId", (select count(*)::int from hits) as "Matches"
    from hits h join buildings b on b.id = h.building_id
    order by b.name collate natural_order, h.by_unit collate natural_order, h.id limit 1`.execute(db)
  return orNotFound(rows[0])
}

/** Units that somebody lives in, as people read them. */
export async function unitNumbers(db: Db, where: Where, q: string | undefined): Promise<string[]> {
  const condition = q ? beginsWith(UNIT, q) : sql`true`
  const { rows } = await sql<{ unit: string }>`
    with ${SCOPE}, hits as (
      select hit.unit_number from scope s cross join lateral (
        select distinct on (${UNIT}) r.unit_number from residents r where ${within(where)} and ${condition}
        order by ${UNIT} limit ${sql.lit(MAX_CHOICES)}
      ) hit
    )
    select unit_number as unit from (select distinct unit_number from hits) as units
    order by unit_number collate natural_order limit ${sql.lit(MAX_CHOICES)}`.execute(db)
  return rows.map(({ unit }) => unit)
}

/** Residents by name; of those whose first or last name begins so where `q` is given. */
export async function residentNames(db: Db, where: Where, q: string | undefined): Promise<ReplyOf<typeof residents.names>> {
  const { rows } = await sql<{ Id: string; Name: string; UnitNumber: string }>`
    with ${SCOPE} ${q ? sql`, hits as materialized (${namedSo(where, q)})` : sql``}
    select r.id as "Id", r.full_name as "Name", r.unit_number as "UnitNumber" from residents r
    where r.organisation_id = ${where.tenant.organisationId} and r.is_active and r.deleted_at is null
      and ${q ? sql`r.id in (select id from hits)` : inScope(where)}
    order by r.full_name collate natural_order, r.id limit ${sql.lit(MAX_CHOICES)}`.execute(db)
  return rows
}

const namedSo = (where: Where, q: string): Sql =>
  sql`(${beginning(where, NAME, q, MAX_CHOICES)}) union (${beginning(where, LAST_NAME, q, MAX_CHOICES)})`

const inScope = ({ tenant: { propertyIds }, building }: Where): Sql => {
  if (building) return sql`r.building_id = ${building}`
  return propertyIds === '*' ? sql`true` : sql`r.property_id = any(${propertyIds})`
}
