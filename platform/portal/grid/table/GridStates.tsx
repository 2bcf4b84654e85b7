import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t as sayCommon } from '#platform/messages.ts'
import { wordsOf } from '../../api/call-error.ts'
import { t } from '../../messages.ts'
import classes from '../grid.module.css'

/** No rows: what to do about it. */
export function GridEmpty({ filtered, clear, children }: { filtered: boolean; clear: () => void; children: ReactNode }) {
  const Icon = filtered ? IconSearchOff : IconInbox
  return (
    <div className={classes.state} role="status">
      <Icon size={32} stroke={1.5} aria-hidden />
      <Text>{filtered ? t('GridNothingFound').text : (children ?? t('GridEmpty').text)}</Text>
      {filtered && (
        <Button variant="default" onClick={clear}>
          {t('GridClearFilters').text}
        </Button>
      )}
    </div>
  )
}

/** The rows could not be fetched; the filters stay as they are. */
export function GridError({ title, error, retry }: { title: string | undefined; error: unknown; retry: () => void }) {
  return (
    <div className={classes.state} role="alert">
      <IconAlertTriangle size={32} stroke={1.5} aria-hidden />
      <Text fw={600}>{title ?? sayCommon('MsgRetrieveFailed').text}</Text>
      <Text c="dimmed">{wordsOf(error).message}</Text>
      <Button variant="default" onClick={retry}>
        {t('WordRetry').text}
      </Button>
    </div>
  )
}
