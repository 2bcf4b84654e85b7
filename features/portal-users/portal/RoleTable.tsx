import '@mantine/core/styles/Table.css'
import { Table, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { PERMISSIONS, PORTAL_ROLES, ROLE_PERMISSIONS, ROLES } from '#platform/permissions.ts'
import screen from '#platform/portal/ui/screen.module.css'
import { ScrollSection } from '#platform/portal/ui/scrolling.tsx'
import { t } from '../messages.ts'
import { permissionName } from '../permission-messages.ts'
import { roleName } from '../rules.ts'
import { t as screens } from '../screens.ts'
import classes from './roles.module.css'

/** The permissions of each role; read-only, because a role's permissions are fixed (decisions "Roles"). */
export default function RoleTable() {
  return (
    <div className={screen.screen} data-scrolls>
      <Title order={1}>{screens('ScreenRoles').text}</Title>
      <Text>{t('HelpRoles').text}</Text>
      <Text>{t('HelpRolesEverywhere').text}</Text>
      <ScrollSection className={classes.roles} aria-label={screens('ScreenRoles').text}>
        <Table stickyHeader striped withTableBorder aria-label={screens('ScreenRoles').text}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('LabelPermission').text}</Table.Th>
              {PORTAL_ROLES.map((role) => (
                <Table.Th key={role}>{roleName(role).text}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Row name={t('LabelEveryProperty').text} granted={PORTAL_ROLES.map((role) => ROLES[role].everyProperty)} />
            {PERMISSIONS.map((permission) => (
              <Row
                key={permission}
                name={permissionName(permission).text}
                granted={PORTAL_ROLES.map((role) => ROLE_PERMISSIONS[role].includes(permission))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollSection>
    </div>
  )
}

function Row({ name, granted }: { name: string; granted: readonly boolean[] }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw="normal">
        {name}
      </Table.Th>
      {PORTAL_ROLES.map((role, index) => (
        <Table.Td key={role}>
          {granted[index] ? (
            <IconCheck size={16} aria-label={t('WordGranted').text} role="img" />
          ) : (
            <span role="img" aria-label={t('WordNotGranted').text} />
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
