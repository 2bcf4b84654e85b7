import { placeFilters } from '#features/buildings/portal/shared/place-filters.ts'
import { t as label } from '#platform/labels.ts'
import type { GridFilter } from '#platform/portal/grid/grid-types.ts'
import type { Viewer } from '#platform/portal/session/viewer.tsx'
import { t } from '../messages.ts'
import { flagFilter, occupancyFilter } from './shared/status-filters.ts'

/** The filters of the list (spec 2 §2). */
export function residentFilters(property: Viewer['property']): GridFilter[] {
  const text = (name: string, label: string): GridFilter => ({ name, label, kind: 'text', personal: true })
  return [
    { name: 'SearchText', label: t('LabelSearch').text, kind: 'search', personal: true },
    text('LastName', label('LabelLastName').text),
    text('FirstName', label('LabelFirstName').text),
    { ...text('UnitNumber', label('LabelUnitNumber').text), personal: false },
    ...placeFilters(property, label('LabelProperty').text, label('LabelBuilding').text),
    occupancyFilter,
    flagFilter,
    text('Email', label('LabelEmail').text),
  ]
}
