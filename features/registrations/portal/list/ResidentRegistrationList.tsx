import { useMemo } from 'react'
import { t as label } from '#platform/labels.ts'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type ResidentRow, registrations } from '../../contract.ts'
import { t } from '../../messages.ts'
import { RegistrationGrid } from './RegistrationGrid.tsx'
import { residentFilters, useFirstStatus } from './registration-filters.ts'

const COLUMNS: GridColumn<ResidentRow, 'UnitNumber'>[] = [
  { id: 'UnitNumber', header: label('LabelUnitNumber').text, sort: 'UnitNumber' },
  { id: 'BuildingName', header: label('LabelBuilding').text },
  { id: 'PropertyName', header: label('LabelProperty').text },
]
const reviewOf = ({ Id }: ResidentRow) => pathTo('/resident/{Id}/review', { Id })

/** Self-registrations of residents, initially the pending ones (spec 2 §2). */
export default function ResidentRegistrationList() {
  const { properties } = useViewer()
  const firstStatus = useFirstStatus()
  const filters = useMemo(() => residentFilters(properties, firstStatus), [properties, firstStatus])
  return (
    <RegistrationGrid
      of="resident"
      title={t('TitleResidentRegistrations').text}
      operation={registrations.residentPage}
      columns={COLUMNS}
      filters={filters}
      permission="EditResidentRegistration"
      reviewOf={reviewOf}
      empty={t('NoResidentRegistrations').text}
    />
  )
}
