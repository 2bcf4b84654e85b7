import { activeBuilding } from '#features/buildings/server/api.ts'
import { areProperties } from '#features/properties/server/api.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../messages.ts'

/** Refuses (422) a building that is not in the property, and a building or property that the tenant does not see. */
export async function requireBuilding(db: Db, place: { PropertyId: string; BuildingId: string }): Promise<void> {
  refuseIf((await activeBuilding(db, place)) ? null : t('MsgNoSuchBuilding'), 'BuildingId')
}

/** The courier if the forms offer it; refuses (422) any other. */
export async function offeredCourier(db: Db, id: string): Promise<{ IsDryCleaning: boolean }> {
  const courier = await db
    .selectFrom('couriers')
    .select('is_dry_cleaning as IsDryCleaning')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('sort_order', '<>', 0)
    .executeTakeFirst()
  refuseIf(courier ? null : t('MsgNoSuchCourier'), 'CourierId')
  return courier!
}

/** Replaces those of a registration's properties that the tenant sees. Refuses (422) a property that the tenant does not see. */
export async function setRequestedProperties(
  db: Db,
  tenant: Tenant,
  registrationId: string,
  ids: readonly string[],
): Promise<void> {
  const chosen = [...new Set(ids)]
  refuseIf((await areProperties(db, chosen)) ? null : t('MsgNoSuchProperty'), 'PropertyIds')
  let replaced = db.deleteFrom('registration_properties').where('registration_id', '=', registrationId)
  if (tenant.propertyIds !== '*') {
    const visible = tenant.propertyIds
    replaced = replaced.where('property_id', '=', anyOf(visible))
  }
  await replaced.execute()
  const row = { organisation_id: tenant.organisationId, registration_id: registrationId }
  await db
    .insertInto('registration_properties')
    .values(chosen.map((property_id) => ({ ...row, property_id })))
    .execute()
}
