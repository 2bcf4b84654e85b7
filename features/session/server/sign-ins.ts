import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '#platform/audit.ts'
import { isId, newId } from '#platform/ids.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { UNAUTHENTICATED, writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type Keys, keyedHash, newSecret } from '#platform/server/security/keys.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { REFRESH_DAYS } from '../contract.ts'

/** Grace after a token's use in which it returns the same successor again: two tabs, or a lost reply. */
const REUSE_GRACE_MS = 10_000

/** The user who signs in. */
export type Person = { readonly id: string; readonly first_name: string; readonly last_name: string; readonly role_id: number }
/** A sign-in and its current refresh token. */
export type Granted = { readonly signInId: string; readonly refreshToken: string }

export const nameOf = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>) => `${first_name} ${last_name}`

/** The token begins with the organisation, because a refresh sends only the token. */
export const tokenFor = (organisationId: string, secret: string) => `${organisationId}.${secret}`
export function organisationOfToken(token: string): string | undefined {
  const id = /^([^.]+)\.[\w-]{20,100}$/.exec(token)?.[1]
  return id && isId(id) ? id : undefined
}

/** A token's successor is derived from the token, so that it can be returned twice without being stored. */
const successorOf = (keys: Keys, organisationId: string, token: string) =>
  tokenFor(organisationId, keyedHash(keys.refreshTokens, `next ${token}`).toString('base64url'))
const hashOf = (keys: Keys, token: string) => keyedHash(keys.refreshTokens, token)

/** From where somebody signs in. */
export type Device = { readonly address: string; readonly userAgent: string }
/** `by`: how the identity was checked; `confirmedAt`: when, unless that is now. */
type Begun = Device & { readonly by: string; readonly confirmedAt?: Date | undefined }
const MAX_USER_AGENT = 400
export const deviceOf = (request: FastifyRequest): Device => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
})

type Verified = Person & { readonly password_hash: string | null }

/**
 * Begins a sign-in and returns its first refresh token; undefined when the account was closed or its password changed after
 * `person` was read.
 */
export async function beginSignIn(
  db: Db,
  keys: Keys,
  organisationId: string,
  person: Verified,
  { address, userAgent, by, confirmedAt }: Begun,
  now: Date,
): Promise<Granted | undefined> {
  const unchanged = await db
    .selectFrom('portal_users')
    .select('id')
    .where('id', '=', person.id)
    .where('password_hash', '=', person.password_hash)
    .where('must_change_password', '=', false)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!unchanged) return undefined
  const signInId = newId()
  const refreshToken = tokenFor(organisationId, newSecret())
  const expires_at = new Date(now.getTime() + REFRESH_DAYS * 86_400_000)
  await db
    .insertInto('sign_ins')
    .values({
      organisation_id: organisationId,
      id: signInId,
      portal_user_id: person.id,
      created_at: now,
      expires_at,
      used_at: now,
      address,
      user_agent: userAgent,
      ...(confirmedAt && { confirmed_at: confirmedAt }),
    })
    .execute()
  await db
    .insertInto('refresh_tokens')
    .values({ organisation_id: organisationId, token_hash: hashOf(keys, refreshToken), sign_in_id: signInId })
    .execute()
  const actor = { id: person.id, name: nameOf(person) }
  const detail = { signIn: signInId, by }
  await writeAudit(db, { organisationId, at: now, actor, action: 'signed in', subjectId: person.id, detail })
  return { signInId, refreshToken }
}

/**
 * Exchanges a refresh token for its successor; undefined when its sign-in has ended. A token that was used before, outside
 * the grace, ends the whole sign-in, and so does a token of a deactivated account or organisation.
 */
export async function rotate(
  db: Db,
  keys: Keys,
  organisationId: string,
  token: string,
  { address, userAgent }: Device,
  now: Date,
): Promise<(Granted & { person: Person }) | undefined> {
  const row = await db
    .selectFrom('refresh_tokens as t')
    .innerJoin('sign_ins as s', 's.id', 't.sign_in_id')
    .innerJoin('portal_users as u', 'u.id', 's.portal_user_id')
    .innerJoin('organisations as o', 'o.id', 's.organisation_id')
    .select(['t.used_at', 't.sign_in_id', 's.ended_at', 's.expires_at'])
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.role_id', 'u.is_active', 'u.deleted_at', 'o.is_active as is_open'])
    .where('t.token_hash', '=', hashOf(keys, token))
    .forUpdate(['t', 's'])
    .executeTakeFirst()
  if (!row || row.ended_at || new Date(row.expires_at) <= now) return undefined
  const end = async (action: AuditAction) => {
    await endSignIn(db, row.sign_in_id, now)
    const detail = { signIn: row.sign_in_id }
    await writeAudit(db, { organisationId, at: now, actor: UNAUTHENTICATED, action, subjectId: row.id, detail })
    return undefined
  }
  if (row.used_at && now.getTime() - new Date(row.used_at).getTime() > REUSE_GRACE_MS) return end('refresh token used again')
  if (!row.is_open || !row.is_active || row.deleted_at) return end('sign-in of a closed account ended')
  const successor = successorOf(keys, organisationId, token)
  if (!row.used_at) {
    await db.updateTable('refresh_tokens').set({ used_at: now }).where('token_hash', '=', hashOf(keys, token)).execute()
    await db
      .insertInto('refresh_tokens')
      .values({ organisation_id: organisationId, token_hash: hashOf(keys, successor), sign_in_id: row.sign_in_id })
      .onConflict((c) => c.doNothing())
      .execute()
    const use = { used_at: now, address, user_agent: userAgent }
    await db.updateTable('sign_ins').set(use).where('id', '=', row.sign_in_id).execute()
  }
  return { signInId: row.sign_in_id, refreshToken: successor, person: row }
}

const endSignIn = (db: Db, id: string, now: Date) =>
  db.updateTable('sign_ins').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).executeTakeFirst()

/** The sign-in of a refresh token; undefined for an unknown token. */
export async function signInOfToken(db: Db, keys: Keys, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('sign_in_id')
    .where('token_hash', '=', hashOf(keys, token))
    .executeTakeFirst()
  return row?.sign_in_id
}

/** Signs out: ends a sign-in; one that is unknown or has ended stays as it is. */
export async function signOut(db: Db, organisationId: string, signInId: string, now: Date): Promise<void> {
  const person = await db
    .selectFrom('sign_ins as s')
    .innerJoin('portal_users as u', 'u.id', 's.portal_user_id')
    .select(['u.id', 'u.first_name', 'u.last_name'])
    .where('s.id', '=', signInId)
    .executeTakeFirst()
  if (!person || !(await endSignIn(db, signInId, now)).numUpdatedRows) return
  const actor = { id: person.id, name: nameOf(person) }
  await writeAudit(db, {
    organisationId,
    at: now,
    actor,
    action: 'signed out',
    subjectId: person.id,
    detail: { signIn: signInId },
  })
}

/**
 * Ends every sign-in of users, or all but the one that is in use: the password changed, the account was closed, or somebody signs
 * out elsewhere. Returns how many.
 */
export async function endSignInsOf(db: Db, userIds: readonly string[], now: Date, inUse = EMPTY_GUID): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sign_ins')
    .set({ ended_at: now })
    .where('portal_user_id', '=', anyOf(userIds))
    .where('id', '<>', inUse)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  // Sign-ins between their two steps.
  await db.deleteFrom('sign_in_tickets').where('portal_user_id', '=', anyOf(userIds)).execute()
  return Number(numUpdatedRows)
}

/** When the password of the caller's sign-in was entered last; undefined for a caller without a sign-in. */
export async function confirmedAt(database: Database, caller: Caller): Promise<string | undefined> {
  const row = await database.inTenant(wholeOrganisation(caller.homeOrganisationId), (db) =>
    db.selectFrom('sign_ins').select('confirmed_at').where('id', '=', caller.signInId).executeTakeFirst(),
  )
  return row?.confirmed_at
}
