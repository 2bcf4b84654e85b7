import type { FilterValues, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useCall } from '#platform/portal/queries.ts'
import { useViewer, type Viewer } from '#platform/portal/viewer.tsx'
import { buildings } from '../contract.ts'

type Properties = Viewer['properties']

const choice = (name: string, label: string, useChoices: NonNullable<GridFilter['useChoices']>): GridFilter => ({
  name,
  label,
  kind: 'choice',
  pinned: true,
  useChoices,
})

/** Narrows a list to one of the properties that somebody may see. */
export const propertyFilter = (label: string): GridFilter =>
  choice('PropertyId', label, () => ({ choices: useViewer().properties.map(({ id, name }) => ({ Id: id, Name: name })) }))

/** A filter that hangs on the property. Who works in one property only is not asked for it, and has the choices at once. */
export const ofProperty = (properties: Properties, filter: GridFilter): GridFilter =>
  properties.length === 1 ? filter : { ...filter, parent: 'PropertyId' }

/** Narrow a list to a property, and to a building of it; who works in one property only is not asked for it. */
export const placeFilters = (properties: Properties, propertyLabel: string, buildingLabel: string): GridFilter[] => [
  ...(properties.length === 1 ? [] : [propertyFilter(propertyLabel)]),
  ofProperty(properties, choice('BuildingId', buildingLabel, useBuildingChoices)),
]

/** The buildings of a property, asked for once there is one. */
export const useBuildings = (propertyId = '') =>
  useCall(buildings.ofProperty, { params: { propertyId } }, { enabled: propertyId !== '' })

/** The buildings of the property that a list is narrowed to, or of the only one that somebody works in. */
export function useBuildingChoices({ PropertyId }: FilterValues) {
  const { properties } = useViewer()
  const { data = [], isPending } = useBuildings(PropertyId ?? (properties.length === 1 ? properties[0]?.id : ''))
  return { choices: data, loading: isPending }
}
