import { useCall } from '#platform/portal/api/queries.ts'
import type { FilterValues, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useViewer, type Viewer } from '#platform/portal/session/viewer.tsx'
import { buildings } from '../../contract.ts'

/** Narrows a list to one of the properties that somebody may see. */
export const propertyFilter = (label: string): GridFilter => ({
  name: 'PropertyId',
  label,
  kind: 'choice',
  pinned: true,
  useChoices: () => ({ choices: useViewer().properties.map(({ id, name }) => ({ Id: id, Name: name })) }),
})

const buildingFilter = (label: string): GridFilter => ({
  name: 'BuildingId',
  label,
  kind: 'choice',
  pinned: true,
  parent: 'PropertyId',
  useChoices: useBuildingChoices,
})

/** Narrow a list to a property, and to a building of it; who works in one property only is not asked for it. */
export const placeFilters = (properties: Viewer['properties'], propertyLabel: string, buildingLabel: string): GridFilter[] => [
  ...(properties.length === 1 ? [] : [propertyFilter(propertyLabel)]),
  buildingFilter(buildingLabel),
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
