import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import type { DesignColumn as Column } from '../../../design.ts'
import { columnSize } from '../../../geometry.ts'
import { t } from '../../../messages.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer.ts'
import type { Doors } from '../saving/use-live-layout.ts'
import { DesignDoor } from './DesignDoor.tsx'

type Props = {
  column: Column
  doors: Doors
  /** Height of the first column, which all must have. */
  firstSize: number
  isChosen: boolean
  /** Of these the column is told only what stands in it, so that the others need not be drawn again. */
  chosenId: string | null
  stopId: string | null
  renamingId: string | null
  /** Where a dragged door would go: px from the top, null while none is over this column. */
  dropAt: number | null
  designer: Designer
}

/** A column with its name and height above and a way to add a locker at its foot. */
export const DesignColumn = memo(function DesignColumn(props: Props) {
  const { column, doors, firstSize, designer } = props
  const doorsHere = useRef<HTMLDivElement>(null)
  const { id, name } = column
  useEffect(() => dropTargetForElements({ element: doorsHere.current!, getData: () => ({ columnId: id }) }), [id])
  const size = columnSize(column)
  const isUneven = size !== firstSize
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and is laid out as no other box
    <div className={classes.column} role="group" aria-label={name} data-column={id}>
      <button
        type="button"
        className={classes.head}
        data-uneven={isUneven || undefined}
        aria-pressed={props.isChosen}
        onClick={() => designer.choose({ kind: 'column', id })}
      >
        <span className={classes.columnName}>{name}</span>
        <span className={classes.height}>
          {isUneven && <IconAlertTriangle size={14} aria-hidden />}
          {t(isUneven ? 'ColumnNotEven' : 'ColumnHeight', { size, by: signed(size - firstSize) }).text}
        </span>
      </button>
      <div ref={doorsHere} className={classes.doors}>
        {column.lockers.map((locker) => (
          <DesignDoor
            key={locker.id}
            locker={locker}
            doors={doors}
            isChosen={props.chosenId === locker.id}
            isStop={props.stopId === locker.id}
            isRenaming={props.renamingId === locker.id}
            designer={designer}
          />
        ))}
        {props.dropAt !== null && <div className={classes.drop} style={{ top: props.dropAt }} />}
      </div>
      <button
        type="button"
        className={classes.foot}
        aria-label={t('ButtonAddLockerTo', { name }).text}
        onClick={() => designer.addLocker('locker', { columnId: id })}
      >
        <IconPlus size={16} aria-hidden />
      </button>
    </div>
  )
})

const signed = (by: number) => `${by < 0 ? '−' : '+'}${Math.abs(by)}`
