import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t as tCommon } from '#platform/messages.ts'
import { textsOf } from '../../api/call-error.ts'
import { t } from '../../messages.ts'
import classes from '../grid.module.css'

/** Shown without rows, with a way to continue. */
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

/** Shown when loading failed; the filters are unchanged. */
export function GridError({ title, error, retry }: { title: string | undefined; error: unknown; retry: () => void }) {
  return (
    <div className={classes.state} role="alert">
      <IconAlertTriangle size={32} stroke={1.5} aria-hidden />
      <Text fw={600}>{title ?? tCommon('MsgRetrieveFailed').text}</Text>
      <Text c="dimmed">{textsOf(error).message}</Text>
      <Button variant="default" onClick={retry}>
        {t('WordRetry').text}
      </Button>
    </div>
  )
}
