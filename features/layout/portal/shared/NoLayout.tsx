import { Anchor, Stack, Text } from '@mantine/core'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { May } from '#platform/portal/session/viewer.tsx'
import { t } from '../../messages.ts'

/** Stands where a cabinet would: says that nobody has drawn it yet, and leads those who may to where it is drawn. */
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
