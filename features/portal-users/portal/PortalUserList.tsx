import { useMemo } from 'react'
import { propertyFilter } from '#features/buildings/portal/shared/place-filters.ts'
import { t as label } from '#platform/labels.ts'
import { PORTAL_ROLES } from '#platform/permissions.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type PortalUserRow, portalUsers } from '../contract.ts'
import { t } from '../messages.ts'
import { roleName } from '../rules.ts'
import { portalUserEntity, t as screens } from '../screens.ts'
import { PortalUserStatus, statusText } from './PortalUserStatus.tsx'
import { portalUserActions } from './portal-user-actions.ts'

const nameOf = ({ FirstName, LastName }: PortalUserRow) => `${FirstName} ${LastName}`

const columns: GridColumn<PortalUserRow, 'FirstName' | 'LastName' | 'Email' | 'UserRole' | 'Status'>[] = [
  { id: 'FirstName', header: label('LabelFirstName').text },
  { id: 'LastName', header: label('LabelLastName').text, names: true },
  { id: 'Email', header: label('LabelEmail').text, card: true },
  {
    id: 'UserRole',
    header: label('LabelRole').text,
    card: true,
    cell: (row) => roleName(row.UserRole).text,
    text: (row) => roleName(row.UserRole).text,
  },
  {
    id: 'Status',
    header: label('LabelStatus').text,
    card: true,
    cell: (row) => <PortalUserStatus status={row.Status} />,
    text: (row) => statusText(row.Status),
  },
]

const search: GridFilter = {
  name: 'SearchText',
  label: [label('LabelName'), label('LabelEmail'), t('LabelPhoneNumber')].map(({ text }) => text).join(', '),
  kind: 'search',
  personal: true,
}
const role: GridFilter = {
  name: 'UserRole',
  label: label('LabelRole').text,
  kind: 'choice',
  pinned: true,
  useChoices: () => ({ choices: PORTAL_ROLES.map((Id) => ({ Id, Name: roleName(Id).text })) }),
}

/** The organisation's portal users, by last name (spec 3 §2). */
export default function PortalUserList() {
  const { property } = useViewer()
  const filters = useMemo(() => [search, role, ...(property ? [] : [propertyFilter(label('LabelProperty').text)])], [property])
  return (
    <EntityList
      id="portal-users"
      entity={portalUserEntity}
      title={screens('ScreenUsers').text}
      operation={portalUsers.page}
      remove={portalUsers.remove}
      bulk={portalUserActions}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={nameOf}
      cardHeading={nameOf}
      filters={filters}
      labels={{ add: t('AddUser').text, remove: t('DeleteUsers').text, edit: label('LinkEdit').text }}
      empty={t('NoUsers').text}
    />
  )
}
