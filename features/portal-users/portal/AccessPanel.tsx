import '@mantine/core/styles/List.css'
import { List, Text } from '@mantine/core'
import { Fragment, use } from 'react'
import { CHOICES_LIMIT, propertyLookUp } from '#features/properties/look-up.ts'
import { t as label } from '#platform/labels.ts'
import { type PortalRole, ROLE_PERMISSIONS, ROLES } from '#platform/permissions.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { FormSection, Sections } from '#platform/portal/form/DraftForm.tsx'
import { mayOpen, ScreensContext } from '#platform/portal/navigation/screen.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import type { PortalUser } from '../contract.ts'
import { t } from '../messages.ts'
import { permissionName } from '../permission-messages.ts'
import { roleName, USER_STATUS } from '../rules.ts'

/** What a user can see and do: the role with its permissions and the screens that they open, and the properties. */
export function AccessPanel({ user }: { user: PortalUser }) {
  const { PropertyIds, Status } = user
  const UserRole = user.UserRole.SystemName
  const { organisation } = useViewer()
  return (
    <Sections>
      <FormSection title={t('TitleMaySee').text}>
        {Status === USER_STATUS.Inactive && <Text>{t('AccessInactive').text}</Text>}
        {Status === USER_STATUS.Invited && <Text>{t('AccessInvited').text}</Text>}
        <Text>
          {roleName(UserRole).text}
          {': '}
          {ROLES[UserRole].everyProperty ? t('HelpEveryProperty').text : <Properties ids={PropertyIds} />}
        </Text>
        {UserRole === 'superadmin' && <Text>{t(organisation.isSuperAdmin ? 'AccessEverywhere' : 'AccessOnlyHere').text}</Text>}
      </FormSection>
      <FormSection title={t('SectionPermissions').text}>
        <Permissions role={UserRole} />
      </FormSection>
    </Sections>
  )
}

function Properties({ ids }: { ids: readonly string[] }) {
  const shown = ids.slice(0, CHOICES_LIMIT)
  const { data } = useCall(propertyLookUp, { input: { Ids: shown } }, { enabled: shown.length > 0 })
  const others = ids.length - shown.length
  return (
    <>
      {data?.Data.map(({ Id, Name }, index) => (
        <Fragment key={Id}>
          {index > 0 && ', '}
          <RecordLink kind="property" id={Id}>
            {Name}
          </RecordLink>
        </Fragment>
      ))}
      {others > 0 && ` ${label('AndMore', { count: others }).text}`}
    </>
  )
}

function Permissions({ role }: { role: PortalRole }) {
  const screens = use(ScreensContext)
  const { organisation, organisations } = useViewer()
  // As the super administrator of the selected organisation, who may work in the others only if it is the operator's.
  const theirs = organisation.isSuperAdmin ? organisations : []
  return (
    <List style={{ columnWidth: 280 }}>
      {ROLE_PERMISSIONS[role].map((permission) => {
        const opened = screens.filter(
          (one) => one.needs !== 'signed-in' && mayOpen(one, { permissions: new Set([permission]), organisations: theirs }),
        )
        return (
          <List.Item key={permission} style={{ breakInside: 'avoid' }}>
            {permissionName(permission).text}
            <Text size="sm" c="dimmed">
              {[...new Set(opened.map(({ title }) => title))].join(', ')}
            </Text>
          </List.Item>
        )
      })}
    </List>
  )
}
