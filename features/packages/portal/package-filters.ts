import { useQueries } from '@tanstack/react-query'
import { buildings } from '#features/buildings/contract.ts'
import { lockerBanksOfBuilding } from '#features/locker-banks/look-up.ts'
import { mailrooms } from '#features/mailrooms/contract.ts'
import { call } from '#platform/portal/call.ts'
import type { FilterChoice, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { keyOf, useCall } from '#platform/portal/queries.ts'
import type { Viewer } from '#platform/portal/viewer.tsx'
import { GROUPS, type Group, groupLabel } from '../statuses.ts'
import { say } from '../viewer-messages.ts'

const statusGroups = (Object.keys(GROUPS) as Group[]).map((group) => ({ Id: String(GROUPS[group]), Name: groupLabel(group) }))

/**
 * The filters of the Package Viewer (spec 2 §7). Buildings and locations hang on a property; who works in one only is not
 * asked for it.
 */
export function packageFilters(properties: Viewer['properties']): GridFilter[] {
  const only = properties.length === 1 ? properties[0]?.id : undefined
  const ofProperty = only ? {} : { parent: 'PropertyId' }
  const property: GridFilter = {
    name: 'PropertyId',
    label: say('LabelProperty').text,
    kind: 'choice',
    pinned: true,
    useChoices: () => ({ choices: properties.map(({ id, name }) => ({ Id: id, Name: name })) }),
  }
  return [
    { name: 'Q', label: say('FilterSearch').text, kind: 'search' },
    ...(only ? [] : [property]),
    {
      name: 'BuildingId',
      label: say('LabelBuilding').text,
      kind: 'choice',
      pinned: true,
      ...ofProperty,
      useChoices: (values) => useBuildings(values.PropertyId ?? only),
    },
    {
      name: 'StatusGroupIds',
      label: say('FilterStatus').text,
      kind: 'choices',
      pinned: true,
      toInput: Number,
      useChoices: () => ({ choices: statusGroups }),
    },
    {
      name: 'LocationIds',
      label: say('FilterLocation').text,
      kind: 'choices',
      ...ofProperty,
      narrowedBy: 'BuildingId',
      useChoices: (values) => useLocations(values.PropertyId ?? only, values.BuildingId),
    },
    { name: 'UnitNumber', label: say('LabelUnitNumber').text, kind: 'text' },
    { name: 'ResidentName', label: say('LabelResidentName').text, kind: 'text' },
    { name: 'TrackingNumber', label: say('LabelTrackingNumber').text, kind: 'text' },
  ]
}

function useBuildings(propertyId: string | undefined) {
  const reply = useCall(buildings.ofProperty, { params: { propertyId: propertyId ?? '' } }, { enabled: Boolean(propertyId) })
  return { choices: reply.data ?? [], loading: reply.isPending }
}

/** Locker banks and mailrooms of a building, or of all buildings of the property, each then with its building's name. */
function useLocations(propertyId: string | undefined, buildingId: string | undefined) {
  const all = useBuildings(propertyId)
  const asked = buildingId ? all.choices.filter(({ Id }) => Id === buildingId) : all.choices
  return useQueries({
    queries: asked.flatMap((building) =>
      [lockerBanksOfBuilding, mailrooms.ofBuilding].map((operation) => {
        const ask = { params: { buildingId: building.Id } }
        return {
          queryKey: keyOf(operation, ask),
          queryFn: ({ signal }: { signal: AbortSignal }) => call(operation, { ...ask, signal }),
          select: (places: FilterChoice[]) =>
            places.map(({ Id, Name }) => ({ Id, Name: asked.length > 1 ? `${Name} · ${building.Name}` : Name })),
        }
      }),
    ),
    combine: (replies) => ({
      choices: replies.flatMap(({ data }) => data ?? []),
      loading: all.loading || replies.some(({ isPending }) => isPending),
    }),
  })
}
