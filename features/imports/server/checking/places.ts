import { packMessage } from '#platform/define-messages.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../../messages.ts'

/** The place of a line, as far as it is known, and why the line is refused ('' for no reason). */
export type FoundPlace = { readonly propertyId?: string; readonly buildingId?: string; readonly whyNot: string }
export type Places = (property: string, building: string) => FoundPlace

type Named = { readonly id: string; readonly names: readonly string[] }
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
  const propertyIds = idsByName(properties.map(({ id, name, external_code }) => ({ id, names: [name, external_code] })))
  const buildingIds = new Map(
    properties.map(({ id }) => {
      const own = buildings.filter(({ property_id }) => property_id === id)
      return [id, idsByName(own.map((building) => ({ id: building.id, names: [building.name] })))]
    }),
  )
  return (property, building) => {
    if (property === '') return { whyNot: packMessage(t('MsgPropertyMissing')) }
    const [propertyId, ...otherProperties] = propertyIds.get(key(property)) ?? []
    if (!propertyId) return { whyNot: packMessage(t('MsgForeignProperty')) }
    if (otherProperties.length > 0) return { whyNot: packMessage(t('MsgPlaceAmbiguous')) }
    if (building === '') return { propertyId, whyNot: packMessage(t('MsgBuildingMissing')) }
    const [buildingId, ...otherBuildings] = buildingIds.get(propertyId)!.get(key(building)) ?? []
    if (!buildingId) return { propertyId, whyNot: packMessage(t('MsgForeignBuilding')) }
    return otherBuildings.length > 0
      ? { propertyId, whyNot: packMessage(t('MsgPlaceAmbiguous')) }
      : { propertyId, buildingId, whyNot: '' }
  }
}

function idsByName(places: readonly Named[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const { id, names } of places) for (const name of names) ids.set(key(name), (ids.get(key(name)) ?? new Set()).add(id))
  return ids
}
