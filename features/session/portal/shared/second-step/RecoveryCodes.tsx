import { Button, Code, Text, Title } from '@mantine/core'
import { t } from '../../../second-step-messages.ts'

/** The reply of a change of second steps, with recovery codes when there are new ones. */
export type Changed = { Message: string; RecoveryCodes?: readonly string[] }

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <>
      <Title order={2}>{t('TitleRecoveryCodes').text}</Title>
      <Text>{t('HelpRecoveryCodes').text}</Text>
      <Code block>{codes.join('\n')}</Code>
      <Button onClick={onKept}>{t('WordCodesKept').text}</Button>
    </>
  )
}
