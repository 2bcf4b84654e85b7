import { t as label } from '#platform/labels.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { type Region, regions } from '../contract.ts'
import { t } from '../messages.ts'
import { regionEntity, t as titles } from '../screens.ts'

const filters: GridFilter[] = [{ name: 'SearchText', label: label('LabelRegion').text, kind: 'search' }]
const columns: GridColumn<Region, 'Name' | 'Description'>[] = [
  { id: 'Name', header: label('LabelRegion').text, card: true },
  { id: 'Description', header: label('LabelDescription').text, card: true },
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
