import { isId, newId } from '#platform/ids.ts'
import type { Db } from '#platform/server/db.ts'
import { type Keys, keyedHash, newSecret } from '#platform/server/keys.ts'
import { REFRESH_DAYS } from '../contract.ts'

/** For this long after its use an old token gives the same successor again: two tabs, or a reply that got lost. */
const REUSE_GRACE_MS = 10_000

type Rotated = { userId: string; token: string } | 'ended'

/** The organisation stands in front of the token, because a token is all that a refresh brings. */
const tokenFor = (organisationId: string, secret: string) => `${organisationId}.${secret}`
export function organisationOfToken(token: string): string | undefined {
  const id = /^([^.]+)\.[\w-]{20,100}$/.exec(token)?.[1]
  return id && isId(id) ? id : undefined
}

/** A token's successor follows from the token, so that it can be given twice without being stored. */
const successorOf = (keys: Keys, organisationId: string, token: string) =>
  tokenFor(organisationId, keyedHash(keys.refreshTokens, `next ${token}`).toString('base64url'))
const hashOf = (keys: Keys, token: string) => keyedHash(keys.refreshTokens, token)

/** Begins a sign-in and gives its first refresh token. */
export async function beginSignIn(db: Db, keys: Keys, organisationId: string, userId: string, now: Date): Promise<string> {
  const id = newId()
  const token = tokenFor(organisationId, newSecret())
  const expires_at = new Date(now.getTime() + REFRESH_DAYS * 86_400_000)
  await db
    .insertInto('sign_ins')
    .values({ organisation_id: organisationId, id, portal_user_id: userId, created_at: now, expires_at })
    .execute()
  await db
    .insertInto('refresh_tokens')
    .values({ organisation_id: organisationId, token_hash: hashOf(keys, token), sign_in_id: id })
    .execute()
  return token
}

/** Exchanges a refresh token for its successor. A token that was used before, outside the grace, ends the whole sign-in. */
export async function rotate(db: Db, keys: Keys, organisationId: string, token: string, now: Date): Promise<Rotated> {
  const row = await db
    .selectFrom('refresh_tokens as t')
    .innerJoin('sign_ins as s', 's.id', 't.sign_in_id')
    .select(['t.used_at', 't.sign_in_id', 's.portal_user_id', 's.ended_at', 's.expires_at'])
    .where('t.token_hash', '=', hashOf(keys, token))
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.ended_at || new Date(row.expires_at) <= now) return 'ended'
  const successor = successorOf(keys, organisationId, token)
  if (row.used_at && now.getTime() - new Date(row.used_at).getTime() > REUSE_GRACE_MS) {
    await endSignIn(db, row.sign_in_id, now)
    return 'ended'
  }
  if (!row.used_at) {
    await db.updateTable('refresh_tokens').set({ used_at: now }).where('token_hash', '=', hashOf(keys, token)).execute()
    await db
      .insertInto('refresh_tokens')
      .values({ organisation_id: organisationId, token_hash: hashOf(keys, successor), sign_in_id: row.sign_in_id })
      .onConflict((c) => c.doNothing())
      .execute()
  }
  return { userId: row.portal_user_id, token: successor }
}

const endSignIn = (db: Db, id: string, now: Date) =>
  db.updateTable('sign_ins').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).execute()

/** Ends the sign-in that the token belongs to; an unknown token ends nothing. */
export async function endSignInOf(db: Db, keys: Keys, token: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('sign_in_id')
    .where('token_hash', '=', hashOf(keys, token))
    .executeTakeFirst()
  if (row) await endSignIn(db, row.sign_in_id, now)
}

/** Ends every sign-in of a user: the password changed, or the account was closed. */
export async function endSignInsOf(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ ended_at: now })
    .where('portal_user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
