import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { t as sayImport } from '#features/imports/messages.ts'
import { t as label } from '#platform/labels.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { pathTo, useGo } from '#platform/portal/navigation/links.tsx'
import { May, useMay, useViewer } from '#platform/portal/session/viewer.tsx'
import { type RESIDENT_SORTS, type ResidentRow, residents } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { ResidentStatus } from './ResidentStatus.tsx'
import { residentFilters } from './resident-filters.ts'

const editOf = ({ Id }: ResidentRow) => pathTo('/resident/{residentId}/edit', { residentId: Id })
const detailOf = ({ Id }: ResidentRow) => pathTo('/resident/{residentId}/detail', { residentId: Id })
const nameOf = ({ FirstName, LastName }: ResidentRow) => `${FirstName} ${LastName}`

/** Residents of the caller's properties (spec 2 §2); a row opens the form or the detail. */
export default function ResidentList() {
  const { properties } = useViewer()
  const mayEdit = useMay('EditResident')
  const go = useGo()
  const filters = useMemo(() => residentFilters(properties), [properties])
  const columns = useMemo(
    (): GridColumn<ResidentRow, (typeof RESIDENT_SORTS)[number]>[] => [
      { id: 'FirstName', header: label('LabelFirstName').text, sort: 'FirstName' },
      { id: 'LastName', header: label('LabelLastName').text, sort: 'LastName', names: true },
      { id: 'UnitNumber', header: label('LabelUnitNumber').text, sort: 'UnitNumber', card: true },
      { id: 'BuildingName', header: label('LabelBuilding').text, card: true },
      { id: 'PropertyName', header: label('LabelProperty').text },
      { id: 'Status', header: label('LabelStatus').text, card: true, cell: (row) => <ResidentStatus resident={row} /> },
      ...(mayEdit ? [linkColumn({ id: 'Edit', label: label('LinkEdit').text, to: editOf, nameOf })] : []),
    ],
    [mayEdit],
  )
  return (
    <DataGrid
      id="residents"
      title={screens('ScreenResidents').text}
      operation={residents.page}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={nameOf}
      cardHeading={nameOf}
      open={mayEdit ? editOf : detailOf}
      filters={filters}
      remove={{ operation: residents.remove, permission: 'DeleteResident', label: t('DeleteResidents').text }}
      actions={
        <>
          <May permission="ManualImportResident">
            <Button variant="default" onClick={() => go('/resident/import')}>
              {sayImport('LinkImport').text}
            </Button>
          </May>
          <May permission="AddResident">
            <Button onClick={() => go('/resident/create')}>{t('AddResident').text}</Button>
          </May>
        </>
      }
      empty={t('NoResidents').text}
    />
  )
}
