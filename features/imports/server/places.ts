import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'

/** Where a line says that somebody lives, as far as that was understood, and why not. */
export type FoundPlace = {
  readonly propertyId: string | null
  readonly buildingId: string | null
  readonly whyNot: string
}
export type Places = (property: string, building: string) => FoundPlace

const key = (name: string) => name.trim().toLowerCase()
const nobody = (whyNot: string, propertyId: string | null = null): FoundPlace => ({ propertyId, buildingId: null, whyNot })

/** Finds places by name in any case, properties by their code too; only those of the transaction's properties. */
export async function placesOf(db: Db): Promise<Places> {
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
  const propertyIds = grouped(
    properties.flatMap(({ id, name, external_code }) => [name, external_code].map((said) => [said, id] as const)),
  )
  const ofProperty = new Map(
    properties.map(({ id }) => {
      const its = buildings.filter((one) => one.property_id === id)
      return [id, grouped(its.map(({ id: buildingId, name }) => [name, buildingId] as const))]
    }),
  )
  return (property, building) => {
    if (property === '') return nobody(t('MsgPropertyMissing').text)
    const ids = propertyIds.get(key(property))
    if (!ids) return nobody(t('MsgForeignProperty').text)
    if (ids.size > 1) return nobody(t('MsgPlaceAmbiguous').text)
    const [propertyId] = ids
    if (building === '') return nobody(t('MsgBuildingMissing').text, propertyId)
    const found = ofProperty.get(propertyId!)?.get(key(building))
    if (!found) return nobody(t('MsgForeignBuilding').text, propertyId)
    if (found.size > 1) return nobody(t('MsgPlaceAmbiguous').text, propertyId)
    const [buildingId] = found
    return { propertyId: propertyId!, buildingId: buildingId!, whyNot: '' }
  }
}

function grouped(named: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>()
  for (const [name, id] of named) groups.set(key(name), (groups.get(key(name)) ?? new Set()).add(id))
  return groups
}
