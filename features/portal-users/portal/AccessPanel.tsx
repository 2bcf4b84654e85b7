import { List, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { PERMISSIONS, ROLE_PERMISSIONS, ROLES } from '#platform/permissions.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import type { PortalUser } from '../contract.ts'
import { t } from '../messages.ts'
import { permissionName, roleName } from '../rules.ts'

type Props = { user: PortalUser; nameOfProperty: (id: string) => string }

/** What a user can see and do: the role's permissions, and the properties. */
export function AccessPanel({ user, nameOfProperty }: Props) {
  const { UserRole, PropertyIds } = user
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
          : PropertyIds.map((id, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <RecordLink kind="property" id={id}>
                  {nameOfProperty(id)}
                </RecordLink>
              </Fragment>
            ))}
      </Text>
      <List>
        {PERMISSIONS.filter((permission) => granted.has(permission)).map((permission) => (
          <List.Item key={permission} lang="en">
            {permissionName(permission)}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
