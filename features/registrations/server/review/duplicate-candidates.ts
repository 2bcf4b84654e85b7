import { type Expression, type RawBuilder, sql } from 'kysely'
import { visibleAgents } from '#features/agents/server/api.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import type { DuplicateCandidate } from '../../contract.ts'
import { REGISTRATION_STATUS, type RegistrationType } from '../../rules.ts'
import { visibleRegistrations } from '../store.ts'

/** Rows of a list that a reviewer reads. */
const MAX_LIKE = 20

/** Whom a registration is compared with, by what (decisions "Duplicates"). Without a building only e-mail and phone count. */
export type Who = {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone_number: string
  readonly building_id: string | null
  readonly unit_number: string
}

type Condition = RawBuilder<boolean>
type Like = { readonly email: Condition; readonly mobile: Condition; readonly person: Condition | null }

/** As the columns have it: PostgreSQL's small letters are not JavaScript's, of a Σ at the end or of an İ. */
const lowered = (text: string) => sql<string>`lower(${text})`
const is = (column: string, value: string | RawBuilder<string>): Condition => sql<boolean>`${sql.ref(column)} = ${value}`
const isSame = (column: string, text: string): Condition => sql<boolean>`lower(${sql.ref(column)}) = ${lowered(text)}`

/** What rows of a table are compared by. The columns of each condition are an index's. */
const duplicateCandidates = (of: 'r' | 'a' | 'g', who: Who): Like => ({
  email: is(`${of}.email_key`, lowered(who.email)),
  mobile: is(`${of}.mobile_digits`, who.phone_number.replace(/\D/g, '')),
  person: who.building_id
    ? sql<boolean>`${is(`${of}.building_id`, who.building_id)} and ${is(`${of}.unit_key`, lowered(who.unit_number))}
        and ${isSame(`${of}.first_name`, who.first_name)} and ${isSame(`${of}.last_name`, who.last_name)}`
    : null,
})

/**
 * The first ids that each condition finds, by its own index: joined by `or` they would have every row looked at. `offset 0`
 * keeps the order out of the search: it would go along all ids until enough of them fit.
 */
const firstOf = (like: Like, find: (condition: Condition) => Expression<unknown>) =>
  sql<string[]>`(array(${sql.join(
    [like.email, like.mobile, like.person]
      .filter((one) => one !== null)
      .map((one) => sql`(select id from (${find(one)} offset 0) as found order by id limit ${sql.lit(MAX_LIKE)})`),
    sql` union `,
  )}))`

type Found = { id: string; name: string; unit: string; place: string; email: boolean; mobile: boolean; person: boolean }
const told =
  (IsRegistration: boolean) =>
  ({ id, name, unit, place, email, mobile, person }: Found): DuplicateCandidate => ({
    Id: id,
    Name: name,
    UnitNumber: unit,
    PlaceName: place,
    IsRegistration,
    HasSameEmail: email,
    HasSamePhone: mobile,
    IsSamePerson: person,
  })
const marks = ({ email, mobile, person }: Like) =>
  [email.as('email'), mobile.as('mobile'), (person ?? sql<boolean>`false`).as('person')] as const

/** Residents `r` of the properties that the reviewer sees: each property has its own part of the indexes. */
const seenResidents = (db: Db) =>
  db
    .selectFrom('residents as r')
    .where('r.deleted_at', 'is', null)
    .where(sql<boolean>`r.property_id = any(array(select id from properties))`)

/** Residents whom the reviewer sees and who may be the same as a registration. */
export async function residentsLike(db: Db, who: Who): Promise<DuplicateCandidate[]> {
  const like = duplicateCandidates('r', who)
  const first = (condition: Condition) => seenResidents(db).select('r.id').where(condition)
  const rows = await db
    .selectFrom('residents as r')
    .innerJoin('buildings as b', 'b.id', 'r.building_id')
    .select(['r.id', 'r.full_name as name', 'r.unit_number as unit', 'b.name as place', ...marks(like)])
    .where((eb) => eb('r.id', '=', eb.fn.any(firstOf(like, first))))
    .orderBy('r.id')
    .limit(MAX_LIKE)
    .execute()
  return rows.map(told(false))
}

/** Agents whom the reviewer sees and who may be the same. */
export async function agentsLike(db: Db, tenant: Tenant, who: Who): Promise<DuplicateCandidate[]> {
  const like = duplicateCandidates('a', who)
  const first = (condition: Condition) => visibleAgents(db, tenant).select('a.id').where(condition)
  const rows = await db
    .selectFrom('agents as a')
    .innerJoin('couriers as c', 'c.id', 'a.courier_id')
    .select(['a.id', 'a.full_name as name', sql<string>`''`.as('unit'), 'c.name as place', ...marks(like)])
    .where((eb) => eb('a.id', '=', eb.fn.any(firstOf(like, first))))
    .orderBy('a.id')
    .limit(MAX_LIKE)
    .execute()
  return rows.map(told(false))
}

/** Other registrations of the kind that wait too. */
export async function registrationsLike(db: Db, tenant: Tenant, kind: RegistrationType, who: Who): Promise<DuplicateCandidate[]> {
  const like = duplicateCandidates('g', who)
  const first = (condition: Condition) =>
    visibleRegistrations(db, tenant, kind)
      .select('g.id')
      .where('g.status', '=', REGISTRATION_STATUS.Pending)
      .where('g.id', '<>', who.id)
      .where(condition)
  const rows = await db
    .selectFrom('registrations as g')
    .leftJoin('buildings as b', 'b.id', 'g.building_id')
    .select(['g.id', sql<string>`g.first_name || ' ' || g.last_name`.as('name'), 'g.unit_number as unit'])
    .select([sql<string>`coalesce(b.name, '')`.as('place'), ...marks(like)])
    .where((eb) => eb('g.id', '=', eb.fn.any(firstOf(like, first))))
    .orderBy('g.id')
    .limit(MAX_LIKE)
    .execute()
  return rows.map(told(true))
}

/** Who lives in the unit now. */
export const occupantsOf = (db: Db, { building_id, unit_number }: Who): Promise<{ Id: string; Name: string }[]> =>
  seenResidents(db)
    .select(['r.id as Id', 'r.full_name as Name'])
    .where('r.building_id', '=', building_id)
    .where('r.unit_key', '=', lowered(unit_number))
    .where('r.is_active', '=', true)
    .orderBy(naturalOrder('r.full_name'))
    .limit(MAX_LIKE)
    .execute()
