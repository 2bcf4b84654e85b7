import { useQuery } from '@tanstack/react-query'
import { placeFilters, useBuildingChoices } from '#features/buildings/portal/shared/place-filters.ts'
import { lockerBanksOfBuilding } from '#features/locker-banks/look-up.ts'
import { mailroomsOfBuilding } from '#features/mailrooms/look-up.ts'
import { GROUPS, type Group, groupLabel } from '#features/package-statuses/statuses.ts'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { queryKey } from '#platform/portal/api/queries.ts'
import type { FilterChoice, FilterValues, GridFilter } from '#platform/portal/grid/grid-types.ts'
import type { Viewer } from '#platform/portal/session/viewer.tsx'
import { t } from '../viewer-messages.ts'

const statusGroups = (Object.keys(GROUPS) as Group[]).map((group) => ({ Id: String(GROUPS[group]), Name: groupLabel(group) }))

/** The filters of the Package Viewer (spec 2 §7). */
export function packageFilters(property: Viewer['property']): GridFilter[] {
  return [
    { name: 'Q', label: t('FilterSearch').text, kind: 'search' },
    ...placeFilters(property, label('LabelProperty').text, label('LabelBuilding').text),
    {
      name: 'StatusGroupIds',
      label: label('LabelStatus').text,
      kind: 'choices',
      pinned: true,
      toInput: Number,
      useChoices: () => ({ choices: statusGroups }),
    },
    {
      name: 'LocationIds',
      label: label('LabelLocation').text,
      kind: 'choices',
      parent: 'PropertyId',
      narrowedBy: 'BuildingId',
      useChoices: useLocations,
    },
    { name: 'UnitNumber', label: label('LabelUnitNumber').text, kind: 'text' },
    { name: 'ResidentName', label: t('LabelResidentName').text, kind: 'text' },
    { name: 'TrackingNumber', label: label('LabelTrackingNumber').text, kind: 'text' },
  ]
}

/** Locker banks and mailrooms of a building, or of all buildings of the property, each then with its building's name. */
function useLocations(values: FilterValues) {
  const all = useBuildingChoices(values)
  const buildings = values.BuildingId ? all.choices.filter(({ Id }) => Id === values.BuildingId) : all.choices
  const { data = [], isLoading } = useQuery({
    queryKey: queryKey(lockerBanksOfBuilding, buildings),
    queryFn: ({ signal }) => locationsOf(buildings, signal),
    enabled: buildings.length > 0,
  })
  return { choices: data, loading: all.loading || isLoading }
}

async function locationsOf(buildings: readonly FilterChoice[], signal: AbortSignal): Promise<FilterChoice[]> {
  const replies = buildings.flatMap((building) =>
    [lockerBanksOfBuilding, mailroomsOfBuilding].map(async (operation) => {
      const places = await call(operation, { params: { buildingId: building.Id }, signal })
      return places.map(({ Id, Name }) => ({ Id, Name: buildings.length > 1 ? `${Name} · ${building.Name}` : Name }))
    }),
  )
  return (await Promise.all(replies)).flat()
}
