import { lazyComponent } from '../../ui/lazy-component.tsx'
import classes from '../grid.module.css'
import type Content from './BulkContent.tsx'
import type { BulkContentProps } from './BulkContent.tsx'

// Not part of the first list. A lazy component has no type parameters.
const BulkContent = lazyComponent(() => import('./BulkContent.tsx')) as typeof Content

/** Shows how many rows are checked and the actions for them, above the rows without covering them. */
export function BulkBar<Row>(props: BulkContentProps<Row>) {
  const { isEmpty } = props.selection
  return (
    <div role="status" className={isEmpty ? undefined : classes.bulk}>
      {!isEmpty && <BulkContent {...props} />}
    </div>
  )
}
