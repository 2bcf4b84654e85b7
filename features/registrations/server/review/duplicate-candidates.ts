import { type Expression, type RawBuilder, sql } from 'kysely'
import { visibleAgents } from '#features/agents/server/api.ts'
import { foldText, unitKey } from '#platform/fold-text.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import type { DuplicateCandidate } from '../../review-contract.ts'
import { REGISTRATION_STATUS, type RegistrationType } from '../../rules.ts'
import { visibleRegistrations } from '../store.ts'

/** Longest list that a reviewer reads. */
const MAX_CANDIDATES = 20

/** The compared fields of a registration (decisions "Duplicates"). Without a building only e-mail and phone count. */
export type Comparable = {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone_number: string
  readonly building_id: string | null
  readonly unit_number: string
}

type Condition = RawBuilder<boolean>
type Match = { readonly email: Condition; readonly mobile: Condition; readonly person: Condition | null }

/** Lower case as in the columns: PostgreSQL and JavaScript differ for a final Σ and for İ. */
const lowered = (text: string) => sql<string>`lower(${text})`
const is = (column: string, value: string | RawBuilder<string>): Condition => sql<boolean>`${sql.ref(column)} = ${value}`
const isSameName = (column: string, text: string): Condition => sql<boolean>`fold_text(${sql.ref(column)}) = ${foldText(text)}`

/** The conditions on rows of a table. Each uses the columns of one index. */
const matchOf = (of: 'r' | 'a' | 'g', registrant: Comparable): Match => ({
  email: is(`${of}.email_key`, lowered(registrant.email)),
  mobile: is(`${of}.mobile_digits`, registrant.phone_number.replace(/\D/g, '')),
  person: registrant.building_id
    ? sql<boolean>`${is(`${of}.building_id`, registrant.building_id)} and ${is(`${of}.unit_key`, unitKey(registrant.unit_number))}
        and ${isSameName(`${of}.first_name`, registrant.first_name)} and ${isSameName(`${of}.last_name`, registrant.last_name)}`
    : null,
})

/**
 * The first ids that match each condition, each found by its own index: joined by `or`, the conditions would read every row.
 * `offset 0` keeps the order out of the subquery: PostgreSQL would scan all ids in order until enough match.
 */
const firstOf = (match: Match, find: (condition: Condition) => Expression<unknown>) =>
  sql<string[]>`(array(${sql.join(
    [match.email, match.mobile, match.person]
      .filter((one) => one !== null)
      .map((one) => sql`(select id from (${find(one)} offset 0) as matching order by id limit ${sql.lit(MAX_CANDIDATES)})`),
    sql` union `,
  )}))`

type CandidateRow = { id: string; name: string; unit: string; place: string; email: boolean; mobile: boolean; person: boolean }
const candidateOf =
  (IsRegistration: boolean) =>
  ({ id, name, unit, place, email, mobile, person }: CandidateRow): DuplicateCandidate => ({
    Id: id,
    Name: name,
    UnitNumber: unit,
    PlaceName: place,
    IsRegistration,
    HasSameEmail: email,
    HasSamePhone: mobile,
    IsSamePerson: person,
  })
const marks = ({ email, mobile, person }: Match) =>
  [email.as('email'), mobile.as('mobile'), (person ?? sql<boolean>`false`).as('person')] as const

/** Residents `r` of the reviewer's properties. The indexes begin with the property. */
const visibleResidents = (db: Db) =>
  db
    .selectFrom('residents as r')
    .where('r.deleted_at', 'is', null)
    .where(sql<boolean>`r.property_id = any(array(select id from properties))`)

/** Residents that the reviewer sees and that may be the registrant, by id. */
export async function duplicateResidents(db: Db, registrant: Comparable): Promise<DuplicateCandidate[]> {
  const match = matchOf('r', registrant)
  const first = (condition: Condition) => visibleResidents(db).select('r.id').where(condition)
  const rows = await db
    .selectFrom('residents as r')
    .innerJoin('buildings as b', 'b.id', 'r.building_id')
    .select(['r.id', 'r.full_name as name', 'r.unit_number as unit', 'b.name as place', ...marks(match)])
    .where((eb) => eb('r.id', '=', eb.fn.any(firstOf(match, first))))
    .orderBy('r.id')
    .limit(MAX_CANDIDATES)
    .execute()
  return rows.map(candidateOf(false))
}

/** Agents that the reviewer sees and that may be the registrant, by id. */
export async function duplicateAgents(db: Db, tenant: Tenant, registrant: Comparable): Promise<DuplicateCandidate[]> {
  const match = matchOf('a', registrant)
  const first = (condition: Condition) => visibleAgents(db, tenant).select('a.id').where(condition)
  const rows = await db
    .selectFrom('agents as a')
    .innerJoin('couriers as c', 'c.id', 'a.courier_id')
    .select(['a.id', 'a.full_name as name', sql<string>`''`.as('unit'), 'c.name as place', ...marks(match)])
    .where((eb) => eb('a.id', '=', eb.fn.any(firstOf(match, first))))
    .orderBy('a.id')
    .limit(MAX_CANDIDATES)
    .execute()
  return rows.map(candidateOf(false))
}

/** Other pending registrations of the kind that may be the same registrant's, by id. */
export async function duplicateRegistrations(
  db: Db,
  tenant: Tenant,
  kind: RegistrationType,
  registrant: Comparable,
): Promise<DuplicateCandidate[]> {
  const match = matchOf('g', registrant)
  const first = (condition: Condition) =>
    visibleRegistrations(db, tenant, kind)
      .select('g.id')
      .where('g.status', '=', REGISTRATION_STATUS.Pending)
      .where('g.id', '<>', registrant.id)
      .where(condition)
  const rows = await db
    .selectFrom('registrations as g')
    .leftJoin('buildings as b', 'b.id', 'g.building_id')
    .select(['g.id', sql<string>`person_name(g.first_name, g.last_name)`.as('name'), 'g.unit_number as unit'])
    .select([sql<string>`coalesce(b.name, '')`.as('place'), ...marks(match)])
    .where((eb) => eb('g.id', '=', eb.fn.any(firstOf(match, first))))
    .orderBy('g.id')
    .limit(MAX_CANDIDATES)
    .execute()
  return rows.map(candidateOf(true))
}

/** Candidates for the same person as a registrant: residents or agents, then other registrations. */
export async function duplicatesOf(
  db: Db,
  tenant: Tenant,
  kind: RegistrationType,
  registrant: Comparable,
): Promise<DuplicateCandidate[]> {
  const people = kind === 'resident' ? await duplicateResidents(db, registrant) : await duplicateAgents(db, tenant, registrant)
  return [...people, ...(await duplicateRegistrations(db, tenant, kind, registrant))]
}

/** The active residents of the unit, by name. */
export const occupantsOf = (db: Db, { building_id, unit_number }: Comparable): Promise<{ Id: string; Name: string }[]> =>
  visibleResidents(db)
    .select(['r.id as Id', 'r.full_name as Name'])
    .where('r.building_id', '=', building_id)
    .where('r.unit_key', '=', unitKey(unit_number))
    .where('r.is_active', '=', true)
    .orderBy(naturalOrder('r.full_name'))
    .limit(MAX_CANDIDATES)
    .execute()
