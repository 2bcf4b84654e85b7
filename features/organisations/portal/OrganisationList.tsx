import { Button } from '@mantine/core'
import { t as property } from '#features/properties/messages.ts'
import { t as label } from '#platform/labels.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { pathTo, useGo } from '#platform/portal/navigation/links.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type OrganisationRow, organisations } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { OrganisationStatus, statusText } from './OrganisationStatus.tsx'

const editOf = ({ Id }: OrganisationRow) => pathTo('/organisation/{id}/', { id: Id })
const nameOf = ({ Name }: OrganisationRow) => Name

const columns: GridColumn<OrganisationRow, 'Name' | 'SystemName' | 'TimezoneId' | 'IsActive'>[] = [
  { id: 'Name', header: label('LabelName').text, card: true },
  { id: 'SystemName', header: t('LabelSystemName').text, card: true },
  { id: 'TimezoneId', header: property('LabelTimeZone').text },
  {
    id: 'IsActive',
    header: label('LabelStatus').text,
    card: true,
    cell: (row) => <OrganisationStatus isActive={row.IsActive} />,
    text: (row) => statusText(row.IsActive),
  },
  linkColumn({ id: 'Edit', label: label('LinkEdit').text, to: editOf, nameOf, repeatsRow: true }),
]

const filters: GridFilter[] = [
  {
    name: 'SearchText',
    label: [label('LabelName'), t('LabelSystemName')].map(({ text }) => text).join(', '),
    kind: 'search',
  },
]

/** All organisations, by name, for a super administrator (spec 3 §2). */
export default function OrganisationList() {
  const go = useGo()
  const isSuperAdmin = useViewer().organisations.length > 0
  return (
    <DataGrid
      id="organisations"
      title={screens('ScreenOrganisations').text}
      operation={organisations.page}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={nameOf}
      open={editOf}
      filters={filters}
      actions={isSuperAdmin && <Button onClick={() => go('/organisation/create')}>{t('AddOrganisation').text}</Button>}
      empty={t('NoOrganisations').text}
    />
  )
}
