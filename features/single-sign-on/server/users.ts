import { deleteUserLogins } from '#features/kiosks/server/api.ts'
import { USER_MAX } from '#features/portal-users/fields.ts'
import { KEPT, mayUseKiosk } from '#features/portal-users/rules.ts'
import { activeByRole, canSignIn } from '#features/portal-users/server/api.ts'
import { newId } from '#platform/ids.ts'
import { type PortalRole, ROLES, roleById } from '#platform/permissions.ts'
import { lockNames } from '#platform/server/entities.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { sameText } from '#platform/server/postgres/sql-helpers.ts'
import { verifiedEmail } from '../addresses.ts'
import type { RefusalCode } from '../public.ts'
import { personOf, roleOfClaims } from '../rules.ts'
import type { ActiveSettings } from './settings.ts'

/** A sign-in that the provider has confirmed. */
export type Identity = { readonly subject: string; readonly claims: Readonly<Record<string, unknown>> }
type Arrival = {
  readonly identity: Identity
  readonly settings: ActiveSettings
  readonly now: Date
  /** Of a password that nobody knows: made before the transaction, which holds a lock. */
  readonly unknownPassword: string
}

/**
 * The user of an identity: the linked one; else the one with its verified e-mail address, who is linked now; else a new one, where
 * the settings add users. The role follows the claims. Returns the code of the reason when nobody may sign in
 * (decisions "Single sign-on").
 */
export async function userOfIdentity(db: Db, tenant: Tenant, arrival: Arrival): Promise<SignedInUser | RefusalCode> {
  // Also orders changes of users, so that two of them cannot remove the last manager.
  await lockNames(db, tenant, 'portal users')
  const email = verifiedEmail(arrival.identity.claims, arrival.settings)
  const linked = await linkedUser(db, arrival, email)
  if (!linked && !email) return 'email'
  const user = linked ?? (await userByEmail(db, email!))
  if (!user) return addUser(db, tenant, arrival, email!)
  if (user.deleted_at || !user.is_active) return 'disabled'
  // Whoever may not give this role must not let somebody in with it by naming a provider.
  if (roleById(user.role_id) === 'superadmin' && !arrival.settings.givesEveryRole) return 'role'
  if (!linked && user.has_link) return 'linked'
  if (!linked) await link(db, tenant, arrival, user)
  await followRole(db, tenant, arrival, user)
  // A password that somebody else typed must not stay valid beside the identity.
  if (user.password_hash !== null && !user.must_change_password) return user
  const password = { password_hash: arrival.unknownPassword, must_change_password: false }
  await db.updateTable('portal_users').set(password).where('id', '=', user.id).execute()
  const line = { organisationId: tenant.organisationId, at: arrival.now, actor: actorOf(user), subjectId: user.id }
  if (user.password_hash !== null) await writeAudit(db, { ...line, action: 'password changed', detail: { by: 'single sign-on' } })
  return { ...user, ...password }
}

const users = (db: Db) =>
  db
    .selectFrom('portal_users as u')
    .leftJoin('single_sign_on_links as l', 'l.portal_user_id', 'u.id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.role_id', 'u.password_hash', 'u.must_change_password'])
    .select(['u.is_active', 'u.deleted_at'])
    .select((eb) => eb('l.subject', 'is not', null).as('has_link'))
type User = NonNullable<Awaited<ReturnType<typeof userByEmail>>>
export type SignedInUser = Pick<User, 'id' | 'first_name' | 'last_name' | 'role_id' | 'password_hash'>

/** The user with a link to the identity. The link of a deleted user ends when a manager has added the user again. */
async function linkedUser(db: Db, { identity, settings }: Arrival, email: string | null) {
  const links = users(db).where('l.issuer', '=', settings.issuer).where('l.subject', '=', identity.subject)
  const user = await links.executeTakeFirst()
  if (!user?.deleted_at || !email || !(await userByEmail(db, email))) return user
  await db.deleteFrom('single_sign_on_links').where('portal_user_id', '=', user.id).execute()
  return undefined
}

const userByEmail = (db: Db, email: string) =>
  users(db).where(sameText('u.email', email)).where('u.deleted_at', 'is', null).executeTakeFirst()

const actorOf = ({ id, first_name, last_name }: SignedInUser) => ({ id, name: `${first_name} ${last_name}` })

async function link(db: Db, { organisationId }: Tenant, { identity, settings, now }: Arrival, user: SignedInUser): Promise<void> {
  const { issuer } = settings
  await db
    .insertInto('single_sign_on_links')
    .values({ organisation_id: organisationId, portal_user_id: user.id, issuer, subject: identity.subject })
    .execute()
  const line = { organisationId, at: now, actor: actorOf(user), subjectId: user.id }
  await writeAudit(db, { ...line, action: 'portal user identity linked', detail: { issuer, subject: identity.subject } })
}

async function addUser(db: Db, tenant: Tenant, arrival: Arrival, email: string): Promise<SignedInUser | RefusalCode> {
  const { identity, settings, now } = arrival
  // Nobody comes back by signing in whom a manager has deleted.
  if (await users(db).where(sameText('u.email', email)).where('u.deleted_at', 'is not', null).executeTakeFirst())
    return 'disabled'
  if (!settings.DefaultRole) return 'unknown'
  const role = roleOfClaims(identity.claims, settings) ?? settings.DefaultRole
  const { firstName, lastName } = personOf(identity.claims, email, USER_MAX.name)
  const id = newId()
  const { organisationId } = tenant
  const names = { first_name: firstName, last_name: lastName, role_id: ROLES[role].id, password_hash: arrival.unknownPassword }
  await db
    .insertInto('portal_users')
    .values({ organisation_id: organisationId, id, email, ...names })
    .execute()
  const user = { id, ...names }
  const line = { organisationId, at: now, actor: actorOf(user), subjectId: id }
  const person = { FirstName: firstName, LastName: lastName, Email: email }
  const detail = { after: { ...person, role, active: true, properties: [] }, by: 'single sign-on' }
  await writeAudit(db, { ...line, action: 'portal user created', detail })
  await link(db, tenant, arrival, user)
  return user
}

/** Gives a user the role of the claims, unless the organisation would lose its last manager. */
async function followRole(db: Db, { organisationId }: Tenant, { identity, settings, now }: Arrival, user: User): Promise<void> {
  const role = roleOfClaims(identity.claims, settings)
  const before = roleById(user.role_id) as PortalRole
  if (!role || role === before) return
  const others = ((await activeByRole(db)).get(user.role_id) ?? 0) - (canSignIn(user) ? 1 : 0)
  if (KEPT.includes(before) && others <= 0) return
  await db.updateTable('portal_users').set({ role_id: ROLES[role].id }).where('id', '=', user.id).execute()
  if (ROLES[role].everyProperty) await db.deleteFrom('portal_user_properties').where('portal_user_id', '=', user.id).execute()
  if (!mayUseKiosk(role)) await deleteUserLogins(db, [user.id])
  user.role_id = ROLES[role].id
  const line = { organisationId, at: now, actor: actorOf(user), subjectId: user.id }
  const detail = { before: { role: before }, after: { role }, by: 'single sign-on' }
  await writeAudit(db, { ...line, action: 'portal user changed', detail })
}
