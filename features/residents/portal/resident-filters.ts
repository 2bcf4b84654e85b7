import { placeFilters } from '#features/buildings/portal/shared/place-filters.ts'
import { t as label } from '#platform/labels.ts'
import type { GridFilter } from '#platform/portal/grid/grid-types.ts'
import type { Viewer } from '#platform/portal/session/viewer.tsx'
import { t } from '../messages.ts'
import { FLAG_NAMES, OCCUPANCY, OCCUPANCY_NAMES, occupancyMessage, RESIDENT_FLAGS } from '../rules.ts'

/** The filters of the list (spec 2 §2). */
export function residentFilters(properties: Viewer['properties']): GridFilter[] {
  const text = (name: string, label: string): GridFilter => ({ name, label, kind: 'text', pinned: true, personal: true })
  return [
    { name: 'SearchText', label: t('LabelSearch').text, kind: 'search', personal: true },
    text('LastName', label('LabelLastName').text),
    text('FirstName', label('LabelFirstName').text),
    { ...text('UnitNumber', label('LabelUnitNumber').text), personal: false },
    ...placeFilters(properties, label('LabelProperty').text, label('LabelBuilding').text),
    {
      name: 'OccupancyStatusType',
      label: t('LabelOccupancy').text,
      kind: 'choice',
      pinned: true,
      toInput: Number,
      useChoices: () => ({
        choices: OCCUPANCY_NAMES.map((name) => ({ Id: String(OCCUPANCY[name]), Name: occupancyMessage(OCCUPANCY[name]).text })),
      }),
    },
    {
      name: 'ResidentFlag',
      label: t('LabelFlag').text,
      kind: 'choice',
      pinned: true,
      toInput: Number,
      useChoices: () => ({
        choices: FLAG_NAMES.map((name) => ({ Id: String(RESIDENT_FLAGS[name].id), Name: t(`Flag${name}`).text })),
      }),
    },
    { ...text('Email', label('LabelEmail').text), pinned: false },
  ]
}
