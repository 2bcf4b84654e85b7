import type { Hold } from '#features/package-statuses/expiry.ts'
import type { Db } from '#platform/server/postgres/db.ts'

/** A package's recipient. */
export type Recipient = {
  readonly residentId: string | null
  readonly name: string
  readonly unitNumber: string
  readonly email: string
  readonly mobilePhone: string
  /** Null for a recipient who is not a resident. */
  readonly buildingId: string | null
}

/**
 * The days on which a recipient is out of town; null without a day of return. `isSettled` waits for a transaction that is saving
 * them: it postpones only the packages that it sees.
 */
export async function holdOf(db: Db, residentId: string | null, { isSettled = false } = {}): Promise<Hold | null> {
  if (!residentId) return null
  const row = await db
    .selectFrom('residents')
    .select(['is_out_of_town', 'hold_from', 'hold_until'])
    .where('id', '=', residentId)
    .$if(isSettled, (query) => query.forKeyShare())
    .executeTakeFirst()
  return row?.is_out_of_town && row.hold_from && row.hold_until ? { from: row.hold_from, until: row.hold_until } : null
}

/**
 * An active resident of a property as a recipient, with `alsoFormer` a former one too; undefined for others and for erased
 * residents. Locks the resident, so that erasing, moving or deleting waits for the package.
 */
export async function residentAsRecipient(
  db: Db,
  residentId: string,
  propertyId: string,
  { alsoFormer = false } = {},
): Promise<Recipient | undefined> {
  const row = await db
    .selectFrom('residents')
    .select(['id', 'full_name', 'unit_number', 'email', 'mobile_phone', 'building_id', 'is_active', 'deleted_at'])
    .where('id', '=', residentId)
    .where('property_id', '=', propertyId)
    .where('erased_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!row || ((!row.is_active || row.deleted_at) && !alsoFormer)) return undefined
  return {
    residentId: row.id,
    name: row.full_name,
    unitNumber: row.unit_number,
    email: row.email,
    mobilePhone: row.mobile_phone,
    buildingId: row.building_id,
  }
}
