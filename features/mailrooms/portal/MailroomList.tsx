import { useMemo } from 'react'
import { listFilters } from '#features/buildings/portal/shared/place-filters.ts'
import { buildingName, propertyName } from '#features/buildings/portal/shared/place-names.tsx'
import { t as label } from '#platform/labels.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { type MailroomRow, mailrooms } from '../contract.ts'
import { t } from '../messages.ts'
import { mailroomEntity, t as screens } from '../screens.ts'

const columns: GridColumn<MailroomRow, 'Name' | 'BuildingName' | 'PropertyName' | 'Packages'>[] = [
  {
    id: 'Name',
    header: label('LabelMailroom').text,
    card: true,
    cell: (row) => <Name mailroom={row} />,
    text: (row) => row.Name,
  },
  { id: 'BuildingName', header: label('LabelBuilding').text, card: true, cell: buildingName },
  { id: 'PropertyName', header: label('LabelProperty').text, cell: propertyName },
  { id: 'Packages', header: t('LabelNumberOfPackages').text, align: 'right', card: true },
]

/** Mailrooms of the viewer's properties, by name (spec 3 §2). */
export default function MailroomList() {
  const { property } = useViewer()
  const filters = useMemo(() => listFilters(label('LabelMailroom').text, property), [property])
  return (
    <EntityList
      id="mailrooms"
      entity={mailroomEntity}
      title={screens('ScreenMailrooms').text}
      operation={mailrooms.page}
      remove={mailrooms.remove}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={(row) => row.Name}
      filters={filters}
      labels={{ add: t('AddMailroom').text, remove: t('DeleteMailrooms').text, edit: label('LinkEdit').text }}
      empty={t('NoMailrooms').text}
    />
  )
}

const Name = ({ mailroom: { Name, IsActive } }: { mailroom: MailroomRow }) => (
  <>
    {Name} {!IsActive && <StatusBadge kind="off">{label('LabelInactive').text}</StatusBadge>}
  </>
)
