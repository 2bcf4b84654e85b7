import '@mantine/core/styles/Badge.css'
import '@mantine/core/styles/Table.css'
import { Badge, Button, Stack, Table, Text } from '@mantine/core'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { profile, type Session } from '../contract.ts'
import { t } from '../messages.ts'

const deviceOf = ({ Browser, System }: Session) =>
  Browser && System ? t('DeviceOn', { browser: Browser, system: System }).text : Browser || System || t('DeviceUnknown').text

/** Where the user is signed in, with the means to sign out there. */
export function SessionsPanel() {
  const sessions = useCall(profile.sessions)
  const onDone = ({ Message }: { Message: string }) => toast.success(Message)
  const others = useChange(profile.endOtherSessions, { refreshes: [profile.sessions], onDone })
  const endOthers = async () => {
    const asked = { title: t('SignOutOthers').text, text: t('ConfirmSignOutOthers').text }
    if (await confirm(asked)) await others.mutate({})
  }
  return (
    <Stack gap="md" align="flex-start">
      <Text>{t('HelpSessions').text}</Text>
      <Loaded query={sessions}>
        {(rows) => (
          <>
            <Table.ScrollContainer minWidth={320} w="100%" type="native">
              {/* A phone has the address and the sign-in below the others, so that the buttons are visible. */}
              <Table aria-label={t('TabSessions').text} withTableBorder>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('LabelDevice').text}</Table.Th>
                    <Table.Th visibleFrom="sm">{t('LabelNetworkAddress').text}</Table.Th>
                    <Table.Th>{t('LabelLastUsed').text}</Table.Th>
                    <Table.Th visibleFrom="sm">{t('LabelSignedInAt').text}</Table.Th>
                    <Table.Td />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Row key={row.Id} row={row} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {rows.length > 1 && (
              <Button variant="default" loading={others.isPending} onClick={endOthers}>
                {t('SignOutOthers').text}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Row({ row }: { row: Session }) {
  const end = useChange(profile.endSession, {
    refreshes: [profile.sessions],
    onDone: ({ Message }) => toast.success(Message),
  })
  return (
    <Table.Tr>
      <Table.Th scope="row" fw="normal">
        {deviceOf(row)}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {row.Address}
        </Text>
      </Table.Th>
      <Table.Td visibleFrom="sm">{row.Address}</Table.Td>
      <Table.Td>
        <When at={row.UsedAt} />
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {t('LabelSignedInAt').text} <When at={row.CreatedAt} exact />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <When at={row.CreatedAt} exact />
      </Table.Td>
      <Table.Td>
        {row.IsInUse ? (
          <Badge variant="light" miw="max-content">
            {t('DeviceInUse').text}
          </Badge>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            loading={end.isPending}
            aria-label={t('SignOutOf', { device: deviceOf(row) }).text}
            onClick={() => end.mutate({ params: { sessionId: row.Id } })}
          >
            {t('WordSignOutDevice').text}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
