import '@mantine/core/styles/List.css'
import { List, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { CHOICES_LIMIT, propertyLookUp } from '#features/properties/look-up.ts'
import { t as label } from '#platform/labels.ts'
import { PERMISSIONS, ROLE_PERMISSIONS, ROLES } from '#platform/permissions.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import type { PortalUser } from '../contract.ts'
import { t } from '../messages.ts'
import { permissionName, roleName } from '../rules.ts'

/** What a user can see and do: the role's permissions, and the properties. */
export function AccessPanel({ user: { UserRole, PropertyIds } }: { user: PortalUser }) {
  const shown = PropertyIds.slice(0, CHOICES_LIMIT)
  const { data } = useCall(propertyLookUp, { input: { Ids: shown } }, { enabled: shown.length > 0 })
  const others = PropertyIds.length - shown.length
  const granted: ReadonlySet<string> = new Set(ROLE_PERMISSIONS[UserRole])
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('TitleMaySee').text}
      </Title>
      <Text>
        {roleName(UserRole).text}
        {': '}
        {ROLES[UserRole].everyProperty
          ? t('HelpEveryProperty').text
          : data?.Data.map(({ Id, Name }, index) => (
              <Fragment key={Id}>
                {index > 0 && ', '}
                <RecordLink kind="property" id={Id}>
                  {Name}
                </RecordLink>
              </Fragment>
            ))}
        {others > 0 && ` ${label('AndMore', { count: others }).text}`}
      </Text>
      <List style={{ columnWidth: 240 }}>
        {PERMISSIONS.filter((permission) => granted.has(permission)).map((permission) => (
          <List.Item key={permission} lang="en">
            {permissionName(permission)}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
