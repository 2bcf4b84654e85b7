import { useMemo } from 'react'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { pathTo } from '#platform/portal/links.tsx'
import { When } from '#platform/portal/times.tsx'
import { useMay } from '#platform/portal/viewer.tsx'
import { type AgentRow, registrations } from '../contract.ts'
import { say } from '../messages.ts'
import { FormLink, reviewLink, statusMark, verifiedMark, verifiedText } from './list-parts.tsx'
import { RegistrationTabs } from './RegistrationTabs.tsx'
import { ANY_STATUS, agentFilters, useFirstStatus } from './registration-filters.ts'

const reviewOf = ({ Id }: AgentRow) => pathTo('/agent/{Id}/review', { Id })
const nameOf = ({ FirstName, LastName }: AgentRow) => `${FirstName} ${LastName}`

/** Agents who registered themselves; those that wait come first (spec 2 §2). */
export default function AgentRegistrationList() {
  const mayReview = useMay('EditAgentRegistration')
  const firstStatus = useFirstStatus()
  const filters = useMemo(() => agentFilters(firstStatus), [firstStatus])
  const columns = useMemo(
    (): GridColumn<AgentRow, 'FirstName' | 'LastName' | 'CourierName' | 'SubmittedAt'>[] => [
      { id: 'FirstName', header: say('LabelFirstName').text, sort: 'FirstName', card: true },
      { id: 'LastName', header: say('LabelLastName').text, sort: 'LastName', card: true },
      { id: 'CourierName', header: say('LabelCourier').text, sort: 'CourierName' },
      { id: 'RegistrationStatus', header: say('LabelStatus').text, cell: statusMark, card: true },
      {
        id: 'IsEmailVerified',
        header: say('LabelVerified').text,
        cell: (row) => verifiedMark(row.IsEmailVerified),
        text: (row) => verifiedText(row.IsEmailVerified),
      },
      {
        id: 'SubmittedAt',
        header: say('LabelSubmitted').text,
        sort: 'SubmittedAt',
        cell: (row) => <When at={row.SubmittedAt} />,
      },
      ...(mayReview
        ? [
            {
              id: 'Review',
              header: say('LinkReview').text,
              cell: (row: AgentRow) => reviewLink(reviewOf(row), nameOf(row)),
              text: () => '',
            },
          ]
        : []),
    ],
    [mayReview],
  )
  return (
    <DataGrid
      id="agent-registrations"
      title={say('TitleAgentRegistrations').text}
      operation={registrations.agentPage}
      fixed={ANY_STATUS}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={nameOf}
      open={mayReview ? reviewOf : undefined}
      filters={filters}
      remember
      lead={<RegistrationTabs of="agent" />}
      actions={<FormLink of="agent" />}
      empty={say('NoAgentRegistrations').text}
    />
  )
}
