import { useMemo } from 'react'
import { t as label } from '#platform/labels.ts'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { type AgentRow, registrations } from '../../contract.ts'
import { t } from '../../messages.ts'
import { RegistrationGrid } from './RegistrationGrid.tsx'
import { agentFilters, useFirstStatus } from './registration-filters.ts'

const COLUMNS: GridColumn<AgentRow, 'CourierName'>[] = [
  { id: 'CourierName', header: label('LabelCourier').text, sort: 'CourierName' },
]
const reviewOf = ({ Id }: AgentRow) => pathTo('/agent/{Id}/review', { Id })

/** Self-registrations of agents, initially the pending ones (spec 2 §2). */
export default function AgentRegistrationList() {
  const firstStatus = useFirstStatus()
  const filters = useMemo(() => agentFilters(firstStatus), [firstStatus])
  return (
    <RegistrationGrid
      of="agent"
      title={t('TitleAgentRegistrations').text}
      operation={registrations.agentPage}
      columns={COLUMNS}
      filters={filters}
      permission="EditAgentRegistration"
      reviewOf={reviewOf}
      empty={t('NoAgentRegistrations').text}
    />
  )
}
