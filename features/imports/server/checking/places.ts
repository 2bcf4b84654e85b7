import { packMessage } from '#platform/define-messages.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../../messages.ts'

/** The place of a line, as far as it is known, and why the line is refused ('' for no reason). */
export type FoundPlace = { readonly propertyId?: string; readonly buildingId?: string; readonly whyNot: string }
export type Places = (property: string, building: string) => FoundPlace

const key = (name: string) => name.trim().toLowerCase()

/** Finds places by name in any case, properties also by code; only those of the transaction's properties. */
export async function readPlaces(db: Db): Promise<Places> {
  const properties = await db
    .selectFrom('properties')
    .select(['id', 'name', 'external_code'])
    .where('deleted_at', 'is', null)
    .execute()
  const buildings = await db
    .selectFrom('buildings')
    .select(['id', 'name', 'property_id'])
    .where('deleted_at', 'is', null)
    .execute()
  const propertyIds = idsByKey(
    properties.flatMap(({ id, name, external_code }) => [name, external_code].map((one) => [key(one), id])),
  )
  const inProperty = (propertyId: string, building: string) => `${propertyId} ${key(building)}`
  const buildingIds = idsByKey(buildings.map(({ id, name, property_id }) => [inProperty(property_id, name), id]))
  return (property, building) => {
    if (property === '') return { whyNot: packMessage(t('MsgPropertyMissing')) }
    const [propertyId, ...otherProperties] = propertyIds.get(key(property)) ?? []
    if (!propertyId) return { whyNot: packMessage(t('MsgForeignProperty')) }
    if (otherProperties.length > 0) return { whyNot: packMessage(t('MsgPlaceAmbiguous')) }
    if (building === '') return { propertyId, whyNot: packMessage(t('MsgBuildingMissing')) }
    const [buildingId, ...otherBuildings] = buildingIds.get(inProperty(propertyId, building)) ?? []
    if (!buildingId) return { propertyId, whyNot: packMessage(t('MsgForeignBuilding')) }
    return otherBuildings.length > 0
      ? { propertyId, whyNot: packMessage(t('MsgPlaceAmbiguous')) }
      : { propertyId, buildingId, whyNot: '' }
  }
}

function idsByKey(entries: readonly (readonly string[])[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const [key, id] of entries as readonly [string, string][]) ids.set(key, (ids.get(key) ?? new Set()).add(id))
  return ids
}
