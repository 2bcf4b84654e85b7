import { type RawBuilder, sql } from 'kysely'
import { visibleAgents } from '#features/agents/server/api.ts'
import type { Db, Tenant } from '#platform/server/db.ts'
import { naturally } from '#platform/server/natural-order.ts'
import type { Likeness } from '../contract.ts'
import { REGISTRATION_STATUS, type RegistrationType } from '../rules.ts'
import { visibleRegistrations } from './store.ts'

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

const digits = (text: string) => text.replace(/\D/g, '')
const isSame = (column: string, text: string) => sql<boolean>`lower(${sql.ref(column)}) = ${text.toLowerCase()}`
const hasDigits = (column: string, text: string) =>
  sql<boolean>`regexp_replace(${sql.ref(column)}, '[^0-9]', '', 'g') = ${digits(text)}`

function likeness(of: 'r' | 'a' | 'g', phone: string, who: Who) {
  const sameUnit = who.building_id
    ? sql<boolean>`${sql.ref(`${of}.building_id`)} = ${who.building_id} and ${isSame(`${of}.unit_number`, who.unit_number)}
        and ${isSame(`${of}.first_name`, who.first_name)} and ${isSame(`${of}.last_name`, who.last_name)}`
    : sql<boolean>`false`
  const email = isSame(`${of}.email`, who.email)
  const mobile = hasDigits(phone, who.phone_number)
  return { email, mobile, sameUnit, any: sql<boolean>`(${email} or ${mobile} or (${sameUnit}))` }
}

type Found = { id: string; name: string; unit: string; place: string; email: boolean; mobile: boolean; person: boolean }
const told =
  (IsRegistration: boolean) =>
  ({ id, name, unit, place, email, mobile, person }: Found): Likeness => ({
    Id: id,
    Name: name,
    UnitNumber: unit,
    PlaceName: place,
    IsRegistration,
    HasSameEmail: email,
    HasSamePhone: mobile,
    IsSamePerson: person,
  })
const marks = ({ email, mobile, sameUnit }: Record<'email' | 'mobile' | 'sameUnit', RawBuilder<boolean>>) =>
  [email.as('email'), mobile.as('mobile'), sql<boolean>`(${sameUnit})`.as('person')] as const

/** Residents whom the reviewer sees and who may be the same as a registration. */
export async function residentsLike(db: Db, who: Who): Promise<Likeness[]> {
  const like = likeness('r', 'r.mobile_phone', who)
  const rows = await db
    .selectFrom('residents as r')
    .innerJoin('buildings as b', 'b.id', 'r.building_id')
    .select(['r.id', 'r.full_name as name', 'r.unit_number as unit', 'b.name as place', ...marks(like)])
    .where('r.deleted_at', 'is', null)
    .where(like.any)
    .orderBy('r.id')
    .limit(MAX_LIKE)
    .execute()
  return rows.map(told(false))
}

/** Agents whom the reviewer sees and who may be the same. */
export async function agentsLike(db: Db, tenant: Tenant, who: Who): Promise<Likeness[]> {
  const like = likeness('a', 'a.mobile_phone', who)
  const rows = await visibleAgents(db, tenant)
    .innerJoin('couriers as c', 'c.id', 'a.courier_id')
    .select(['a.id', 'a.full_name as name', sql<string>`''`.as('unit'), 'c.name as place', ...marks(like)])
    .where(like.any)
    .orderBy('a.id')
    .limit(MAX_LIKE)
    .execute()
  return rows.map(told(false))
}

/** Other registrations of the kind that wait too. */
export async function registrationsLike(db: Db, tenant: Tenant, kind: RegistrationType, who: Who): Promise<Likeness[]> {
  const like = likeness('g', 'g.phone_number', who)
  const rows = await visibleRegistrations(db, tenant, kind)
    .leftJoin('buildings as b', 'b.id', 'g.building_id')
    .select(['g.id', sql<string>`g.first_name || ' ' || g.last_name`.as('name'), 'g.unit_number as unit'])
    .select([sql<string>`coalesce(b.name, '')`.as('place'), ...marks(like)])
    .where('g.status', '=', REGISTRATION_STATUS.Pending)
    .where('g.id', '<>', who.id)
    .where(like.any)
    .orderBy('g.id')
    .limit(MAX_LIKE)
    .execute()
  return rows.map(told(true))
}

/** Who lives in the unit now. */
export const occupantsOf = (db: Db, { building_id, unit_number }: Who): Promise<{ Id: string; Name: string }[]> =>
  db
    .selectFrom('residents as r')
    .select(['r.id as Id', 'r.full_name as Name'])
    .where('r.building_id', '=', building_id)
    .where(isSame('r.unit_number', unit_number))
    .where('r.is_active', '=', true)
    .where('r.deleted_at', 'is', null)
    .orderBy(naturally('r.full_name'))
    .limit(MAX_LIKE)
    .execute()
