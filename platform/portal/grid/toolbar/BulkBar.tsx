import { t } from '../../messages.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import classes from '../grid.module.css'
import type Content from './BulkContent.tsx'
import type { BulkContentProps } from './BulkContent.tsx'
import { countText } from './chosen-rows.ts'

// Not part of the first list. A lazy component has no type parameters.
const BulkContent = lazyComponent(() => import('./BulkContent.tsx')) as typeof Content

/** Shows how many rows are checked and the actions for them, above the rows without covering them. Only the number is read out. */
export function BulkBar<Row>(props: BulkContentProps<Row>) {
  const { selection, page } = props
  const { isEmpty } = selection
  return (
    <div className={isEmpty ? undefined : classes.bulk}>
      <strong role="status">{isEmpty ? '' : t('GridSelected', { count: countText(selection, page) }).text}</strong>
      {!isEmpty && <BulkContent {...props} />}
    </div>
  )
}
