import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../messages.ts'
import classes from '../grid.module.css'
import type { Selection } from '../state/use-selection.ts'

type Props<Row> = { selection: Selection<Row>; bulk: ((selected: readonly Row[], clear: () => void) => ReactNode) | undefined }

/** Shows how many rows are checked and the actions for them, above the rows without covering them. */
export function BulkBar<Row>({ selection, bulk }: Props<Row>) {
  const count = selection.ids.length
  return (
    <div role="status" className={count > 0 ? classes.bulk : undefined}>
      {count > 0 && (
        <>
          <strong>{t('GridSelected', { count }).text}</strong>
          {bulk?.(selection.rows, selection.clear)}
          <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
            {t('GridClearSelection').text}
          </Button>
        </>
      )}
    </div>
  )
}
