import { IconDeviceDesktop, IconWheelchair } from '@tabler/icons-react'
import type { Box } from '../../geometry.ts'
import { LOCKER_MODES } from '../../model.ts'
import classes from './cabinet.module.css'
import { type CabinetLocker, categoryOf, markOf, markOfInUse } from './cabinet-locker.ts'
import { LETTERS, MAPPING_ICONS, type MappingKind, modeIcon, STATE_MARKS } from './marks.tsx'
import { PackageSign } from './PackageSign.tsx'

/** Gap between a door and the steel around it, room inside of a door, and a sign's size, in drawing units (px at full size). */
const GAP = 1.5
const ROOM = 5
const SIGN = 14
/** A low door has one line for everything. */
const TWO_LINES = 2 * SIGN + 7
/** Where the state stands on it, right of the number. */
const NAME_ON_LOW = 34
/** Width of a bold letter of the number. */
const LETTER = 7.5

type Props = {
  locker: CabinetLocker
  box: Box
  isOpen: boolean
  isSelected: boolean
  /** Where doors are drawn for their devices. */
  mapping?: MappingKind | undefined
  bare: boolean
}

/** One door as it looks. A `bare` door, of the small drawing, bears no signs. */
export function CabinetDoor({ locker, box, isOpen, isSelected, mapping, bare }: Props) {
  const frame = { x: box.x + GAP, y: box.y + GAP, width: box.width - 2 * GAP, height: box.height - 2 * GAP, rx: 2 }
  const isRemoved = locker.LockerMode === LOCKER_MODES.removed
  const kind = locker.LockerType === 'terminal' ? 'terminal' : isRemoved ? 'removed' : (mapping ?? categoryOf(locker))
  return (
    <g className={classes.opening} data-kind={kind} data-open={isOpen || undefined} data-selected={isSelected || undefined}>
      <rect className={classes.inside} {...frame} />
      <g className={classes.face}>
        <rect className={classes.steel} {...frame} />
        {!bare && kind === 'terminal' && <Terminal {...frame} />}
        {!bare && kind !== 'terminal' && !isRemoved && <Signs locker={locker} mapping={mapping} {...frame} />}
      </g>
      {isSelected && <rect className={classes.chosen} {...frame} />}
    </g>
  )
}

type Frame = { x: number; y: number; width: number; height: number }

function Terminal({ x, y, width, height }: Frame) {
  const side = Math.min(28, height - 2 * ROOM)
  return <IconDeviceDesktop x={x + (width - side) / 2} y={y + (height - side) / 2} width={side} height={side} stroke={1.5} />
}

/** Number and flags above, state and package below; on the lowest doors all in one line. */
function Signs({ locker, mapping, x, y, width, height }: Frame & Pick<Props, 'locker' | 'mapping'>) {
  const low = height < TWO_LINES
  const room = low ? (height - SIGN) / 2 : Math.min(ROOM, (height - TWO_LINES) / 2 + 3)
  const top = y + room
  const bottom = y + height - room - SIGN
  const right = x + width - ROOM - SIGN
  const { icon, letter } = STATE_MARKS[categoryOf(locker)]
  const State = mapping ? MAPPING_ICONS[mapping] : icon
  const Letter = mapping ? null : LETTERS[letter]
  const Mode = modeIcon(locker.LockerMode)
  const mark = mapping ? markOfInUse(locker) : markOf(locker)
  const stateAt = x + ROOM + (low ? NAME_ON_LOW : 0)
  // From the right; on a low door the package comes first.
  const flagAt = (place: number) => right - (place + (low && mark ? 1 : 0)) * (SIGN + 3)
  const flags = Number(locker.IsDDAReserved) + Number(Mode !== null)
  const nameRoom = low ? NAME_ON_LOW : width - 2 * ROOM - flags * (SIGN + 3)
  const sign = { width: SIGN, height: SIGN, stroke: 2 }
  return (
    <>
      <text className={classes.name} x={x + ROOM} y={top + SIGN / 2}>
        {fitted(locker.LockerName, nameRoom)}
      </text>
      {locker.IsDDAReserved && <IconWheelchair x={flagAt(0)} y={top} {...sign} className={classes.flag} />}
      {Mode && <Mode x={flagAt(Number(locker.IsDDAReserved))} y={top} {...sign} className={classes.flag} />}
      <State x={stateAt} y={bottom} {...sign} />
      {Letter && <Letter x={stateAt + SIGN} y={bottom + 1} {...sign} height={SIGN - 2} stroke={3} />}
      {mark && <PackageSign mark={mark} x={right} y={bottom} size={SIGN} />}
    </>
  )
}

const fitted = (name: string, room: number) => {
  const letters = Math.floor(room / LETTER)
  return name.length <= letters ? name : `${name.slice(0, Math.max(1, letters - 1))}…`
}
