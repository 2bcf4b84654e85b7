import { memo } from 'react'
import type { DesignLocker } from '#features/layout/design.ts'
import { UNIT } from '#features/layout/geometry.ts'
import { CabinetDoor } from '#features/layout/portal/shared/CabinetDoor.tsx'
import { describeLocker } from '#features/layout/portal/shared/cabinet-locker.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer-store.ts'
import { cabinetLockerOf, type SavedLockers } from '../saving/use-live-layout.ts'
import { RenameField } from './RenameField.tsx'

type Props = {
  locker: DesignLocker
  savedLockers: SavedLockers
  isChosen: boolean
  /** Whether the Tab key stops here: one door of the cabinet. */
  isTabStop: boolean
  isRenaming: boolean
  /** In px. */
  width: number
  designer: Designer
}

/** A door that can be chosen, renamed and dragged. Its place follows from the page's flow, so a change renders no other door. */
export const DesignDoor = memo(function DesignDoor(props: Props) {
  const { locker, savedLockers, isChosen, isTabStop, isRenaming, width, designer } = props
  const { id, lockerName } = locker
  const drawn = cabinetLockerOf(locker, savedLockers)
  const height = locker.size * UNIT
  return (
    <div className={classes.place} data-place-of={id} style={{ height }}>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser can drag a button */}
      <div
        className={classes.door}
        data-door={id}
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-pressed={isChosen}
        // Not updated as time passes; the tooltip and the details are.
        aria-label={describeLocker(drawn, Date.now())}
      >
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
          <CabinetDoor locker={drawn} box={{ x: 0, y: 0, width, height }} isOpen={false} isSelected={isChosen} bare={false} />
        </svg>
      </div>
      {isRenaming && <RenameField id={id} name={lockerName} designer={designer} />}
    </div>
  )
})
