import { Button, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t as tCommon } from '#platform/messages.ts'
import { reasonOf, textsOf } from '../api/call-error.ts'
import { t } from '../messages.ts'

type Props<Data> = {
  query: UseQueryResult<Data>
  /** The specification's text for the failure, if any. */
  failure?: string
  /** The specification's text below it where the server gave no reason. */
  reason?: string | undefined
  children: (data: Data) => ReactNode
}

/** Shows the data of a query; a skeleton while it loads; the reason and Retry when it fails. */
export function Loaded<Data>({ query, failure = tCommon('MsgRetrieveFailed').text, reason, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <Stack align="flex-start" role="alert">
        <Text fw={600}>{failure}</Text>
        <Text c="dimmed">{reason === undefined ? textsOf(query.error).message : reasonOf(query.error, reason)}</Text>
        <Button variant="default" onClick={() => query.refetch()}>
          {t('WordRetry').text}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack maw={640} gap={16} aria-busy>
      <Skeleton height={28} width={240} />
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </Stack>
  )
}
