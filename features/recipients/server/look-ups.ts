import { type RawBuilder, sql } from 'kysely'
import { localDay } from '#platform/date-format.ts'
import { wordsWithUnits } from '#platform/fold-text.ts'
import { readingsOfLabel } from '#platform/label-text.ts'
import type { ReplyOf } from '#platform/operation.ts'
import { personName } from '#platform/person-name.ts'
import { orNotFound } from '#platform/server/http/refusal.ts'
import { type Db, executePlanned, type Tenant } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { beginsWith, isUnit, matchesPerson, nameBeginsWith, unitBeginsWith } from '#platform/server/postgres/text-search.ts'
import { MAX_CHOICES, MAX_QUICK, type QuickResident, type recipients } from '../contract.ts'
import { MIN_SEARCH } from '../rules.ts'

type Sql = RawBuilder<unknown>
type First = ReplyOf<typeof recipients.firstByUnit>
type Scope = { readonly tenant: Tenant; readonly building: string | undefined }

/** Active residents `r` of the caller's properties, or of one building. Every look-up is among these. */
const isActiveIn = ({ tenant: { organisationId, propertyIds }, building }: Scope): Sql => sql`
  r.organisation_id = ${organisationId} and r.deleted_at is null and r.is_active
  ${propertyIds === '*' ? sql`` : sql`and r.property_id = any(${propertyIds})`}
  ${building ? sql`and r.building_id = ${building}` : sql``}`

const LAST_NAME = naturalOrder('r.by_last_name')
/** As notices are made: an address whose medium is switched on, and no opt-out. */
const HAS_NOTICES = sql<boolean>`(not r.has_opted_out and ((r.is_email_notification_enabled and r.email <> '')
  or (r.is_sms_notification_enabled and r.mobile_phone <> '' and exists (select from sms_gateways g where g.is_enabled))))`
const FULL_NAME = naturalOrder('r.full_name')

/** `select id` of the first rows that match, in the order of an index. */
const firstIds = (scope: Scope, condition: Sql, order: Sql, limit: number): Sql => sql`
  (select r.id from residents r where ${isActiveIn(scope)} and ${condition} order by ${order} limit ${sql.lit(limit)})`

/** Search as you type finds so many residents by words, without an order. */
const MAX_BY_WORDS = 500

type Search = { readonly db: Db; readonly tenant: Tenant; readonly now: Date }
type QuickRow = Omit<QuickResident, 'Delegates'> & {
  time_zone: string
  delegates: { name: string; from: string; until: string }[] | null
}
const MAX_DELEGATE_NAMES = 5

/**
 * Search as you type: at most 20 active residents whose last name, full name, unit or e-mail begins with the text, in this order,
 * then those with its words; a unit that one of the words names comes first, before it the one that is written so. One character finds
 * only the unit that it is. Where a text finds nobody, it is read as a label.
 */
export async function quickSearch(search: Search, term: string): Promise<QuickResident[]> {
  for (const text of [term, ...readingsOfLabel(term)]) {
    const found = await quickResidents(search, text)
    if (found.length > 0) return found
  }
  return []
}

async function quickResidents({ db, tenant, now }: Search, term: string): Promise<QuickResident[]> {
  const scope = { tenant, building: undefined }
  const ofUnit = firstIds(scope, isUnit('r.unit_key', term), sql`r.unit_key`, MAX_BY_WORDS)
  const byWords = [
    firstIds(scope, nameBeginsWith('r.by_last_name', term), LAST_NAME, MAX_QUICK),
    firstIds(scope, nameBeginsWith('r.full_name', term), FULL_NAME, MAX_QUICK),
    firstIds(scope, unitBeginsWith('r.unit_key', term), sql`r.unit_key`, MAX_QUICK),
    firstIds(scope, beginsWith('r.email_key', term), sql`r.email_key`, MAX_QUICK),
    sql`(select r.id from residents r where ${isActiveIn(scope)} and ${matchesPerson('r.search_text', term)} limit ${sql.lit(MAX_BY_WORDS)})`,
  ]
  const matches = (term.length < MIN_SEARCH ? [ofUnit] : byWords).map(
    (ids, rank) => sql`select id, ${sql.lit(rank)} as rank from ${ids} as found`,
  )
  const rows = await executePlanned<QuickRow>(
    db,
    sql`with matches as materialized (
      select id, min(rank) as rank from (${sql.join(matches, sql` union all `)}) as found group by id
    )
    select r.id as "Id", r.full_name as "Name", r.unit_number as "UnitNumber", b.id as "BuildingId", b.name as "BuildingName",
      p.id as "PropertyId", p.name as "PropertyName", r.is_out_of_town as "IsOutofTown", r.is_disabled as "IsDisabled",
      ${HAS_NOTICES} as "HasNotices",
      p.time_zone, (select json_agg(json_build_object('name', d.name, 'from', d.from_day, 'until', d.until_day) order by d.name, d.id)
        from resident_delegates d where d.resident_id = r.id) as delegates
    from matches m join residents r on r.id = m.id
    join buildings b on b.id = r.building_id join properties p on p.id = r.property_id
    order by lower(r.unit_number) = ${anyOf(namedUnits(term))} desc, r.unit_key = ${anyOf(wordsWithUnits(term))} desc, m.rank, ${LAST_NAME}, r.id limit ${sql.lit(MAX_QUICK)}`,
  )
  return rows.map(({ time_zone, delegates, ...resident }) => {
    const today = localDay(now, time_zone)
    const present = (delegates ?? []).filter(({ from, until }) => from <= today && today <= until)
    return { ...resident, Delegates: present.slice(0, MAX_DELEGATE_NAMES).map(({ name }) => name) }
  })
}

/** What may be a unit as it is written: each word of a text, and all of it. */
const namedUnits = (text: string) => [text, ...text.split(/\s+/)].map((word) => word.toLowerCase())

/** The first resident of a unit in any spelling, the one as it is written first; 404 when there is none, and for marks alone. */
export const firstByUnit = (db: Db, scope: Scope, unit: string): Promise<First> =>
  first(db, scope, isUnit('r.unit_key', unit), sql`lower(r.unit_number) = ${unit.toLowerCase()} desc,`)

/** The first resident of a first and a last name, in either case; 404 when there is none. */
export const firstByName = (db: Db, scope: Scope, firstName: string, lastName: string): Promise<First> => {
  const name = personName(firstName, lastName)
  return first(db, scope, sql`${nameBeginsWith('r.full_name', name)} and lower(r.full_name) = ${name.toLowerCase()}`)
}

async function first(db: Db, scope: Scope, condition: Sql, before = sql``): Promise<First> {
  const { rows } = await sql<First>`
    select r.id as "Id", r.first_name as "FirstName", r.last_name as "LastName", r.full_name as "Name",
      r.unit_number as "UnitNumber", r.email as "EmailId", r.mobile_phone as "MobilePhone", r.building_id as "BuildingId",
      b.name as "BuildingName", r.property_id as "PropertyId", count(*) over () as "Matches"
    from residents r join buildings b on b.id = r.building_id
    where ${isActiveIn(scope)} and ${condition}
    order by ${before} ${naturalOrder('b.name')}, ${naturalOrder('r.by_unit')}, r.id limit 1`.execute(db)
  return orNotFound(rows[0])
}

/** Units with residents in natural order; with `q`, those that begin with it. */
export async function unitNumbers(db: Db, scope: Scope, q: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ unit: string }>`
    select unit from (
      select min(r.unit_number) as unit from residents r
      where ${isActiveIn(scope)} and ${q ? unitBeginsWith('r.unit_key', q) : sql`true`} group by r.unit_key
    ) as units order by ${naturalOrder('unit')} limit ${sql.lit(MAX_CHOICES)}`.execute(db)
  return rows.map(({ unit }) => unit)
}

/** Residents by name; with `q`, those whose first or last name begins with it. */
export async function residentNames(db: Db, scope: Scope, q: string | undefined): Promise<ReplyOf<typeof recipients.names>> {
  const ids = q
    ? sql`${firstIds(scope, nameBeginsWith('r.full_name', q), FULL_NAME, MAX_CHOICES)}
        union ${firstIds(scope, nameBeginsWith('r.by_last_name', q), LAST_NAME, MAX_CHOICES)}`
    : firstIds(scope, sql`true`, sql`${FULL_NAME}, r.id`, MAX_CHOICES)
  const { rows } = await sql<{ Id: string; Name: string; UnitNumber: string }>`
    with matches as materialized (${ids})
    select r.id as "Id", r.full_name as "Name", r.unit_number as "UnitNumber"
    from matches m join residents r on r.id = m.id
    order by ${FULL_NAME}, r.id limit ${sql.lit(MAX_CHOICES)}`.execute(db)
  return rows
}
