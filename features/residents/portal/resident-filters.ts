import { placeFilters } from '#features/buildings/portal/place-filters.ts'
import type { GridFilter } from '#platform/portal/grid/grid-types.ts'
import type { Viewer } from '#platform/portal/viewer.tsx'
import { say } from '../messages.ts'
import { FLAG_NAMES, OCCUPANCY, OCCUPANCY_NAMES, occupancyText, RESIDENT_FLAGS } from '../rules.ts'

/** The filters of the list (spec 2 §2). */
export function residentFilters(properties: Viewer['properties']): GridFilter[] {
  const text = (name: string, label: string): GridFilter => ({ name, label, kind: 'text', pinned: true, personal: true })
  return [
    text('LastName', say('LabelLastName').text),
    text('FirstName', say('LabelFirstName').text),
    { ...text('UnitNumber', say('LabelUnitNumber').text), personal: false },
    ...placeFilters(properties, say('LabelProperty').text, say('LabelBuilding').text),
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
