import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { say as sayImport } from '#features/imports/messages.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { pathTo, useGo } from '#platform/portal/links.tsx'
import { May, useMay, useViewer } from '#platform/portal/viewer.tsx'
import { type RESIDENT_SORTS, type ResidentRow, residents } from '../contract.ts'
import { say } from '../messages.ts'
import { ResidentStatus } from './ResidentStatus.tsx'
import { residentFilters } from './resident-filters.ts'

const editOf = ({ Id }: ResidentRow) => pathTo('/resident/{residentId}/edit', { residentId: Id })
const detailOf = ({ Id }: ResidentRow) => pathTo('/resident/{residentId}/detail', { residentId: Id })
const nameOf = ({ FirstName, LastName }: ResidentRow) => `${FirstName} ${LastName}`

/** The residents of one's properties (spec 2 §2); a row opens the form, or what may be seen of the resident. */
export default function ResidentList() {
  const { properties } = useViewer()
  const mayEdit = useMay('EditResident')
  const go = useGo()
  const filters = useMemo(() => residentFilters(properties), [properties])
  const columns = useMemo(
    (): GridColumn<ResidentRow, (typeof RESIDENT_SORTS)[number]>[] => [
      { id: 'FirstName', header: say('LabelFirstName').text, sort: 'FirstName' },
      { id: 'LastName', header: say('LabelLastName').text, sort: 'LastName', names: true },
      { id: 'UnitNumber', header: say('LabelUnitNumber').text, sort: 'UnitNumber', card: true },
      { id: 'BuildingName', header: say('LabelBuilding').text, card: true },
      { id: 'PropertyName', header: say('LabelProperty').text },
      { id: 'Status', header: say('LabelStatus').text, card: true, cell: (row) => <ResidentStatus resident={row} /> },
      ...(mayEdit ? [linkColumn({ id: 'Edit', label: say('LinkEdit').text, to: editOf, nameOf })] : []),
    ],
    [mayEdit],
  )
  return (
    <DataGrid
      id="residents"
      title={say('TitleResidents').text}
      operation={residents.page}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={nameOf}
      cardHeading={nameOf}
      open={mayEdit ? editOf : detailOf}
      filters={filters}
      remove={{ operation: residents.remove, permission: 'DeleteResident', label: say('DeleteResidents').text }}
      actions={
        <>
          <May permission="ManualImportResident">
            <Button variant="default" onClick={() => go('/resident/import')}>
              {sayImport('LinkImport').text}
            </Button>
          </May>
          <May permission="AddResident">
            <Button onClick={() => go('/resident/create')}>{say('AddResident').text}</Button>
          </May>
        </>
      }
      empty={say('NoResidents').text}
    />
  )
}
