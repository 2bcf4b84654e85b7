import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { propertyFilter } from '#features/buildings/portal/place-filters.ts'
import { useCourierChoices } from '#features/couriers/portal/CourierPicker.tsx'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { pathTo, useGo } from '#platform/portal/links.tsx'
import { May, useMay } from '#platform/portal/viewer.tsx'
import { type AgentRow, agents } from '../contract.ts'
import { say } from '../messages.ts'
import { AGENT_STATUS } from '../rules.ts'
import { AgentStatusMark } from './AgentStatusMark.tsx'

const filters: GridFilter[] = [
  { name: 'SearchText', label: say('LabelSearch').text, kind: 'search', personal: true },
  { name: 'CourierId', label: say('LabelCourier').text, kind: 'choice', pinned: true, useChoices: useCourierChoices },
  propertyFilter(say('LabelProperty').text),
]

const editOf = ({ AgentId }: AgentRow) => pathTo('/agent/{agentId}/edit', { agentId: AgentId })
const nameOf = ({ FirstName, LastName }: AgentRow) => `${FirstName} ${LastName}`

/** The agents of one's properties; one that cannot sign in says so (spec 2 §2). */
export default function AgentList() {
  const mayEdit = useMay('EditAgent')
  const go = useGo()
  const columns = useMemo(
    (): GridColumn<AgentRow, 'FirstName' | 'LastName' | 'CourierName'>[] => [
      { id: 'FirstName', header: say('LabelFirstName').text, sort: 'FirstName' },
      { id: 'LastName', header: say('LabelLastName').text, sort: 'LastName', cell: lastName },
      { id: 'CourierName', header: say('LabelCourier').text, sort: 'CourierName', card: true },
      ...(mayEdit ? [linkColumn({ id: 'Edit', label: say('LinkEdit').text, to: editOf, nameOf })] : []),
    ],
    [mayEdit],
  )
  return (
    <DataGrid
      id="agents"
      title={say('TitleAgents').text}
      operation={agents.page}
      columns={columns}
      rowId={(row) => row.AgentId}
      rowName={nameOf}
      cardHeading={nameOnCard}
      open={mayEdit ? editOf : undefined}
      filters={filters}
      remove={{ operation: agents.remove, permission: 'DeleteAgent', label: say('DeleteAgents').text }}
      actions={
        <May permission="AddAgent">
          <Button onClick={() => go('/agent/create')}>{say('AddAgent').text}</Button>
        </May>
      }
      empty={say('NoAgents').text}
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
