import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import type { DesignColumn as Column } from '#features/layout/design.ts'
import { columnSize } from '#features/layout/geometry.ts'
import { t } from '#features/layout/messages.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer-store.ts'
import type { SavedLockers } from '../saving/use-live-layout.ts'
import { DesignDoor } from './DesignDoor.tsx'

type Props = {
  column: Column
  savedLockers: SavedLockers
  /** Height of the first column, which all columns must have. */
  firstSize: number
  isChosen: boolean
  /** Ids of lockers in this column only, so that the other columns do not render. */
  chosenId: string | null
  tabStopId: string | null
  renamingId: string | null
  /** Where a dragged door would be dropped, in px from the top; null when none is over this column. */
  dropTop: number | null
  /** In px. */
  width: number
  designer: Designer
}

/** A column with its name and height at the top and a button to add a locker at its foot. */
export const DesignColumn = memo(function DesignColumn(props: Props) {
  const { column, savedLockers, firstSize, designer } = props
  const doors = useRef<HTMLDivElement>(null)
  const { id, name } = column
  useEffect(() => dropTargetForElements({ element: doors.current!, getData: () => ({ columnId: id }) }), [id])
  const size = columnSize(column)
  const isUneven = size !== firstSize
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and has a layout of its own
    <div className={classes.column} role="group" aria-label={name} data-column={id} style={{ width: props.width }}>
      <button
        type="button"
        className={classes.head}
        data-uneven={isUneven || undefined}
        aria-pressed={props.isChosen}
        onClick={() => designer.dispatch({ type: 'choose', chosen: { kind: 'column', id } })}
      >
        <span className={classes.columnName}>{name}</span>
        <span className={classes.height}>
          {isUneven && <IconAlertTriangle size={14} aria-hidden />}
          {t(isUneven ? 'ColumnNotEven' : 'ColumnHeight', { size, by: signed(size - firstSize) }).text}
        </span>
      </button>
      <div ref={doors} className={classes.doors}>
        {column.lockers.map((locker) => (
          <DesignDoor
            key={locker.id}
            locker={locker}
            savedLockers={savedLockers}
            isChosen={props.chosenId === locker.id}
            isTabStop={props.tabStopId === locker.id}
            isRenaming={props.renamingId === locker.id}
            width={props.width}
            designer={designer}
          />
        ))}
        {props.dropTop !== null && <div className={classes.drop} style={{ top: props.dropTop }} />}
      </div>
      <button
        type="button"
        className={classes.foot}
        aria-label={t('ButtonAddLockerTo', { name }).text}
        onClick={() => designer.dispatch({ type: 'addLocker', lockerType: 'locker', columnId: id })}
      >
        <IconPlus size={16} aria-hidden />
      </button>
    </div>
  )
})

const signed = (by: number) => `${by < 0 ? '−' : '+'}${Math.abs(by)}`
