import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { buildingName, propertyName } from '#features/buildings/portal/shared/place-names.tsx'
import { t as label } from '#platform/labels.ts'
import type { RequestOf } from '#platform/operation.ts'
import { personName } from '#platform/person-name.ts'
import { call } from '#platform/portal/api/call.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { CellEdit } from '#platform/portal/grid/edit/cell-edit.ts'
import { editableColumn } from '#platform/portal/grid/edit/editable-column.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { useExtensions } from '#platform/portal/navigation/extensions.ts'
import { pathTo, useGo } from '#platform/portal/navigation/links.tsx'
import { May, useViewer } from '#platform/portal/session/viewer.tsx'
import { type RESIDENT_SORTS, type ResidentRow, residents } from '../contract.ts'
import { RESIDENT_MAX } from '../fields.ts'
import { t } from '../messages.ts'
import { residentEntity, t as screens } from '../screens.ts'
import { ResidentStatus } from './ResidentStatus.tsx'
import { residentActions } from './resident-actions.tsx'
import { residentFilters } from './resident-filters.ts'
import { OTHER_WAYS_TO_ADD } from './shared/other-ways-to-add.ts'

const detailOf = ({ Id }: ResidentRow) => pathTo('/resident/{residentId}/detail', { residentId: Id })
const nameOf = ({ FirstName, LastName }: ResidentRow) => personName(FirstName, LastName)

/** Changes the unit alone, of the resident as they are when editing begins; a change meanwhile is a conflict. */
const editUnitNumber: CellEdit<ResidentRow> = {
  permission: 'EditResident',
  nameOf,
  maxLength: RESIDENT_MAX.unitNumber,
  begin: async ({ Id }) => {
    const params = { residentId: Id }
    const resident = await call(residents.info, { params })
    const change = (UnitNumber: string) => ({ ...resident, UnitNumber }) as RequestOf<typeof residents.update>
    return { value: resident.UnitNumber, save: (text) => call(residents.update, { params, input: change(text) }) }
  },
}

const columns: GridColumn<ResidentRow, (typeof RESIDENT_SORTS)[number]>[] = [
  { id: 'FirstName', header: label('LabelFirstName').text },
  { id: 'LastName', header: label('LabelLastName').text, names: true },
  editableColumn({ id: 'UnitNumber', header: label('LabelUnitNumber').text, card: true }, editUnitNumber),
  {
    id: 'BuildingName',
    header: label('LabelBuilding').text,
    card: true,
    cell: buildingName,
  },
  { id: 'PropertyName', header: label('LabelProperty').text, cell: propertyName },
  { id: 'Status', header: label('LabelStatus').text, card: true, cell: (row) => <ResidentStatus resident={row} /> },
]

/** Residents of the caller's properties (spec 2 §2); a row opens the form, or the detail for those who may not edit. */
export default function ResidentList() {
  const { property } = useViewer()
  const go = useGo()
  const others = useExtensions(OTHER_WAYS_TO_ADD)
  const filters = useMemo(() => residentFilters(property), [property])
  return (
    <EntityList
      id="residents"
      entity={residentEntity}
      title={screens('ScreenResidents').text}
      operation={residents.page}
      remove={residents.remove}
      removeMany={residents.removeMany}
      bulk={residentActions}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={nameOf}
      cardHeading={nameOf}
      open={detailOf}
      filters={filters}
      labels={{ add: t('AddResident').text, remove: t('DeleteResidents').text, edit: label('LinkEdit').text }}
      actions={others.map(({ to, button, needs }) => (
        <May key={to} permission={needs}>
          <Button variant="default" onClick={() => go(to)}>
            {button}
          </Button>
        </May>
      ))}
      empty={t('NoResidents').text}
      steps={others}
    />
  )
}
