import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { currentLanguage } from '#platform/define-messages.ts'
import { CallError } from '../api/call-error.ts'
import { bannerTime } from '../api/connection.ts'
import { t } from '../messages.ts'
import { groupOf, type useLoadFailure } from './load-failure.tsx'
import classes from './refresh-failed.module.css'

type Query = Pick<UseQueryResult<unknown>, 'error' | 'isRefetchError' | 'dataUpdatedAt' | 'isFetching'>
type Props = { query: Query } & Pick<ReturnType<typeof useLoadFailure>, 'texts' | 'retry'>

/** Whether what is shown is old, because it could not be read again. The connection banner speaks for a lost connection. */
export const isOld = ({ isRefetchError, error }: Pick<Query, 'error' | 'isRefetchError'>): boolean =>
  isRefetchError && !(error instanceof CallError && error.status === 0)

/** Stands above data that could not be read again: why, from when the data are, and Retry. */
export function RefreshFailed({ query, texts, retry }: Props) {
  if (!texts) return null
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: bannerTime.zone } as const
  const time = new Date(query.dataUpdatedAt).toLocaleString(currentLanguage(), format)
  return (
    <div {...groupOf(texts)} className={classes.old}>
      <IconAlertTriangle size={20} aria-hidden />
      <span>
        <strong>{texts.title}</strong> {texts.message} {t('MsgShownIsOld', { time }).text}
      </span>
      <Button variant="default" size="compact-sm" loading={query.isFetching} onClick={retry}>
        {t('WordRetry').text}
      </Button>
    </div>
  )
}
