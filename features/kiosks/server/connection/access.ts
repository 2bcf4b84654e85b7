import { isId } from '#platform/ids.ts'
import type { Access, Credentials } from '#platform/server/mqtt/broker.ts'
import type { Authenticate } from '#platform/server/mqtt/embedded.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import { type Keys, keyedHash, sameBytes, unseal } from '#platform/server/security/keys.ts'
import { topicsOfKiosk } from '../../protocol.ts'
import { bankOf, keysInUse } from './bank.ts'

/** A kiosk's name at the broker is its bank's id, its password the secret of the bank's API key. */
const accessOf = (lockerBankId: string): Access => ({ name: lockerBankId, ...topicsOfKiosk(lockerBankId) })
export const credentialsOf = (lockerBankId: string, keyId: string, secret: string): Credentials => ({
  ...accessOf(lockerBankId),
  password: secret,
  version: keyId,
})

/** The embedded broker's check of each connection. */
export const authenticateKiosk =
  (database: Database, keys: Keys): Authenticate =>
  async (name, password) => {
    if (!isId(name)) return null
    const bank = await bankOf(database, name)
    if (!bank) return null
    const key = await database.inTenant(bank.tenant, (db) =>
      keysInUse(db).where('k.locker_bank_id', '=', name).executeTakeFirst(),
    )
    return key && sameBytes(key.secret_hash, keyedHash(keys.secrets, password)) ? accessOf(name) : null
  }

/** The credentials of all kiosks that may connect, of every organisation, for reconciling an external broker. */
export async function everyKiosk(database: Database, keys: Keys): Promise<Credentials[]> {
  const all: Credentials[] = []
  for (const { id: organisationId } of await allOrganisations(database)) {
    const rows = await database.inTenant(wholeOrganisation(organisationId), (db) => keysInUse(db).execute())
    all.push(...rows.map((row) => credentialsOf(row.locker_bank_id, row.id, unseal(keys.secrets, row.secret_encrypted, row.id))))
  }
  return all
}
