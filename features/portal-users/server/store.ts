import { type Expression, type SqlBool, sql } from 'kysely'
import { deleteSecondSteps } from '#features/session/server/api.ts'
import type { InputOf } from '#platform/operation.ts'
import { type PortalRole, ROLES, roleById } from '#platform/permissions.ts'
import { existing } from '#platform/server/entities.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder, rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import { matchesPerson } from '#platform/server/postgres/text-search.ts'
import type { portalUsers } from '../contract.ts'
import { userStatusOf } from '../rules.ts'

/** The users of the organisation that were not deleted: every query here starts with them. */
export const visibleUsers = (db: Db) => db.selectFrom('portal_users as u').where('u.deleted_at', 'is', null)

export const ROW = ['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.role_id', 'u.is_active', 'u.password_hash'] as const
type Row = {
  id: string
  first_name: string
  last_name: string
  email: string
  role_id: number
  is_active: boolean
  password_hash: string | null
}
export const userRows = (db: Db) => visibleUsers(db).select(ROW)
/** Whether a user can sign in: active, and with a password. */
export const canSignIn = ({ is_active, password_hash }: Pick<Row, 'is_active' | 'password_hash'>) =>
  is_active && password_hash !== null
export const invitedOf = (user: Pick<Row, 'role_id' | 'is_active' | 'password_hash'>) => ({
  role: roleOf(user.role_id),
  hasPassword: user.password_hash !== null,
  isActive: user.is_active,
})
export const roleOf = (roleId: number) => roleById(roleId) as PortalRole

export const rowOf = (row: Row) => ({
  Id: row.id,
  FirstName: row.first_name,
  LastName: row.last_name,
  Email: row.email,
  UserRole: roleOf(row.role_id),
  Status: userStatusOf({ isActive: row.is_active, hasPassword: row.password_hash !== null }),
})

/** Whether the user `u` of a query has a property, by role or by assignment. */
export const hasProperty = (propertyId: string): Expression<SqlBool> =>
  sql<SqlBool>`(u.role_id = ${anyOf(
    Object.values(ROLES)
      .filter(({ everyProperty }) => everyProperty)
      .map(({ id }) => id),
  )} or exists (select from portal_user_properties up where up.property_id = ${propertyId} and up.portal_user_id = u.id))`

/** The users that match the list's filters. */
export function matchingUsers(db: Db, { SearchText, UserRole, PropertyId }: InputOf<typeof portalUsers.page>) {
  let matching = visibleUsers(db)
  if (SearchText) matching = matching.where(matchesPerson('u.search_text', SearchText))
  if (UserRole) matching = matching.where('u.role_id', '=', ROLES[UserRole].id)
  if (PropertyId) matching = matching.where(hasProperty(PropertyId))
  return matching
}

export const SORTS = {
  LastName: naturalOrder('u.last_name'),
  FirstName: naturalOrder('u.first_name'),
  Email: naturalOrder('u.email'),
  UserRole: sql`${sql.ref('u.role_id')}`,
  // `userStatusOf` in SQL.
  Status: sql`case when not u.is_active then 2 when u.password_hash is null then 3 else 1 end`,
}

/** A user with kiosk login and properties; 404 for one that is missing, foreign or deleted. */
export async function readUserRecord(db: Db, id: string) {
  const user = await existing(
    userRows(db)
      .leftJoin('kiosk_logins as l', 'l.portal_user_id', 'u.id')
      .select(['u.phone_number', 'u.invited_at', 'l.user_name', rowVersion('u').as('version')])
      .where('u.id', '=', id),
  )
  const properties = await db
    .selectFrom('portal_user_properties as up')
    .innerJoin('properties as p', 'p.id', 'up.property_id')
    .select('p.id')
    .where('up.portal_user_id', '=', id)
    .where('p.deleted_at', 'is', null)
    .orderBy(naturalOrder('p.name'))
    .execute()
  return { ...user, propertyIds: properties.map((one) => one.id) }
}

/** Locks the users in the order of their ids. */
export const lockUsers = (db: Db, ids: readonly string[]) =>
  userRows(db)
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('name'))
    .where('u.id', '=', anyOf(ids))
    .orderBy('u.id')
    .forUpdate()
    .execute()

/** How many users each role has who can sign in; invited ones cannot yet. */
export async function activeByRole(db: Db): Promise<Map<number, number>> {
  const rows = await visibleUsers(db)
    .select((eb) => ['u.role_id', eb.fn.countAll<number>().as('users')])
    .where('u.is_active', '=', true)
    .where('u.password_hash', 'is not', null)
    .groupBy('u.role_id')
    .execute()
  return new Map(rows.map(({ role_id, users }) => [role_id, Number(users)]))
}

/** Deletes users: they are hidden, histories keep their names; what they sign in with is gone. */
export async function hideUsers(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.updateTable('portal_users').set({ deleted_at: now }).where('id', '=', anyOf(ids)).execute()
  await deleteSecondSteps(db, ids)
}
