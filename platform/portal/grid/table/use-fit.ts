import { useLayoutEffect, useState } from 'react'
import { useScrollEdges } from '../../ui/scrolling.tsx'
import type { GridColumn } from '../grid-types.ts'
import { columnsThatDoNotFit } from '../state/fitting.ts'
import type { GridColumns } from '../state/use-columns.ts'

/** The key of a header cell's width: its column, or the checkboxes. */
export const CHECKBOXES = '.checkboxes'

/**
 * The columns that fit into the width of the list, and those for the second line of each row, which has no links that only repeat the row. What a column needs is measured when
 * the table is too wide, before it is painted; a column of the second line comes back when there is room for its last width.
 * `edges`: where columns are hidden by scrolling.
 */
export function useFit<Row, Sort extends string>(
  { visible, widthOf, isNaming }: GridColumns<Row, Sort>,
  defined: readonly GridColumn<Row, Sort>[],
  rows: unknown,
) {
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY)
  const [needed, setNeeded] = useState<Readonly<Record<string, number>>>({})
  const { scroll, edges, look } = useScrollEdges(setAvailable)

  const ranked = visible.map((column) => ({
    id: column.id,
    rank: column.rank ?? defined.indexOf(column) + 1,
    width: widthOf(column) ?? needed[column.id] ?? 0,
    isNaming: isNaming(column.id),
  }))
  const moved = columnsThatDoNotFit(ranked, available - (needed[CHECKBOXES] ?? 0))
  const shape = JSON.stringify(ranked)

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured after each change of what is shown
  useLayoutEffect(() => {
    look()
    const box = scroll.current
    if (!box || box.scrollWidth <= box.clientWidth) return
    const widths = [...box.querySelectorAll<HTMLElement>('th[data-column]')].map((cell): [string, number] => [
      cell.dataset.column ?? '',
      Math.ceil(cell.getBoundingClientRect().width),
    ])
    setAvailable(box.clientWidth)
    setNeeded((before) =>
      widths.some(([id, width]) => before[id] !== width) ? { ...before, ...Object.fromEntries(widths) } : before,
    )
  }, [rows, shape, available])

  return {
    scroll,
    edges,
    onScroll: look,
    inRow: visible.filter(({ id }) => !moved.has(id)),
    inSecondLine: visible.filter(({ id, repeatsRow }) => moved.has(id) && !repeatsRow),
  }
}
