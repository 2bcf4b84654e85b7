import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { GridColumn } from '../grid-types.ts'
import { columnsThatDoNotFit } from '../state/fitting.ts'
import type { GridColumns } from '../state/use-columns.ts'

/** The key of a header cell's width: its column, or the checkboxes. */
export const CHECKBOXES = '.checkboxes'
const NO_EDGES = { left: false, right: false }

/**
 * The columns that fit into the width of the list, and those for the second line of each row. What a column needs is measured when
 * the table is too wide, before it is painted; a column of the second line comes back when there is room for its last width.
 * `edges`: where columns are hidden by scrolling.
 */
export function useFit<Row, Sort extends string>(
  { visible, widthOf, isNaming }: GridColumns<Row, Sort>,
  defined: readonly GridColumn<Row, Sort>[],
  rows: unknown,
) {
  const scroll = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY)
  const [needed, setNeeded] = useState<Readonly<Record<string, number>>>({})
  const [edges, setEdges] = useState(NO_EDGES)

  const ranked = visible.map((column) => ({
    id: column.id,
    rank: column.rank ?? defined.indexOf(column) + 1,
    width: widthOf(column) ?? needed[column.id] ?? 0,
    isNaming: isNaming(column.id),
  }))
  const moved = columnsThatDoNotFit(ranked, available - (needed[CHECKBOXES] ?? 0))
  const shape = JSON.stringify(ranked)

  const lookAtEdges = () => {
    const box = scroll.current
    if (!box) return
    const left = box.scrollLeft > 0
    const right = box.scrollLeft + box.clientWidth < box.scrollWidth - 1
    setEdges((before) => (before.left === left && before.right === right ? before : { left, right }))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured after each change of what is shown
  useLayoutEffect(() => {
    lookAtEdges()
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the edges are read from the element
  useEffect(() => {
    const box = scroll.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      setAvailable(box.clientWidth)
      lookAtEdges()
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  return {
    scroll,
    edges,
    onScroll: lookAtEdges,
    inRow: visible.filter(({ id }) => !moved.has(id)),
    inSecondLine: visible.filter(({ id }) => moved.has(id)),
  }
}
