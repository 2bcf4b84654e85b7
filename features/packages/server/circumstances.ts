import type { Db } from '#platform/server/db.ts'
import { EXPIRY_SETTINGS, periodsOf } from '../periods.ts'
import type { ExpiryPeriods } from '../rules.ts'

/** The expiry periods of a property. */
export async function expiryPeriods(db: Db, propertyId: string): Promise<ExpiryPeriods> {
  const names = Object.values(EXPIRY_SETTINGS).map(({ name }) => name)
  const rows = await db
    .selectFrom('property_settings')
    .select(['name', 'value'])
    .where('property_id', '=', propertyId)
    .where((eb) => eb('name', '=', eb.fn.any(eb.val(names))))
    .execute()
  return periodsOf(Object.fromEntries(rows.map(({ name, value }) => [name, value])))
}

/** Ids of a building's mailrooms that are in use. */
export async function mailroomsOfBuilding(db: Db, buildingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mailrooms')
    .select('id')
    .where('building_id', '=', buildingId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Who a package is for, as it stands on the package. */
export type Recipient = {
  readonly residentId: string | null
  readonly name: string
  readonly unitNumber: string
  readonly email: string
  readonly mobilePhone: string
  /** Where they live; null for somebody who is no resident. */
  readonly buildingId: string | null
}

/** A resident of a property as a recipient, or undefined; only an active one unless former ones are asked for too. */
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
