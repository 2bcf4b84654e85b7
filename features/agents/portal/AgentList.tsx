import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { propertyFilter } from '#features/buildings/portal/place-filters.ts'
import { useCourierChoices } from '#features/couriers/portal/CourierPicker.tsx'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { pathTo, useGo } from '#platform/portal/navigation/links.tsx'
import { May, useMay } from '#platform/portal/session/viewer.tsx'
import { type AgentRow, agents } from '../contract.ts'
import { t } from '../messages.ts'
import { AGENT_STATUS } from '../rules.ts'
import { AgentStatusMark } from './AgentStatusMark.tsx'

const filters: GridFilter[] = [
  { name: 'SearchText', label: t('LabelSearch').text, kind: 'search', personal: true },
  { name: 'CourierId', label: t('LabelCourier').text, kind: 'choice', pinned: true, useChoices: useCourierChoices },
  propertyFilter(t('LabelProperty').text),
]

const editOf = ({ AgentId }: AgentRow) => pathTo('/agent/{agentId}/edit', { agentId: AgentId })
const nameOf = ({ FirstName, LastName }: AgentRow) => `${FirstName} ${LastName}`

/** The agents of one's properties; one that cannot sign in says so (spec 2 §2). */
export default function AgentList() {
  const mayEdit = useMay('EditAgent')
  const go = useGo()
  const columns = useMemo(
    (): GridColumn<AgentRow, 'FirstName' | 'LastName' | 'CourierName'>[] => [
      { id: 'FirstName', header: t('LabelFirstName').text, sort: 'FirstName' },
      { id: 'LastName', header: t('LabelLastName').text, sort: 'LastName', cell: lastName },
      { id: 'CourierName', header: t('LabelCourier').text, sort: 'CourierName', card: true },
      ...(mayEdit ? [linkColumn({ id: 'Edit', label: t('LinkEdit').text, to: editOf, nameOf })] : []),
    ],
    [mayEdit],
  )
  return (
    <DataGrid
      id="agents"
      title={t('TitleAgents').text}
      operation={agents.page}
      columns={columns}
      rowId={(row) => row.AgentId}
      rowName={nameOf}
      cardHeading={nameOnCard}
      open={mayEdit ? editOf : undefined}
      filters={filters}
      remove={{ operation: agents.remove, permission: 'DeleteAgent', label: t('DeleteAgents').text }}
      actions={
        <May permission="AddAgent">
          <Button onClick={() => go('/agent/create')}>{t('AddAgent').text}</Button>
        </May>
      }
      empty={t('NoAgents').text}
    />
  )
}

const nameOnCard = (row: AgentRow) => (
  <>
    {row.FirstName} {lastName(row)}
  </>
)

const lastName = ({ LastName, AgentStatus }: AgentRow) => (
  <>
    {LastName} {AgentStatus !== AGENT_STATUS.Active && <AgentStatusMark status={AgentStatus} />}
  </>
)
