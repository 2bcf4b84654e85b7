import { randomInt } from 'node:crypto'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { type Keys, keyedHash } from '#platform/server/security/keys.ts'
import { RECOVERY_CODES } from '../../second-step-public.ts'

/** Without characters that look alike; 10 of them have 49 bits, so that a fast hash suffices. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const shown = (code: string) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
const hashOf = (keys: Keys, userId: string, code: string) => keyedHash(keys.refreshTokens, `recovery code ${userId} ${code}`)

/** Replaces a user's recovery codes, and returns the new ones: the only time that they are readable. */
export async function renewRecoveryCodes(db: Db, keys: Keys, { organisationId }: Tenant, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await db.deleteFrom('recovery_codes').where('portal_user_id', '=', userId).execute()
  const rows = codes.map((code) => ({
    organisation_id: organisationId,
    portal_user_id: userId,
    code_hash: hashOf(keys, userId, code),
  }))
  await db.insertInto('recovery_codes').values(rows).execute()
  return codes.map(shown)
}

/** Uses up a recovery code; false for one that is unknown or was used. */
export async function spendRecoveryCode(db: Db, keys: Keys, userId: string, code: string, now: Date): Promise<boolean> {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('portal_user_id', '=', userId)
    .where('code_hash', '=', hashOf(keys, userId, plain))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
