import { Button, Group, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../sms-messages.ts'

type Props = { label: string; help?: string; value: string; children?: ReactNode }

/** An address to be passed on, with a button that copies it; `children`: further buttons. */
export function CopyField({ label, help, value, children }: Props) {
  const clipboard = useClipboard()
  return (
    <Group align="end">
      <TextInput
        label={label}
        description={help}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        value={value}
        readOnly
        style={{ flex: '1 1 240px' }}
      />
      <Button variant="default" aria-label={t('ButtonCopy', { what: label }).text} onClick={() => clipboard.copy(value)}>
        {clipboard.copied ? t('WordCopied').text : <IconCopy size={18} aria-hidden />}
      </Button>
      {children}
    </Group>
  )
}
