import { Anchor, Stack, Text } from '@mantine/core'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { May } from '#platform/portal/session/viewer.tsx'
import { t } from '../../messages.ts'

/** Shown instead of a cabinet without a layout, with a link to the designer for users who may use it. */
export function NoLayout({ lockerBankId }: { lockerBankId: string }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Text c="dimmed">{t('NoLayout').text}</Text>
      <May permission="SetupLockerBank">
        <Anchor component={ScreenLink} to={pathTo('/lockerbank/{lockerBankId}/layout', { lockerBankId })}>
          {t('LinkDraw').text}
        </Anchor>
      </May>
    </Stack>
  )
}
