import { Button, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '#platform/portal/messages.ts'

/** Shown for a screen that failed to load or render, with a Retry button. The error is logged to the console. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  useEffect(() => console.error(error), [error])
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1}>{t('FailedTitle').text}</Title>
      <Text>{t('FailedText').text}</Text>
      <Button onClick={() => window.location.reload()}>{t('FailedLoadAgain').text}</Button>
    </Stack>
  )
}
