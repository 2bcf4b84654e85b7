import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useScrollEdges } from '#platform/portal/ui/scrolling.tsx'
import { useNow } from '#platform/portal/ui/times.tsx'
import { type Box, COLUMN_WIDTH, geometry, UNIT } from '../../geometry.ts'
import { CabinetDoor } from './CabinetDoor.tsx'
import classes from './cabinet.module.css'
import { type CabinetColumn, type CabinetLocker, describeDevice, describeLocker } from './cabinet-locker.ts'
import { columnWidth } from './column-width.ts'
import { neighbour } from './neighbour.ts'

/** Pixels per layout unit in the small 'you are here' drawing. */
const BARE_UNIT = 6
/** Padding of the frame on both sides, in px. */
const FRAME = 12
const NONE: ReadonlySet<string> = new Set()

type Props = {
  /** Name of the locker bank, for screen readers. */
  name: string
  columns: readonly CabinetColumn[]
  /** Called on a click on a door and on Enter. Without it the drawing is read-only. */
  onOpen?: (locker: CabinetLocker) => void
  /** Ids of the lockers whose doors are drawn open. */
  openDoors?: ReadonlySet<string>
  selectedId?: string | null
  /** The serial number of a locker's device, null without one. If given, doors show their mapping instead of their packages. */
  deviceOf?: (locker: CabinetLocker) => string | null
  /** Small and without icons, to show a place in the cabinet. */
  bare?: boolean
}

/**
 * A locker bank: columns side by side, as wide as there is room, doors in their true heights. The drawing is one stop of the Tab
 * key; arrows go from door to door, Enter opens. The hovered or focused door has a tooltip with its description.
 */
export function Cabinet({ name, columns, onOpen, openDoors = NONE, selectedId = null, deviceOf, bare = false }: Props) {
  const now = useNow()
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const { scroll, edges, look } = useScrollEdges(setRoom)
  const drawing = useRef<SVGSVGElement>(null)
  const [tipId, setTipId] = useState<string | null>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)

  const unit = bare ? BARE_UNIT : UNIT
  const drawn = geometry(columns.map(({ LockerCollection }) => ({ lockers: LockerCollection.map(sized) })))
  const doors = drawn.columns.flatMap((column) => column.lockers)
  const across = bare ? unit : columnWidth(room, columns.length) / COLUMN_WIDTH
  const width = drawn.width * across
  const height = drawn.height * unit
  // biome-ignore lint/correctness/useExhaustiveDependencies: the edges are read from the element when the drawing has another width
  useEffect(look, [width])
  const tabStop = doors.find(({ locker }) => locker.Id === (focusedId ?? selectedId)) ?? doors[0]
  const tip = doors.find(({ locker }) => locker.Id === tipId)

  const describe = (locker: CabinetLocker) => (deviceOf ? describeDevice(locker, deviceOf(locker)) : describeLocker(locker, now))

  const onKeyDown = (event: KeyboardEvent<SVGGElement>, id: string) => {
    const next = neighbour(drawn.columns, id, event.key)
    const door = doors.find(({ locker }) => locker.Id === id)
    if (next) {
      setFocusedId(next)
      drawing.current?.querySelector<SVGGElement>(`[data-door="${CSS.escape(next)}"]`)?.focus()
    } else if (door && (event.key === 'Enter' || event.key === ' ')) onOpen?.(door.locker)
    else return
    event.preventDefault()
  }
  const interactive = (locker: CabinetLocker) => ({
    role: 'button',
    'aria-label': describe(locker),
    tabIndex: tabStop?.locker.Id === locker.Id ? 0 : -1,
    'aria-pressed': selectedId === locker.Id,
    onClick: () => onOpen?.(locker),
    onKeyDown: (event: KeyboardEvent<SVGGElement>) => onKeyDown(event, locker.Id),
    onFocus: () => {
      setFocusedId(locker.Id)
      setTipId(locker.Id)
    },
    onBlur: () => setTipId(null),
  })

  return (
    <div className={classes.frame} data-more-right={edges.right || undefined} data-more-left={edges.left || undefined}>
      <div ref={scroll} className={classes.scroll} data-bare={bare || undefined} onScroll={look}>
        <div className={classes.cabinet} style={bare ? { width, maxWidth: '100%' } : { width: width + FRAME }}>
          <svg ref={drawing} viewBox={`0 0 ${width} ${height}`} role={onOpen ? 'group' : 'img'} aria-label={name}>
            {doors.map(({ locker, x, y, width: w, height: h }) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: with onOpen it is a button; without it, the mouse only shows its description
              <g
                key={locker.Id}
                className={classes.door}
                data-door={locker.Id}
                onMouseEnter={() => setTipId(locker.Id)}
                onMouseLeave={() => setTipId(null)}
                {...(onOpen && interactive(locker))}
              >
                <CabinetDoor
                  locker={locker}
                  box={{ x: x * across, y: y * unit, width: w * across, height: h * unit }}
                  isOpen={openDoors.has(locker.Id)}
                  isSelected={selectedId === locker.Id}
                  mapping={deviceOf && (deviceOf(locker) === null ? 'unmapped' : 'mapped')}
                  bare={bare}
                />
              </g>
            ))}
          </svg>
          {tip && !bare && (
            <p className={classes.tip} role="tooltip" style={tipPlace(tip, drawn)}>
              {describe(tip.locker)}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** Above the door, for the top doors below it; shifted left in proportion to its place, so that it stays within the cabinet. */
function tipPlace(door: Box, drawn: { width: number; height: number }) {
  const across = ((door.x + door.width / 2) / drawn.width) * 100
  const isAbove = door.y > 0
  const down = ((isAbove ? door.y : door.y + door.height) / drawn.height) * 100
  return { left: `${across}%`, top: `${down}%`, transform: `translate(-${across}%, ${isAbove ? '-100%' : '12px'})` }
}

const sized = (locker: CabinetLocker) => ({ ...locker, size: locker.Size })
