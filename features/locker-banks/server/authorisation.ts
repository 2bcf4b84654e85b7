import { newId } from '#platform/ids.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type Keys, keyedHash, newSecret, seal, unseal } from '#platform/server/security/keys.ts'
import type { Authorisation } from '../contract.ts'
import { t } from '../messages.ts'

type Bank = {
  readonly organisation_id: string
  readonly id: string
  readonly property_id: string
  readonly code: string
  readonly relay_end_point_name: string
}
type Deps = { readonly keys: Keys; readonly publicUrl: string }

/** The key of a bank, or undefined while it is not authorised. */
export const apiKeyOf = (db: Db, lockerBankId: string) =>
  db.selectFrom('api_keys').select(['id', 'secret_encrypted']).where('locker_bank_id', '=', lockerBankId).executeTakeFirst()

/** Creates the bank's key, as `lockerBankOfKey` checks it at sign-in. */
export async function makeKey(db: Db, deps: Deps, bank: Bank): Promise<Authorisation> {
  const id = newId()
  const secret = newSecret()
  await db
    .insertInto('api_keys')
    .values({
      organisation_id: bank.organisation_id,
      id,
      locker_bank_id: bank.id,
      property_id: bank.property_id,
      secret_hash: keyedHash(deps.keys.secrets, secret),
      secret_encrypted: seal(deps.keys.secrets, secret, id),
    })
    .execute()
  return authorisationOf(db, deps, bank, id, secret)
}

/** The bank's key with its secret; 404 while it is not authorised. */
export async function readKey(db: Db, deps: Deps, bank: Bank): Promise<Authorisation> {
  const key = await apiKeyOf(db, bank.id)
  if (!key) throw new Refusal(404, t('MsgLockerBankUnauthorised'))
  return authorisationOf(db, deps, bank, key.id, unseal(deps.keys.secrets, key.secret_encrypted, key.id))
}

/** Deletes the keys of these banks; returns how many there were. */
export async function deleteKeys(db: Db, lockerBankIds: readonly string[]): Promise<bigint> {
  const { numDeletedRows } = await db.deleteFrom('api_keys').where('locker_bank_id', '=', anyOf(lockerBankIds)).executeTakeFirst()
  return numDeletedRows
}

async function authorisationOf(db: Db, deps: Deps, bank: Bank, keyId: string, secret: string): Promise<Authorisation> {
  const { system_name } = await db
    .selectFrom('organisations')
    .select('system_name')
    .where('id', '=', bank.organisation_id)
    .executeTakeFirstOrThrow()
  return {
    APIKeyId: keyId,
    ApiSecret: secret,
    LockerBankCode: bank.code,
    OrganisationSystemName: system_name,
    RelayEndPointName: bank.relay_end_point_name || deps.publicUrl,
  }
}
