import { useMemo } from 'react'
import { t as label } from '#platform/labels.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type BuildingRow, buildings } from '../contract.ts'
import { t } from '../messages.ts'
import { buildingEntity, t as screens } from '../screens.ts'
import { listFilters } from './shared/place-filters.ts'
import { propertyName } from './shared/place-names.tsx'

const columns: GridColumn<BuildingRow, 'Name' | 'PropertyName' | 'Address'>[] = [
  { id: 'Name', header: label('LabelBuilding').text, card: true },
  { id: 'PropertyName', header: label('LabelProperty').text, card: true, cell: propertyName },
  { id: 'Address', header: label('LabelAddress').text, card: true },
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
