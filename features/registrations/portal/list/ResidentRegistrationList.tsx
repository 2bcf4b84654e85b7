import { useMemo } from 'react'
import { placeFilters } from '#features/buildings/portal/shared/place-filters.ts'
import { buildingName, propertyName } from '#features/buildings/portal/shared/place-names.tsx'
import { t as tResident } from '#features/residents/messages.ts'
import { flagFilter, occupancyFilter } from '#features/residents/portal/shared/status-filters.ts'
import { t as label } from '#platform/labels.ts'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useViewer, type Viewer } from '#platform/portal/session/viewer.tsx'
import { type ResidentRow, registrationsOf } from '../../contract.ts'
import { RegistrationGrid } from './RegistrationGrid.tsx'
import { textFilter } from './registration-filters.ts'

const COLUMNS: GridColumn<ResidentRow, 'UnitNumber' | 'BuildingName' | 'PropertyName'>[] = [
  { id: 'UnitNumber', header: label('LabelUnitNumber').text },
  { id: 'BuildingName', header: label('LabelBuilding').text, cell: buildingName },
  { id: 'PropertyName', header: label('LabelProperty').text, cell: propertyName },
]
const filtersOf = (property: Viewer['property']): GridFilter[] => [
  { name: 'SearchText', label: tResident('LabelSearch').text, kind: 'search', personal: true },
  { ...textFilter('UnitNumber', label('LabelUnitNumber').text), personal: false },
  ...placeFilters(property, label('LabelProperty').text, label('LabelBuilding').text),
  { ...occupancyFilter, pinned: false },
  { ...flagFilter, pinned: false },
]

/** Self-registrations of residents, initially the pending ones (spec 2 §2). */
export default function ResidentRegistrationList() {
  const { property } = useViewer()
  const filters = useMemo(() => filtersOf(property), [property])
  return <RegistrationGrid of="resident" operation={registrationsOf.resident.page} columns={COLUMNS} filters={filters} />
}
