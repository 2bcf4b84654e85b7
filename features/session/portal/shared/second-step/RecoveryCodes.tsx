import '@mantine/core/styles/Code.css'
import { Anchor, Button, Code, CopyButton, Group, Text, Title } from '@mantine/core'
import { t } from '../../../second-step-messages.ts'

/** The reply of a change of second steps, with recovery codes when there are new ones. */
export type Changed = { Message: string; RecoveryCodes?: readonly string[] }

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = codes.join('\n')
  return (
    <>
      <Title order={2}>{t('TitleRecoveryCodes').text}</Title>
      <Text>{t('HelpRecoveryCodes').text}</Text>
      <Code block>{text}</Code>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'WordCodesCopied' : 'WordCopyCodes').text}
            </Button>
          )}
        </CopyButton>
        <Anchor href={`data:text/plain,${encodeURIComponent(text)}`} download="recovery-codes.txt">
          {t('WordDownloadCodes').text}
        </Anchor>
      </Group>
      <Button onClick={onKept}>{t('WordCodesKept').text}</Button>
    </>
  )
}
