import { useState } from 'react'
import { t } from '#platform/messages.ts'
import { MAX_PAGE_SIZE } from '#platform/wire.ts'
import { toast } from '../../feedback/toast.tsx'

/** Checked rows, or with `isAll` the unchecked ones of all that match. */
type Stored<Row> = { readonly scope: string; readonly isAll: boolean; readonly rows: ReadonlyMap<string, Row> }

/**
 * Checked rows, across pages, or all rows that match except some. `scope` identifies the list: another filter is another scope,
 * and the selection starts empty. Nothing is checked while the rows are `isOutdated`: those of the former filter.
 */
export function useSelection<Row>(rowId: (row: Row) => string, scope: string, isOutdated: boolean) {
  const empty: Stored<Row> = { scope, isAll: false, rows: new Map() }
  const [stored, setStored] = useState(empty)
  const { isAll, rows } = stored.scope === scope ? stored : empty
  const set = (some: readonly Row[], checked: boolean) => {
    if (isOutdated) return
    const next = new Map(rows)
    let isFull = false
    for (const row of some) {
      if (checked === isAll) next.delete(rowId(row))
      else if (next.size < MAX_PAGE_SIZE) next.set(rowId(row), row)
      else isFull = true
    }
    if (isFull) toast.warning(t('MsgTooManySelected', { max: MAX_PAGE_SIZE }).text)
    setStored({ scope, isAll, rows: next })
  }
  return {
    /** All that match, except `exceptIds`. */
    isAll,
    exceptIds: isAll ? [...rows.keys()] : [],
    /** The checked rows, and their ids; none with `isAll`. */
    rows: isAll ? [] : [...rows.values()],
    ids: isAll ? [] : [...rows.keys()],
    isEmpty: !isAll && rows.size === 0,
    /** Nothing can be checked now. */
    isFixed: isOutdated,
    has: (row: Row) => rows.has(rowId(row)) !== isAll,
    set,
    toggle: (row: Row) => set([row], rows.has(rowId(row)) === isAll),
    selectAll: () => setStored({ ...empty, isAll: true }),
    clear: () => setStored(empty),
  }
}
export type Selection<Row> = ReturnType<typeof useSelection<Row>>
