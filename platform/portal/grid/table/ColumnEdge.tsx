import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { MAX_WIDTH, MIN_WIDTH } from '#platform/wire.ts'
import { t } from '../../messages.ts'
import classes from '../grid.module.css'
import type { GridColumn } from '../grid-types.ts'
import type { GridColumns } from '../state/use-columns.ts'

/** Width that an arrow key adds or takes, in px. */
const STEP = 16

type Props<Row, Sort extends string> = { column: GridColumn<Row, Sort>; columns: GridColumns<Row, Sort>; tabIndex: number }

/** The edge of a column's header: dragged, or moved by arrow keys, it sets the width; a double click gives it back to the content. */
export function ColumnEdge<Row, Sort extends string>({ column, columns, tabIndex }: Props<Row, Sort>) {
  const [start, setStart] = useState<{ x: number; width: number } | null>(null)
  const [measured, setMeasured] = useState<number>(MIN_WIDTH)
  const widthAt = (edge: HTMLElement) => edge.closest('th')?.offsetWidth ?? MIN_WIDTH
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setStart({ x: event.clientX, width: widthAt(event.currentTarget) })
  }
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[key]
    if (by) columns.resize(column.id, widthAt(currentTarget) + by)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is not a thematic break
    <span
      className={classes.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('GridColumnWidth', { name: column.header }).text}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={columns.widthOf(column) ?? measured}
      tabIndex={tabIndex}
      // Otherwise the header would be dragged.
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX }) => start && columns.resize(column.id, start.width + clientX - start.x)}
      onPointerUp={() => setStart(null)}
      onPointerCancel={() => setStart(null)}
      onDoubleClick={() => columns.resize(column.id, undefined)}
      onFocus={({ currentTarget }) => setMeasured(widthAt(currentTarget))}
      onKeyDown={onKeyDown}
    />
  )
}
