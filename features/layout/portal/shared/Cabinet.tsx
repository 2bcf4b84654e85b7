import { type KeyboardEvent, useRef, useState } from 'react'
import { useNow } from '#platform/portal/ui/times.tsx'
import { type Box, geometry } from '../../geometry.ts'
import { CabinetDoor } from './CabinetDoor.tsx'
import classes from './cabinet.module.css'
import { type CabinetColumn, type CabinetLocker, describeDevice, describeLocker } from './cabinet-locker.ts'
import { neighbour } from './neighbour.ts'

/** Drawing units for one unit of the layout: a small door is 40 px high at full size. */
const UNIT = 20
/** The small 'you are here' drawing. */
const BARE_UNIT = 6
/** Narrowest column on which signs can still be told apart, in px; below it the drawing scrolls. */
const MIN_COLUMN = 84
const nobody: ReadonlySet<string> = new Set()

type Props = {
  /** Name of the locker bank, for those who hear the drawing. */
  name: string
  columns: readonly CabinetColumn[]
  /** A door was clicked, or Enter pressed on it. Without it the drawing only shows. */
  onOpen?: (locker: CabinetLocker) => void
  /** Ids of doors that stand open; they swing. */
  openDoors?: ReadonlySet<string>
  selectedId?: string | null
  /** Shows which door a device opens instead of what lies behind it: its serial number, null for none. */
  deviceOf?: (locker: CabinetLocker) => string | null
  /** Small and without signs: where in the cabinet something is. */
  bare?: boolean
}

/**
 * A locker bank as it stands in the lobby: columns side by side, doors in true proportion. One stop of the Tab key, arrows
 * from door to door, Enter opens; hovering or resting on a door tells in one line what is inside.
 */
export function Cabinet({ name, columns, onOpen, openDoors = nobody, selectedId = null, deviceOf, bare = false }: Props) {
  const now = useNow()
  const drawing = useRef<SVGSVGElement>(null)
  const [told, setTold] = useState<string | null>(null)
  const [stop, setStop] = useState<string | null>(null)

  const unit = bare ? BARE_UNIT : UNIT
  const drawn = geometry(columns.map(({ LockerCollection }) => ({ lockers: LockerCollection.map(sized) })))
  const doors = drawn.columns.flatMap((column) => column.lockers)
  const width = drawn.width * unit
  const height = drawn.height * unit
  const current = doors.find(({ locker }) => locker.Id === (stop ?? selectedId)) ?? doors[0]
  const tip = doors.find(({ locker }) => locker.Id === told)

  const describe = (locker: CabinetLocker) => (deviceOf ? describeDevice(locker, deviceOf(locker)) : describeLocker(locker, now))

  const onKeyDown = (event: KeyboardEvent<SVGGElement>, id: string) => {
    const next = neighbour(drawn.columns, id, event.key)
    const door = doors.find(({ locker }) => locker.Id === id)
    if (next) {
      setStop(next)
      drawing.current?.querySelector<SVGGElement>(`[data-door="${CSS.escape(next)}"]`)?.focus()
    } else if (door && (event.key === 'Enter' || event.key === ' ')) onOpen?.(door.locker)
    else return
    event.preventDefault()
  }
  const interactive = (locker: CabinetLocker) => ({
    role: 'button',
    'aria-label': describe(locker),
    tabIndex: current?.locker.Id === locker.Id ? 0 : -1,
    'aria-pressed': selectedId === locker.Id,
    onClick: () => onOpen?.(locker),
    onKeyDown: (event: KeyboardEvent<SVGGElement>) => onKeyDown(event, locker.Id),
    onFocus: () => {
      setStop(locker.Id)
      setTold(locker.Id)
    },
    onBlur: () => setTold(null),
  })

  return (
    <div className={classes.stand} data-bare={bare || undefined}>
      <div className={classes.cabinet} style={{ width, minWidth: bare ? undefined : columns.length * MIN_COLUMN }}>
        <svg ref={drawing} viewBox={`0 0 ${width} ${height}`} role={onOpen ? 'group' : 'img'} aria-label={name}>
          {doors.map(({ locker, x, y, width: w, height: h }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: a door that can be opened is a button
            <g
              key={locker.Id}
              className={classes.door}
              data-door={locker.Id}
              onMouseEnter={() => setTold(locker.Id)}
              onMouseLeave={() => setTold(null)}
              {...(onOpen && interactive(locker))}
            >
              <CabinetDoor
                locker={locker}
                box={{ x: x * unit, y: y * unit, width: w * unit, height: h * unit }}
                isOpen={openDoors.has(locker.Id)}
                isSelected={selectedId === locker.Id}
                mapping={deviceOf && (deviceOf(locker) === null ? 'unmapped' : 'mapped')}
                bare={bare}
              />
            </g>
          ))}
        </svg>
        {tip && !bare && (
          <p className={classes.tip} role="tooltip" style={besides(tip, drawn)}>
            {describe(tip.locker)}
          </p>
        )}
      </div>
    </div>
  )
}

/** Above the door, for the uppermost doors below it; the further right, the more to the left. */
function besides(door: Box, drawn: { width: number; height: number }) {
  const across = ((door.x + door.width / 2) / drawn.width) * 100
  const isAbove = door.y > 0
  const down = ((isAbove ? door.y : door.y + door.height) / drawn.height) * 100
  return { left: `${across}%`, top: `${down}%`, transform: `translate(-${across}%, ${isAbove ? '-100%' : '12px'})` }
}

const sized = (locker: CabinetLocker) => ({ ...locker, size: locker.Size })
