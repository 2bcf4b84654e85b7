import { useMemo } from 'react'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import { editableColumn } from '#platform/portal/grid/edit/editable-column.tsx'
import { fieldEdit } from '#platform/portal/grid/edit/field-edit.ts'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { BUILDING_MAX, type BuildingRow, buildings } from '../contract.ts'
import { t } from '../messages.ts'
import { buildingEntity, t as screens } from '../screens.ts'
import { listFilters } from './shared/place-filters.ts'
import { propertyName } from './shared/place-names.tsx'

const editAddress = fieldEdit({
  permission: 'EditBuilding',
  field: 'Address',
  maxLength: BUILDING_MAX.address,
  read: (buildingId) => call(buildings.get, { params: { buildingId } }),
  save: (input) => call(buildings.save, { input }),
})
const columns: GridColumn<BuildingRow, 'Name' | 'PropertyName' | 'Address'>[] = [
  { id: 'Name', header: label('LabelBuilding').text, card: true },
  { id: 'PropertyName', header: label('LabelProperty').text, card: true, cell: propertyName },
  editableColumn({ id: 'Address', header: label('LabelAddress').text, card: true }, editAddress),
]

/** Buildings of the viewer's properties, by name (spec 3 §2). */
export default function BuildingList() {
  const { property } = useViewer()
  const filters = useMemo(() => listFilters(label('LabelBuilding').text, property), [property])
  return (
    <EntityList
      id="buildings"
      entity={buildingEntity}
      title={screens('ScreenBuildings').text}
      operation={buildings.page}
      remove={buildings.remove}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={(row) => row.Name}
      filters={filters}
      labels={{ add: t('AddBuilding').text, remove: t('DeleteBuildings').text, edit: label('LinkEdit').text }}
      empty={t('NoBuildings').text}
    />
  )
}
