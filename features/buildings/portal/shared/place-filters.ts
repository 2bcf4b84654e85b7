import { usePropertyChoices } from '#features/properties/portal/shared/use-property-choices.ts'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import type { FilterEditing, FilterValues, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useViewer, type Viewer } from '#platform/portal/session/viewer.tsx'
import { buildingsOfProperty } from '../../look-up.ts'

/** Filters a list by one of the viewer's properties. */
export const propertyFilter = (label: string): GridFilter => ({
  name: 'PropertyId',
  label,
  kind: 'choice',
  pinned: true,
  useChoices: useFilteredProperties,
})

/** Read once the filter is set or opened. */
function useFilteredProperties({ PropertyId }: FilterValues, { isOpen, text }: FilterEditing) {
  const chosen = PropertyId ? [PropertyId] : []
  const { data = [], named, isLoading, isMore } = usePropertyChoices(text, chosen, isOpen || chosen.length > 0)
  return { choices: [...named, ...data.filter(({ Id }) => Id !== named[0]?.Id)], loading: isLoading, isSearched: isMore }
}

const buildingFilter = (label: string): GridFilter => ({
  name: 'BuildingId',
  label,
  kind: 'choice',
  pinned: true,
  parent: 'PropertyId',
  useChoices: useBuildingChoices,
})

/** Filters by property and building; without the property for viewers of a single one. */
export const placeFilters = (property: Viewer['property'], propertyLabel: string, buildingLabel: string): GridFilter[] => [
  ...(property ? [] : [propertyFilter(propertyLabel)]),
  buildingFilter(buildingLabel),
]

/** The search of a list of places, with the property where the viewer has several. */
export const listFilters = (searched: string, property: Viewer['property']): GridFilter[] => [
  { name: 'SearchText', label: `${searched}, ${label('LabelAddress').text}`, kind: 'search' },
  ...(property ? [] : [propertyFilter(label('LabelProperty').text)]),
]

/** The buildings of a property, loaded once a property is chosen. */
export const useBuildings = (propertyId = '') =>
  useCall(buildingsOfProperty, { params: { propertyId } }, { enabled: propertyId !== '' })

/** The buildings of the filtered property, or of the viewer's only one. */
export function useBuildingChoices({ PropertyId }: FilterValues) {
  const { property } = useViewer()
  const { data = [], isPending } = useBuildings(PropertyId ?? property?.id)
  return { choices: data, loading: isPending }
}
