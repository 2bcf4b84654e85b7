import { memo } from 'react'
import type { DesignLocker } from '../../../design.ts'
import { COLUMN_WIDTH } from '../../../geometry.ts'
import { CabinetDoor } from '../../shared/CabinetDoor.tsx'
import type { CabinetLocker } from '../../shared/cabinet-locker.ts'
import { describeLocker } from '../../shared/cabinet-locker.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer.ts'
import { type Doors, drawn } from '../saving/use-live-layout.ts'
import { UNIT } from '../scale.ts'
import { RenameField } from './RenameField.tsx'

type Props = {
  locker: DesignLocker
  doors: Doors
  isChosen: boolean
  /** The one stop of the Tab key in the cabinet. */
  isStop: boolean
  isRenaming: boolean
  designer: Designer
}

const WIDTH = COLUMN_WIDTH * UNIT

/** One door that can be chosen, renamed and dragged. It stands below the one before it by itself: others need not be drawn again. */
export const DesignDoor = memo(function DesignDoor({ locker, doors, isChosen, isStop, isRenaming, designer }: Props) {
  const { id } = locker
  const shown = drawn(locker, doors)
  const height = locker.size * UNIT
  return (
    <div className={classes.place} data-place-of={id} style={{ height }}>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser lets a button be dragged */}
      <div
        className={classes.door}
        data-door={id}
        role="button"
        tabIndex={isStop ? 0 : -1}
        aria-pressed={isChosen}
        aria-label={words(shown)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} height={height} aria-hidden>
          <CabinetDoor
            locker={shown}
            box={{ x: 0, y: 0, width: WIDTH, height }}
            isOpen={false}
            isSelected={isChosen}
            bare={false}
          />
        </svg>
      </div>
      {isRenaming && (
        <RenameField
          name={locker.lockerName}
          onName={(name) => designer.renameLocker(id, name)}
          onEnd={() => designer.rename(null)}
        />
      )}
    </div>
  )
})

/** Read once when the door is drawn; how long ago something was is told where it is looked at. */
const words = (locker: CabinetLocker) => describeLocker(locker, Date.now())
