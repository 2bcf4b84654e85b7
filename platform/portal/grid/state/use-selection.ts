import { useState } from 'react'
import { MAX_PAGE_SIZE } from '#platform/wire.ts'

/**
 * Checked rows, across pages. `scope` identifies the list: another filter is another scope, and the selection starts empty.
 */
export function useSelection<Row>(rowId: (row: Row) => string, scope: string) {
  const [stored, setStored] = useState<{ scope: string; rows: ReadonlyMap<string, Row> }>({ scope, rows: new Map() })
  const rows = stored.scope === scope ? stored.rows : new Map<string, Row>()
  const put = (next: ReadonlyMap<string, Row>) => setStored({ scope, rows: next })
  const set = (some: readonly Row[], checked: boolean) => {
    const next = new Map(rows)
    for (const row of some) {
      if (!checked) next.delete(rowId(row))
      else if (next.size < MAX_PAGE_SIZE) next.set(rowId(row), row)
    }
    put(next)
  }
  return {
    rows: [...rows.values()],
    ids: [...rows.keys()],
    has: (row: Row) => rows.has(rowId(row)),
    set,
    toggle: (row: Row) => set([row], !rows.has(rowId(row))),
    clear: () => put(new Map()),
  }
}
export type Selection<Row> = ReturnType<typeof useSelection<Row>>
