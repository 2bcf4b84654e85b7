import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { keysInUse } from '#features/kiosks/server/api.ts'
import { ROLE_PERMISSIONS, ROLES, type Role, roleById } from '#platform/permissions.ts'
import { ANONYMOUS, type Caller } from '#platform/server/http/caller.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Identify } from '#platform/server/http/route.ts'
import { t } from '#platform/server/messages.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
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
  const callers = {
    user: createUserCallers(database),
    kiosk: (claims: Claims) => kioskCaller(database, claims),
    ticket: (claims: Claims) => ticketCaller(database, claims),
  }
  const cache = new Map<string, { caller: Promise<Caller | null>; at: number }>()

  async function known(claims: Claims): Promise<Caller | null> {
    const name = `${claims.kind} ${claims.organisation} ${claims.sub} ${claims.sid}`
    const before = cache.get(name)
    if (before && Date.now() - before.at < CALLER_KEPT_MS) return before.caller
    if (cache.size >= MAX_CACHED_CALLERS) cache.clear()
    const caller = callers[claims.kind](claims)
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

/**
 * Returns users with the permissions of their role, as long as the token's sign-in lives. Users that are identified in one turn of
 * the event loop are read with one query for each organisation: a node checks all its live streams at a time.
 */
function createUserCallers(database: Database) {
  const batches = new Map<string, { readonly signInIds: string[]; readonly callers: Promise<Map<string, Caller>> }>()

  const collect = (organisationId: string) => {
    const signInIds: string[] = []
    const callers = nextTurn().then(() => {
      batches.delete(organisationId)
      return usersOf(database, organisationId, signInIds)
    })
    const batch = { signInIds, callers }
    batches.set(organisationId, batch)
    return batch
  }

  return async ({ organisation, sub, sid }: Claims): Promise<Caller | null> => {
    if (!sid) return null
    const { signInIds, callers } = batches.get(organisation) ?? collect(organisation)
    signInIds.push(sid)
    const caller = (await callers).get(sid)
    return caller?.id === sub ? caller : null
  }
}

/** The users of an organisation's live sign-ins, by sign-in. */
async function usersOf(database: Database, organisationId: string, signInIds: readonly string[]): Promise<Map<string, Caller>> {
  const users = await database.readInTenant(wholeOrganisation(organisationId), (db) => usersBySignIn(db, signInIds))
  return new Map(
    users.flatMap((user) => {
      const role = roleById(user.role_id)
      return role ? [[user.sign_in_id, callerOf(organisationId, user, role)] as const] : []
    }),
  )
}

/** The active users of active organisations, with their role and properties. */
const activeUsers = (db: Db) =>
  db
    .selectFrom('portal_users as u')
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.role_id', 'o.is_super_admin'])
    .select(sql<string[]>`array(select property_id from portal_user_properties where portal_user_id = u.id)`.as('property_ids'))
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .where('o.is_active', '=', true)

const usersBySignIn = (db: Db, signInIds: readonly string[]) =>
  activeUsers(db)
    .innerJoin('sign_ins as s', 's.portal_user_id', 'u.id')
    .select('s.id as sign_in_id')
    .where(sql<boolean>`s.id = any(${signInIds})`)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', new Date().toISOString())
    .execute()

/** A user as they are now, signed in or not, or null: for work that goes on after they have left. */
export async function readUser(database: Database, organisationId: string, userId: string): Promise<Caller | null> {
  const user = await database.readInTenant(wholeOrganisation(organisationId), (db) =>
    activeUsers(db).where('u.id', '=', userId).executeTakeFirst(),
  )
  const role = user && roleById(user.role_id)
  return role ? callerOf(organisationId, { ...user, sign_in_id: EMPTY_GUID }, role) : null
}

type UserRow = Awaited<ReturnType<typeof usersBySignIn>>[number]
const callerOf = (organisationId: string, user: UserRow, role: Role): Caller => ({
  kind: 'user',
  id: user.id,
  name: nameOf(user),
  signInId: user.sign_in_id,
  roles: [role],
  permissions: new Set(ROLE_PERMISSIONS[role]),
  isSuperAdmin: role === 'superadmin' && user.is_super_admin,
  homeOrganisationId: organisationId,
  tenant: { organisationId, propertyIds: ROLES[role].everyProperty ? '*' : user.property_ids },
  until: 0,
})

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
