import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { conflict, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { type Keys, keyedHash, seal, unseal } from '#platform/server/security/keys.ts'
import { t } from '../messages.ts'
import { ACCESS_CODE } from '../rules.ts'

/** Attempts to find a free code: a property uses a few thousand of ninety million. */
const TRIES = 20

/** The text does not reveal that the code is in use. */
export const CODE_REFUSED = 'MsgAccessCodeRefused'

/** A code's columns: encrypted, to be sent again, and the hash that it is looked up by. */
export type KeptCode = { readonly access_code_encrypted: Buffer; readonly access_code_hash: Buffer }

/** `id`: the id of the code's row. */
export const keptCode = (keys: Keys, id: string, code: string): KeptCode => ({
  access_code_encrypted: seal(keys.secrets, code, id),
  access_code_hash: keyedHash(keys.accessCodes, code),
})
export const readCode = (keys: Keys, id: string, encrypted: Buffer | null): string =>
  encrypted ? unseal(keys.secrets, encrypted, id) : ''

/** A uniformly random code that is free in the property; 409 when none is found. */
export async function freeCode(db: Db, keys: Keys, propertyId: string): Promise<string> {
  for (let i = 0; i < TRIES; i += 1) {
    const code = String(randomInt(ACCESS_CODE.from, ACCESS_CODE.to + 1))
    if (!(await isTaken(db, propertyId, keyedHash(keys.accessCodes, code), null))) return code
  }
  throw conflict(t('MsgNoFreeCode'))
}

/**
 * Locks the codes of a property until the transaction ends: residents' and delegates' codes are in two tables, and no index spans
 * both.
 */
export const lockCodes = (db: Db, propertyId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`access codes of ${propertyId}`}, 0))`.execute(db)

/** Refuses a code that is in use in the property; the codes must be locked. */
export async function refuseTaken(db: Db, propertyId: string, { access_code_hash }: KeptCode, ownId: string): Promise<void> {
  const isTakenByOther = await isTaken(db, propertyId, access_code_hash, ownId)
  refuseIf(isTakenByOther ? t(CODE_REFUSED) : null, 'LockerAccessCode')
}

async function isTaken(db: Db, propertyId: string, hash: Buffer, ownId: string | null): Promise<boolean> {
  const of = (table: 'residents' | 'resident_delegates') => {
    const query = db.selectFrom(table).select('id').where('property_id', '=', propertyId).where('access_code_hash', '=', hash)
    return ownId ? query.where('id', '<>', ownId) : query
  }
  return (await of('residents').union(of('resident_delegates')).executeTakeFirst()) !== undefined
}
