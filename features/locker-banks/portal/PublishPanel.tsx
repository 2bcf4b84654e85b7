import '@mantine/core/styles/Tooltip.css'
import { Anchor, Button, Group, Text, Tooltip } from '@mantine/core'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { type LockerBank, lockerBanks } from '../contract.ts'
import { t } from '../messages.ts'
import { isOnline, oldConfiguration } from '../rules.ts'

/** How often the bank is refreshed while its kiosk installs a configuration, in ms. */
const INSTALL_POLL_MS = 2_000

/** Publishes the configuration to the bank's kiosk if the server allows it; otherwise the button has the reason (spec 1 §4). */
export function PublishPanel({ bank }: { bank: LockerBank }) {
  const request = { params: { lockerBankId: bank.Id } }
  const check = useCall(lockerBanks.canPublish, request)
  useCall(lockerBanks.get, request, { enabled: isOnline(bank.Status) && oldConfiguration(bank) !== null, every: INSTALL_POLL_MS })
  const publish = useChange(lockerBanks.publish, {
    refreshes: [lockerBanks.get, lockerBanks.page, lockerBanks.changes, lockerBanks.canPublish],
    title: t('MsgPublishFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  const canPublish = check.data?.CanPublish ?? false
  const whyNot = check.data?.Reason ?? check.error?.message ?? ''
  return (
    <>
      <Text c="dimmed">{t('HelpPublish').text}</Text>
      <Group gap="md">
        <Tooltip
          label={whyNot}
          position="top-start"
          disabled={canPublish || whyNot === ''}
          events={{ hover: true, focus: true, touch: true }}
        >
          {/* Not `disabled`, because a disabled button cannot be hovered or focused, and would not show its tooltip. */}
          <Button
            variant="default"
            aria-disabled={!canPublish}
            data-disabled={!canPublish || undefined}
            loading={publish.isPending}
            onClick={() => canPublish && publish.mutate(request)}
          >
            {t('WordPublish').text}
          </Button>
        </Tooltip>
        <Anchor component={ScreenLink} to={pathTo('/lockerbank/{lockerBankId}/setting', { lockerBankId: bank.Id })}>
          {t('LinkSettings').text}
        </Anchor>
      </Group>
    </>
  )
}
