import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../messages.ts'

type Props = {
  /** What happened, unless the help tells. */
  title?: string | undefined
  reason?: string | undefined
  /** What Refresh does with the input. */
  help: string
  refresh: () => void
}

/** Below the disabled buttons of a form after an error or the expiry of its ticket: the reason, and Refresh, which gets the focus. */
export function StoppedForm({ title, reason, help, refresh }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Stack align="flex-start" gap={8} role="alert">
      {title && <Text fw={600}>{title}</Text>}
      {reason && <Text>{reason}</Text>}
      <Text>{help}</Text>
      <Button onClick={refresh} ref={button}>
        {t('ButtonRefresh').text}
      </Button>
    </Stack>
  )
}
