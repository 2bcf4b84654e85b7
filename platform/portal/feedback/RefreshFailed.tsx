import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { currentLanguage } from '#platform/define-messages.ts'
import { bannerTime } from '../api/connection.ts'
import { t } from '../messages.ts'
import { groupOf } from './load-failure.tsx'
import classes from './refresh-failed.module.css'

type Props = {
  query: Pick<UseQueryResult<unknown>, 'dataUpdatedAt' | 'isFetching'>
  texts: { title: string; message: string }
  retry: () => void
}

/** Stands above data that could not be read again: why, from when the data are, and Retry. */
export function RefreshFailed({ query, texts, retry }: Props) {
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
