import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { pathTo, useGo } from '#platform/portal/navigation/links.tsx'
import { May, useMay } from '#platform/portal/session/viewer.tsx'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { type Courier, couriers } from '../contract.ts'
import { t } from '../messages.ts'
import { isOffered } from '../rules.ts'

const filters: GridFilter[] = [{ name: 'SearchText', label: t('LabelCourier').text, kind: 'search' }]

const editOf = ({ Id }: Courier) => pathTo('/courier/{courierId}/edit', { courierId: Id })
const yesOrNo = ({ IsDryCleaning }: Courier) => t(IsDryCleaning ? 'WordYes' : 'WordNo').text

/** The organisation's couriers, by name (spec 2 §2). */
export default function CourierList() {
  const mayEdit = useMay('EditCourier')
  const go = useGo()
  const columns = useMemo(
    (): GridColumn<Courier, 'Name' | 'SortOrder' | 'IsDryCleaning'>[] => [
      { id: 'Name', header: t('LabelCourier').text, sort: 'Name', card: true },
      { id: 'Description', header: t('LabelDescription').text },
      {
        id: 'SortOrder',
        header: t('LabelSortOrder').text,
        sort: 'SortOrder',
        align: 'right',
        card: true,
        cell: (row) => (isOffered(row) ? row.SortOrder : <NotOffered courier={row} />),
      },
      {
        id: 'IsDryCleaning',
        header: t('LabelIsDryCleaning').text,
        sort: 'IsDryCleaning',
        card: true,
        cell: yesOrNo,
        text: yesOrNo,
      },
      ...(mayEdit ? [linkColumn({ id: 'Edit', label: t('LinkEdit').text, to: editOf, nameOf: ({ Name }) => Name })] : []),
    ],
    [mayEdit],
  )
  return (
    <DataGrid
      id="couriers"
      title={t('TitleCouriers').text}
      operation={couriers.page}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={(row) => row.Name}
      open={mayEdit ? editOf : undefined}
      filters={filters}
      remove={{ operation: couriers.remove, permission: 'DeleteCourier', label: t('DeleteCouriers').text }}
      actions={
        <May permission="AddCourier">
          <Button onClick={() => go('/courier/create')}>{t('AddCourier').text}</Button>
        </May>
      }
      empty={t('NoCouriers').text}
    />
  )
}

const NotOffered = ({ courier }: { courier: Courier }) => (
  <StatusBadge kind="off">
    {courier.SortOrder} · {t('WordNotOffered').text}
  </StatusBadge>
)
