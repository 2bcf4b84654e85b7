import { useMemo } from 'react'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { pathTo } from '#platform/portal/links.tsx'
import { When } from '#platform/portal/times.tsx'
import { useMay, useViewer } from '#platform/portal/viewer.tsx'
import { type ResidentRow, registrations } from '../contract.ts'
import { say } from '../messages.ts'
import { FormLink, reviewLink, statusMark, verifiedMark, verifiedText } from './list-parts.tsx'
import { RegistrationTabs } from './RegistrationTabs.tsx'
import { ANY_STATUS, residentFilters, useFirstStatus } from './registration-filters.ts'

const reviewOf = ({ Id }: ResidentRow) => pathTo('/resident/{Id}/review', { Id })
const nameOf = ({ FirstName, LastName }: ResidentRow) => `${FirstName} ${LastName}`

/** Residents who registered themselves; those that wait come first (spec 2 §2). */
export default function ResidentRegistrationList() {
  const mayReview = useMay('EditResidentRegistration')
  const { properties } = useViewer()
  const firstStatus = useFirstStatus()
  const filters = useMemo(() => residentFilters(properties, firstStatus), [properties, firstStatus])
  const columns = useMemo(
    (): GridColumn<ResidentRow, 'FirstName' | 'LastName' | 'UnitNumber' | 'SubmittedAt'>[] => [
      { id: 'FirstName', header: say('LabelFirstName').text, sort: 'FirstName', card: true },
      { id: 'LastName', header: say('LabelLastName').text, sort: 'LastName', card: true },
      { id: 'UnitNumber', header: say('LabelUnit').text, sort: 'UnitNumber' },
      { id: 'BuildingName', header: say('LabelBuilding').text },
      { id: 'PropertyName', header: say('LabelProperty').text },
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
              cell: (row: ResidentRow) => reviewLink(reviewOf(row), nameOf(row)),
              text: () => '',
            },
          ]
        : []),
    ],
    [mayReview],
  )
  return (
    <DataGrid
      id="resident-registrations"
      title={say('TitleResidentRegistrations').text}
      operation={registrations.residentPage}
      fixed={ANY_STATUS}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={nameOf}
      open={mayReview ? reviewOf : undefined}
      filters={filters}
      remember
      lead={<RegistrationTabs of="resident" />}
      actions={<FormLink of="resident" />}
      empty={say('NoResidentRegistrations').text}
    />
  )
}
