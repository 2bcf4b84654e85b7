import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import { ownerOfLockerBank } from '#platform/server/postgres/untenanted.ts'

/** A locker bank with the tenant that its messages are applied as: its organisation and only its property. */
export type Bank = {
  readonly lockerBankId: string
  readonly organisationId: string
  readonly propertyId: string
  readonly tenant: Tenant
}

/** The bank with this id, or null. */
export async function bankOf(database: Database, lockerBankId: string): Promise<Bank | null> {
  const owner = await ownerOfLockerBank(database, lockerBankId)
  if (!owner) return null
  const { organisation_id: organisationId, property_id: propertyId } = owner
  return { lockerBankId, organisationId, propertyId, tenant: { organisationId, propertyIds: [propertyId] } }
}

/** The valid API keys with their locker banks, without deleted and inactive ones. Those of an inactive organisation keep working. */
export const keysInUse = (db: Db) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('locker_banks as b', 'b.id', 'k.locker_bank_id')
    .select(['k.id', 'k.secret_hash', 'k.secret_encrypted', 'k.locker_bank_id', 'b.name', 'b.property_id'])
    .where('b.is_active', '=', true)
    .where('b.deleted_at', 'is', null)
