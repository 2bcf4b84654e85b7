import { Button, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A screen that could not be drawn or fetched: says so and offers to try again. The fault itself goes to the console. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  useEffect(() => console.error(error), [error])
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1}>This page could not be shown</Title>
      <Text>Something went wrong on our side, or the connection was lost. Loading the page again often helps.</Text>
      <Button onClick={() => window.location.reload()}>Load again</Button>
    </Stack>
  )
}
