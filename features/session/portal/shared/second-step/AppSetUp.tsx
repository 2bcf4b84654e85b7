import '@mantine/core/styles/Code.css'
import '@mantine/core/styles/Image.css'
import { Code, Image, Stack, Text } from '@mantine/core'
import type { AppSetUp as SetUp } from '../../../second-step-contract.ts'
import { t } from '../../../second-step-messages.ts'

/** The QR code of a new authenticator app, and its key to type. */
export function AppSetUp({ setUp: { Secret, QrCode } }: { setUp: SetUp }) {
  return (
    <Stack gap="sm">
      <Text>{t('HelpSetUp').text}</Text>
      <Image src={QrCode} alt={t('AltQrCode').text} w={200} h={200} />
      <Text size="sm">
        {t('HelpSecret').text} <Code>{Secret.replace(/.{4}(?=.)/g, '$& ')}</Code>
      </Text>
    </Stack>
  )
}
