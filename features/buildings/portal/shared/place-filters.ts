import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import type { FilterValues, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useViewer, type Viewer } from '#platform/portal/session/viewer.tsx'
import { buildingsOfProperty } from '../../look-up.ts'

/** Filters a list by one of the viewer's properties. */
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

/** Filters by property and building; without the property for viewers of a single one. */
export const placeFilters = (properties: Viewer['properties'], propertyLabel: string, buildingLabel: string): GridFilter[] => [
  ...(properties.length === 1 ? [] : [propertyFilter(propertyLabel)]),
  buildingFilter(buildingLabel),
]

/** The search of a list of places, with the property where the viewer has several. */
export const listFilters = (searched: string, properties: Viewer['properties']): GridFilter[] => [
  { name: 'SearchText', label: `${searched}, ${label('LabelAddress').text}`, kind: 'search' },
  ...(properties.length === 1 ? [] : [propertyFilter(label('LabelProperty').text)]),
]

/** The buildings of a property, loaded once a property is chosen. */
export const useBuildings = (propertyId = '') =>
  useCall(buildingsOfProperty, { params: { propertyId } }, { enabled: propertyId !== '' })

/** The buildings of the filtered property, or of the viewer's only one. */
export function useBuildingChoices({ PropertyId }: FilterValues) {
  const { properties } = useViewer()
  const { data = [], isPending } = useBuildings(PropertyId ?? (properties.length === 1 ? properties[0]?.id : ''))
  return { choices: data, loading: isPending }
}
