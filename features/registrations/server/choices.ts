import { standingBuilding } from '#features/buildings/server/api.ts'
import { areProperties } from '#features/properties/server/api.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'

/** Refuses (422) a building that is not in the property, or either that the tenant does not see. */
export async function refuseNoBuilding(db: Db, place: { PropertyId: string; BuildingId: string }): Promise<void> {
  refuseIf((await standingBuilding(db, place)) ? null : t('MsgNoSuchBuilding'), 'BuildingId')
}

/** The courier, as long as it is one that can be chosen; refuses (422) any other. */
export async function courierOf(db: Db, id: string): Promise<{ IsDryCleaning: boolean }> {
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

/** Has a registration ask for these of the tenant's properties; those that the tenant does not see stay. Refuses others (422). */
export async function askForProperties(db: Db, tenant: Tenant, registrationId: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  refuseIf((await areProperties(db, wanted)) ? null : t('MsgNoSuchProperty'), 'PropertyIds')
  let before = db.deleteFrom('registration_properties').where('registration_id', '=', registrationId)
  if (tenant.propertyIds !== '*') {
    const own = tenant.propertyIds
    before = before.where((eb) => eb('property_id', '=', eb.fn.any(eb.val(own))))
  }
  await before.execute()
  const row = { organisation_id: tenant.organisationId, registration_id: registrationId }
  await db
    .insertInto('registration_properties')
    .values(wanted.map((property_id) => ({ ...row, property_id })))
    .execute()
}
