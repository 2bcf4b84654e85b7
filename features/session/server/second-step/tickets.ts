import type { Db } from '#platform/server/postgres/db.ts'
import { type Keys, keyedHash, newSecret } from '#platform/server/security/keys.ts'
import { TICKET_MINUTES_OF_SIGN_IN } from '../../second-step-public.ts'
import { tokenFor } from '../sign-ins.ts'

const hashOf = (keys: Keys, ticket: string) => keyedHash(keys.refreshTokens, `ticket ${ticket}`)

/** The second step after a password, a sign-in by a passkey alone, or a passkey that a signed-in user adds. */
type Purpose = 'second step' | 'passkey' | 'new passkey'
type NewTicket = {
  readonly purpose: Purpose
  readonly organisationId: string
  readonly userId: string | null
  readonly challenge?: string
}

/** A ticket for the next request of a sign-in, or of adding a passkey; only its hash is stored. */
export async function newTicket(
  db: Db,
  keys: Keys,
  { purpose, organisationId, userId, challenge }: NewTicket,
  now: Date,
): Promise<string> {
  const ticket = tokenFor(organisationId, newSecret())
  await db
    .insertInto('sign_in_tickets')
    .values({
      organisation_id: organisationId,
      token_hash: hashOf(keys, ticket),
      purpose,
      portal_user_id: userId,
      challenge: challenge ?? null,
      expires_at: new Date(now.getTime() + TICKET_MINUTES_OF_SIGN_IN * 60_000),
    })
    .execute()
  return ticket
}

/** A ticket that has neither ended nor been used, locked until the end of the transaction. */
export const readTicket = (db: Db, keys: Keys, ticket: string, now: Date) =>
  db
    .selectFrom('sign_in_tickets')
    .select(['purpose', 'portal_user_id as userId', 'challenge'])
    .where('token_hash', '=', hashOf(keys, ticket))
    .where('expires_at', '>', now.toISOString())
    .forUpdate()
    .executeTakeFirst()

/** The challenge that a passkey has to answer for this ticket; null for none. */
export const setChallenge = (db: Db, keys: Keys, ticket: string, challenge: string | null) =>
  db.updateTable('sign_in_tickets').set({ challenge }).where('token_hash', '=', hashOf(keys, ticket)).execute()

/** A ticket is used once. */
export const deleteTicket = (db: Db, keys: Keys, ticket: string) =>
  db.deleteFrom('sign_in_tickets').where('token_hash', '=', hashOf(keys, ticket)).execute()
