import { t as label } from '#platform/labels.ts'
import { t as tPages } from '#platform/page-messages.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import { editableColumn } from '#platform/portal/grid/edit/editable-column.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { type Courier, couriers } from '../contract.ts'
import { t } from '../messages.ts'
import { isOffered } from '../rules.ts'
import { courierEntity, t as screens } from '../screens.ts'
import { editDescription, editSortOrder } from './courier-edits.ts'

const filters: GridFilter[] = [{ name: 'SearchText', label: label('LabelCourier').text, kind: 'search' }]

const yesOrNo = ({ IsDryCleaning }: Courier) => tPages(IsDryCleaning ? 'WordYes' : 'WordNo').text

const columns: GridColumn<Courier, 'Name' | 'Description' | 'SortOrder' | 'IsDryCleaning'>[] = [
  { id: 'Name', header: label('LabelCourier').text, card: true },
  editableColumn({ id: 'Description', header: label('LabelDescription').text }, editDescription),
  editableColumn(
    {
      id: 'SortOrder',
      header: label('LabelSortOrder').text,
      align: 'right',
      card: true,
      cell: (row) => (isOffered(row) ? row.SortOrder : <NotOffered courier={row} />),
    },
    editSortOrder,
  ),
  { id: 'IsDryCleaning', header: t('LabelIsDryCleaning').text, card: true, cell: yesOrNo, text: yesOrNo },
]

/** The organisation's couriers, by name (spec 2 §2). */
export default function CourierList() {
  return (
    <EntityList
      id="couriers"
      entity={courierEntity}
      title={screens('ScreenCouriers').text}
      operation={couriers.page}
      remove={couriers.remove}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={(row) => row.Name}
      filters={filters}
      labels={{ add: t('AddCourier').text, remove: t('DeleteCouriers').text, edit: label('LinkEdit').text }}
      empty={t('NoCouriers').text}
    />
  )
}

const NotOffered = ({ courier }: { courier: Courier }) => (
  <StatusBadge kind="off">
    {courier.SortOrder} · {t('WordNotOffered').text}
  </StatusBadge>
)
