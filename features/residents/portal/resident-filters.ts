import { buildings } from '#features/buildings/contract.ts'
import type { GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useCall } from '#platform/portal/queries.ts'
import type { Viewer } from '#platform/portal/viewer.tsx'
import { say } from '../messages.ts'
import { FLAG_NAMES, OCCUPANCY, OCCUPANCY_NAMES, occupancyText, RESIDENT_FLAGS } from '../rules.ts'

/** The filters of the list (spec 2 §2). Buildings hang on a property; who works in one only is not asked for it. */
export function residentFilters(properties: Viewer['properties']): GridFilter[] {
  const only = properties.length === 1 ? properties[0]?.id : undefined
  const text = (name: string, label: string): GridFilter => ({ name, label, kind: 'text', pinned: true, personal: true })
  const property: GridFilter = {
    name: 'PropertyId',
    label: say('LabelProperty').text,
    kind: 'choice',
    pinned: true,
    useChoices: () => ({ choices: properties.map(({ id, name }) => ({ Id: id, Name: name })) }),
  }
  return [
    text('LastName', say('LabelLastName').text),
    text('FirstName', say('LabelFirstName').text),
    { ...text('UnitNumber', say('LabelUnitNumber').text), personal: false },
    ...(only ? [] : [property]),
    {
      name: 'BuildingId',
      label: say('LabelBuilding').text,
      kind: 'choice',
      pinned: true,
      ...(only ? {} : { parent: 'PropertyId' }),
      useChoices: (values) => useBuildings(values.PropertyId ?? only),
    },
    {
      name: 'OccupancyStatusType',
      label: say('LabelOccupancy').text,
      kind: 'choice',
      pinned: true,
      toInput: Number,
      useChoices: () => ({
        choices: OCCUPANCY_NAMES.map((name) => ({ Id: String(OCCUPANCY[name]), Name: occupancyText(OCCUPANCY[name]) })),
      }),
    },
    {
      name: 'ResidentFlag',
      label: say('LabelFlag').text,
      kind: 'choice',
      pinned: true,
      toInput: Number,
      useChoices: () => ({
        choices: FLAG_NAMES.map((name) => ({ Id: String(RESIDENT_FLAGS[name].id), Name: say(`Flag${name}`).text })),
      }),
    },
    { ...text('Email', say('LabelEmail').text), pinned: false },
  ]
}

function useBuildings(propertyId: string | undefined) {
  const reply = useCall(buildings.ofProperty, { params: { propertyId: propertyId ?? '' } }, { enabled: Boolean(propertyId) })
  return { choices: reply.data ?? [], loading: reply.isPending }
}
