import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import { editableColumn } from '#platform/portal/grid/edit/editable-column.tsx'
import { fieldEdit } from '#platform/portal/grid/edit/field-edit.ts'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { REGION_MAX, type RegionRow, regions } from '../contract.ts'
import { t } from '../messages.ts'
import { regionEntity, t as titles } from '../screens.ts'

const filters: GridFilter[] = [{ name: 'SearchText', label: label('LabelRegion').text, kind: 'search' }]
const editDescription = fieldEdit({
  permission: 'EditRegion',
  field: 'Description',
  maxLength: REGION_MAX.description,
  read: (regionId) => call(regions.get, { params: { regionId } }),
  save: (input) => call(regions.save, { input }),
})
const columns: GridColumn<RegionRow, 'Name' | 'Description'>[] = [
  { id: 'Name', header: label('LabelRegion').text, card: true },
  editableColumn({ id: 'Description', header: label('LabelDescription').text, card: true }, editDescription),
]

/** The organisation's regions, by name (spec 3 §2). */
export default function RegionList() {
  return (
    <EntityList
      id="regions"
      entity={regionEntity}
      title={titles('ScreenRegions').text}
      operation={regions.page}
      remove={regions.remove}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={(row) => row.Name}
      filters={filters}
      labels={{ add: t('AddRegion').text, remove: t('DeleteRegions').text, edit: label('LinkEdit').text }}
      empty={t('NoRegions').text}
    />
  )
}
