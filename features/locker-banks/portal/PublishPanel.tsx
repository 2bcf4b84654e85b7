import '@mantine/core/styles/Tooltip.css'
import { Anchor, Button, Group, Text, Tooltip } from '@mantine/core'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { type LockerBank, lockerBanks } from '../contract.ts'
import { t } from '../messages.ts'
import { isOnline, oldConfiguration } from '../rules.ts'

/** While a kiosk takes what was published, its word is looked for this often, in ms. */
const TAKEN_EVERY = 2_000

/** Sends the bank's kiosk what was changed; only when the server says that it can, else the button tells why not (spec 1 §4). */
export function PublishPanel({ bank }: { bank: LockerBank }) {
  const ask = { params: { lockerBankId: bank.Id } }
  const check = useCall(lockerBanks.canPublish, ask)
  useCall(lockerBanks.get, ask, { enabled: isOnline(bank.Status) && oldConfiguration(bank) !== null, every: TAKEN_EVERY })
  const publish = useChange(lockerBanks.publish, {
    refreshes: [lockerBanks.get, lockerBanks.page, lockerBanks.canPublish],
    title: t('MsgPublishFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  const can = check.data?.CanPublish ?? false
  const whyNot = check.data?.Reason ?? check.error?.message ?? ''
  return (
    <>
      <Text c="dimmed">{t('HelpPublish').text}</Text>
      <Group gap="md">
        <Tooltip
          label={whyNot}
          position="top-start"
          disabled={can || whyNot === ''}
          events={{ hover: true, focus: true, touch: true }}
        >
          {/* Disabled in all but name: what cannot be pointed at or focused could not tell why. */}
          <Button
            variant="default"
            aria-disabled={!can}
            data-disabled={!can || undefined}
            loading={publish.isPending}
            onClick={() => can && publish.mutate(ask)}
          >
            {t('ButtonPublish').text}
          </Button>
        </Tooltip>
        <Anchor component={ScreenLink} to={pathTo('/lockerbank/{lockerBankId}/setting', { lockerBankId: bank.Id })}>
          {t('LinkSettings').text}
        </Anchor>
      </Group>
    </>
  )
}
