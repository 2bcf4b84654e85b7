import type { Database, Tenant } from '#platform/server/postgres/db.ts'
import { ownerOfLockerBank } from '#platform/server/postgres/untenanted.ts'

/** A locker bank with the tenant as whom its messages are applied: its organisation, its property alone. */
export type Bank = {
  readonly lockerBankId: string
  readonly organisationId: string
  readonly propertyId: string
  readonly tenant: Tenant
}

/** The bank of an id that a message or a connection names, or null. */
export async function bankOf(database: Database, lockerBankId: string): Promise<Bank | null> {
  const owner = await ownerOfLockerBank(database, lockerBankId)
  if (!owner) return null
  const { organisation_id: organisationId, property_id: propertyId } = owner
  return { lockerBankId, organisationId, propertyId, tenant: { organisationId, propertyIds: [propertyId] } }
}
