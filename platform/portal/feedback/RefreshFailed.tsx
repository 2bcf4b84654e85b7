import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentLanguage } from '#platform/define-messages.ts'
import { CallError, textsOf } from '../api/call-error.ts'
import { bannerTime } from '../api/connection.ts'
import { t } from '../messages.ts'
import classes from './refresh-failed.module.css'
import { toast } from './toast.tsx'

type Query = Pick<UseQueryResult<unknown>, 'error' | 'isRefetchError' | 'dataUpdatedAt' | 'isFetching' | 'refetch'>

/** Whether what is shown is old, because it could not be read again. The connection banner speaks for a lost connection. */
export const isOld = ({ isRefetchError, error }: Pick<Query, 'error' | 'isRefetchError'>): boolean =>
  isRefetchError && !(error instanceof CallError && error.status === 0)

/** Stands above data that could not be read again: why, from when the data are, and Retry. A toast says it once (spec 1 §8). */
export function RefreshFailed({ query, title }: { query: Query; title: string }) {
  const { error, dataUpdatedAt, isFetching, refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read again and again fails with one toast
  useEffect(() => void toast.failure(error, title), [])
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: bannerTime.zone } as const
  const time = new Date(dataUpdatedAt).toLocaleString(currentLanguage(), format)
  return (
    <div role="alert" className={classes.old}>
      <IconAlertTriangle size={20} aria-hidden />
      <span>
        <strong>{title}</strong> {textsOf(error).message} {t('MsgShownIsOld', { time }).text}
      </span>
      <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
        {t('WordRetry').text}
      </Button>
    </div>
  )
}
