import { useMemo } from 'react'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { pathTo } from '#platform/portal/links.tsx'
import { useViewer } from '#platform/portal/viewer.tsx'
import { type ResidentRow, registrations } from '../contract.ts'
import { say } from '../messages.ts'
import { RegistrationGrid } from './RegistrationGrid.tsx'
import { residentFilters, useFirstStatus } from './registration-filters.ts'

const COLUMNS: GridColumn<ResidentRow, 'UnitNumber'>[] = [
  { id: 'UnitNumber', header: say('LabelUnit').text, sort: 'UnitNumber' },
  { id: 'BuildingName', header: say('LabelBuilding').text },
  { id: 'PropertyName', header: say('LabelProperty').text },
]
const reviewOf = ({ Id }: ResidentRow) => pathTo('/resident/{Id}/review', { Id })

/** Residents who registered themselves; those that wait come first (spec 2 §2). */
export default function ResidentRegistrationList() {
  const { properties } = useViewer()
  const firstStatus = useFirstStatus()
  const filters = useMemo(() => residentFilters(properties, firstStatus), [properties, firstStatus])
  return (
    <RegistrationGrid
      of="resident"
      title={say('TitleResidentRegistrations').text}
      operation={registrations.residentPage}
      columns={COLUMNS}
      filters={filters}
      permission="EditResidentRegistration"
      reviewOf={reviewOf}
      empty={say('NoResidentRegistrations').text}
    />
  )
}
