import type { FastifyRequest } from 'fastify'
import { keysInUse } from '#features/kiosks/server/api.ts'
import { ROLE_PERMISSIONS, ROLES, roleById } from '#platform/permissions.ts'
import { ANONYMOUS, type Caller } from '#platform/server/http/caller.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Identify } from '#platform/server/http/route.ts'
import { t } from '#platform/server/messages.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { nameOf } from './sign-ins.ts'
import { type Claims, createBearerReader } from './tokens.ts'

/** How long a sign-out, a role, a scope or a deauthorisation may lag, in ms (architecture "One operation"). */
const CALLER_KEPT_MS = 2_000
const MAX_CACHED_CALLERS = 10_000

/**
 * The caller: the bearer token identifies the user or locker bank, the database has the current permissions. Null without a
 * token; 401 for an ended token or a deleted user.
 */
export function createIdentify(database: Database, keys: Keys): Identify {
  const bearerClaims = createBearerReader(keys.accessTokens)
  const cache = new Map<string, { caller: Promise<Caller | null>; at: number }>()

  async function known(claims: Claims): Promise<Caller | null> {
    const name = `${claims.kind} ${claims.organisation} ${claims.sub} ${claims.sid}`
    const before = cache.get(name)
    if (before && Date.now() - before.at < CALLER_KEPT_MS) return before.caller
    if (cache.size >= MAX_CACHED_CALLERS) cache.clear()
    const caller = CALLERS[claims.kind](database, claims)
    cache.set(name, { caller, at: Date.now() })
    // Failures are not cached.
    caller.catch(() => cache.delete(name))
    return caller
  }

  return async (request: FastifyRequest) => {
    const claims = await bearerClaims(request)
    if (claims === undefined) return ANONYMOUS
    if (claims === null) throw new Refusal(401, t('MsgSessionEnded'))
    const until = claims.exp * 1000
    const caller = await known(claims)
    if (!caller) throw new Refusal(401, t('MsgSessionEnded'))
    return { ...caller, until }
  }
}

/** A ticket identifies an anonymous visitor, as long as its organisation is active. */
async function ticketCaller(database: Database, { organisation: organisationId }: Claims): Promise<Caller | null> {
  const tenant = wholeOrganisation(organisationId)
  const organisation = await database.inTenant(tenant, (db) =>
    db.selectFrom('organisations').select('is_active').where('id', '=', organisationId).executeTakeFirst(),
  )
  return organisation?.is_active
    ? { ...ANONYMOUS, kind: 'ticket', name: 'visitor', homeOrganisationId: organisationId, tenant }
    : null
}

/** A user with the permissions of their role, as long as the token's sign-in lives. */
async function userCaller(database: Database, { organisation: organisationId, sub, sid }: Claims): Promise<Caller | null> {
  if (!sid) return null
  return database.inTenant(wholeOrganisation(organisationId), async (db) => {
    const user = await db
      .selectFrom('portal_users as u')
      .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
      .innerJoin('sign_ins as s', 's.portal_user_id', 'u.id')
      .select(['u.id', 'u.first_name', 'u.last_name', 'u.role_id', 'o.is_super_admin'])
      .where('u.id', '=', sub)
      .where('s.id', '=', sid)
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', new Date().toISOString())
      .where('u.is_active', '=', true)
      .where('u.deleted_at', 'is', null)
      .where('o.is_active', '=', true)
      .executeTakeFirst()
    const role = user && roleById(user.role_id)
    if (!user || !role) return null
    const properties = ROLES[role].everyProperty
      ? ('*' as const)
      : (await db.selectFrom('portal_user_properties').select('property_id').where('portal_user_id', '=', user.id).execute()).map(
          (row) => row.property_id,
        )
    return {
      kind: 'user',
      id: user.id,
      name: nameOf(user),
      signInId: sid,
      roles: [role],
      permissions: new Set(ROLE_PERMISSIONS[role]),
      isSuperAdmin: role === 'superadmin' && user.is_super_admin,
      homeOrganisationId: organisationId,
      tenant: { organisationId, propertyIds: properties },
      until: 0,
    }
  })
}

/** A locker bank with its own property, as long as the token's key is current. */
async function kioskCaller(database: Database, { organisation: organisationId, sub }: Claims): Promise<Caller | null> {
  return database.inTenant(wholeOrganisation(organisationId), async (db) => {
    const key = await keysInUse(db).where('k.id', '=', sub).executeTakeFirst()
    return key
      ? {
          kind: 'kiosk',
          id: key.locker_bank_id,
          name: key.name,
          signInId: EMPTY_GUID,
          roles: ['lockerbank'],
          permissions: new Set(),
          isSuperAdmin: false,
          homeOrganisationId: organisationId,
          tenant: { organisationId, propertyIds: [key.property_id] },
          until: 0,
        }
      : null
  })
}

const CALLERS = { user: userCaller, kiosk: kioskCaller, ticket: ticketCaller }
