import { type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { PackageNow } from '../../rules.ts'

/** A package whose row is locked until the transaction ends. */
export type LockedPackage = {
  readonly id: string
  readonly organisationId: string
  readonly propertyId: string
  readonly buildingId: string
  readonly agentId: string | null
  /** The bank of its locker, with the default mailroom; null outside lockers. */
  readonly bank: { readonly mailroomId: string | null } | null
  readonly now: PackageNow & { readonly status: StatusName }
}

/** Locks packages in the order of their ids; those that the tenant does not see are missing in the result. */
export async function lockForPackages(db: Db, ids: readonly string[]): Promise<LockedPackage[]> {
  const rows = await db
    .selectFrom('packages as p')
    .leftJoin('locker_banks as b', 'b.id', 'p.locker_bank_id')
    .select(['p.id', 'p.organisation_id', 'p.property_id', 'p.building_id', 'p.agent_id'])
    .select([
      'p.status_id',
      'p.locker_bank_id',
      'p.locker_id',
      'p.mailroom_id',
      'p.resident_id',
      'b.mailroom_id as bank_mailroom',
    ])
    .select(['p.drop_off_time', 'p.expiry_time', 'p.collection_time', 'p.recovery_time'])
    .where('p.id', '=', anyOf(ids))
    .orderBy('p.id')
    .forNoKeyUpdate('p')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    organisationId: row.organisation_id,
    propertyId: row.property_id,
    buildingId: row.building_id,
    agentId: row.agent_id,
    bank: row.locker_id ? { mailroomId: row.bank_mailroom } : null,
    now: {
      status: statusById(row.status_id) as StatusName,
      lockerBankId: row.locker_bank_id,
      lockerId: row.locker_id,
      mailroomId: row.mailroom_id,
      residentId: row.resident_id,
      dropOffTime: row.drop_off_time,
      expiryTime: row.expiry_time,
      collectionTime: row.collection_time,
      recoveryTime: row.recovery_time,
    },
  }))
}
