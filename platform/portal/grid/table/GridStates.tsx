import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconSearchOff } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { FailureTexts, groupOf } from '../../feedback/load-failure.tsx'
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

type Texts = ComponentProps<typeof FailureTexts>

/** Shown when loading failed; the filters are unchanged. */
export function GridError({ retry, ...texts }: Texts & { retry: () => void }) {
  return (
    <div className={classes.state} {...groupOf(texts)}>
      <IconAlertTriangle size={32} stroke={1.5} aria-hidden />
      <FailureTexts {...texts} />
      <Button variant="default" onClick={retry}>
        {t('WordRetry').text}
      </Button>
    </div>
  )
}
