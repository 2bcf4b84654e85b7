import { IconDeviceDesktop, IconWheelchair } from '@tabler/icons-react'
import type { Box } from '../../geometry.ts'
import { LOCKER_MODES } from '../../model.ts'
import classes from './cabinet.module.css'
import { type CabinetLocker, categoryOf, markOf, markOfInUse } from './cabinet-locker.ts'
import { LETTERS, MAPPING_ICONS, type MappingKind, modeIcon, STATE_MARKS } from './marks.tsx'
import { PackageIcon } from './PackageIcon.tsx'

/** Gap around a door, padding inside it, and the size of an icon, in drawing units (px at full size). */
const GAP = 1.5
const ROOM = 5
const SIGN = 14
/** From one icon to the next. */
const STEP = SIGN + 3
/** Lower doors have everything in one line. */
const TWO_LINES = 2 * SIGN + 7
/** Where the state begins on a low door, right of the name. */
const NAME_ON_LOW = 34
/** A low door with less room than for name, state and package has them closer together. */
const ROOMY_LOW = NAME_ON_LOW + 2 * SIGN + STEP
/** Width of a bold letter of the name. */
const LETTER = 7.5

type Props = {
  locker: CabinetLocker
  box: Box
  isOpen: boolean
  isSelected: boolean
  /** Set when doors show their mapping. */
  mapping?: MappingKind | undefined
  bare: boolean
}

/** One door, drawn inside an SVG. A `bare` door has no icons. */
export function CabinetDoor({ locker, box, isOpen, isSelected, mapping, bare }: Props) {
  const frame = { x: box.x + GAP, y: box.y + GAP, width: box.width - 2 * GAP, height: box.height - 2 * GAP, rx: 2 }
  const isBlank = locker.LockerMode === LOCKER_MODES.removed
  const kind = locker.LockerType === 'terminal' ? 'terminal' : isBlank ? 'removed' : (mapping ?? categoryOf(locker))
  return (
    <g className={classes.opening} data-kind={kind} data-open={isOpen || undefined} data-selected={isSelected || undefined}>
      <rect className={classes.interior} {...frame} />
      <g className={classes.face}>
        <rect className={classes.steel} {...frame} />
        {!bare && kind === 'terminal' && <Terminal {...frame} />}
        {!bare && kind !== 'terminal' && !isBlank && <Icons locker={locker} mapping={mapping} {...frame} />}
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

/**
 * Name and flags at the top, state and package at the bottom; on low doors all in one line. A narrow door keeps its name and
 * letter first, then the package, the state's icon and the flags, as far as there is room.
 */
function Icons({ locker, mapping, x, y, width, height }: Frame & Pick<Props, 'locker' | 'mapping'>) {
  const isLow = height < TWO_LINES
  const padding = isLow ? (height - SIGN) / 2 : Math.min(ROOM, (height - TWO_LINES) / 2 + 3)
  const top = y + padding
  const bottom = y + height - padding - SIGN
  const right = x + width - ROOM - SIGN
  const { icon: StateIcon, letter } = STATE_MARKS[categoryOf(locker)]
  const State = mapping ? MAPPING_ICONS[mapping] : StateIcon
  const Letter = mapping ? null : LETTERS[letter]
  const mark = mapping ? markOfInUse(locker) : markOf(locker)
  const Mode = modeIcon(locker.LockerMode)
  const flags = [locker.IsDDAReserved && IconWheelchair, Mode].filter((icon) => icon !== false && icon !== null)

  const line = width - 2 * ROOM
  const nameWidth = locker.LockerName.length * LETTER
  const isTight = isLow && line < ROOMY_LOW
  const nameLeast = isLow && !isTight ? NAME_ON_LOW : Math.min(nameWidth, NAME_ON_LOW)
  const below = isLow ? line - nameLeast : line
  const withMark = mark !== null && below >= SIGN + STEP
  const withIcon = !Letter || below >= 2 * SIGN + (withMark ? STEP : 0)
  const besideFlags = isLow ? nameLeast + (withIcon ? SIGN : 0) + (Letter ? SIGN : 0) + (withMark ? STEP : 0) : nameLeast
  const shownFlags = flags.slice(0, Math.max(0, Math.floor((line - besideFlags) / STEP)))
  const nameRoom = isLow ? nameLeast : line - shownFlags.length * STEP
  const stateAt = x + ROOM + (isLow ? nameLeast : 0)
  // From the right; on a low door after the package.
  const flagAt = (place: number) => right - (place + (isLow && withMark ? 1 : 0)) * STEP
  const iconProps = { width: SIGN, height: SIGN, stroke: 2 }
  return (
    <>
      <text className={classes.name} x={x + ROOM} y={top + SIGN / 2}>
        {fitted(locker.LockerName, nameRoom)}
      </text>
      {shownFlags.map((Flag, place) => (
        <Flag key={Flag.displayName} x={flagAt(place)} y={top} {...iconProps} className={classes.flag} />
      ))}
      {withIcon && <State x={stateAt} y={bottom} {...iconProps} />}
      {Letter && <Letter x={stateAt + (withIcon ? SIGN : 0)} y={bottom} {...iconProps} stroke={3} />}
      {withMark && mark && <PackageIcon mark={mark} x={right} y={bottom} size={SIGN} />}
    </>
  )
}

const fitted = (name: string, room: number) => {
  const letters = Math.floor(room / LETTER)
  return name.length <= letters ? name : `${name.slice(0, Math.max(1, letters - 1))}…`
}
