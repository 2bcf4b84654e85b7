import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNow } from '#platform/portal/ui/times.tsx'
import { type Design, lockersOf, placeOf } from '../../../design.ts'
import { columnSize, geometry } from '../../../geometry.ts'
import { describeLocker } from '../../shared/cabinet-locker.ts'
import { neighbour } from '../../shared/neighbour.ts'
import classes from '../designer.module.css'
import type { Chosen, Designer } from '../editing/designer.ts'
import { type Direction, stepFrom } from '../editing/edits.ts'
import { type Doors, drawn } from '../saving/use-live-layout.ts'
import { DesignColumn } from './DesignColumn.tsx'
import { prepareDrag, useDrop } from './use-drop.ts'

type Props = {
  name: string
  design: Design
  doors: Doors
  chosen: Chosen | null
  renaming: string | null
  designer: Designer
}
/** What is told of a door that somebody rests on, and where. */
type DropTarget = { readonly id: string; readonly across: number; readonly top: number }

const STEPS: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }
const doorOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-door]')

/**
 * The cabinet as it will stand, to be built: doors are chosen by a click or Enter, moved by dragging or Alt with an arrow,
 * renamed at a double click or F2, removed by Delete. One stop of the Tab key, arrows from door to door.
 */
export function DesignCabinet({ name, design, doors, chosen, renaming, designer }: Props) {
  const cabinet = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<string | null>(null)
  const [told, setTold] = useState<DropTarget | null>(null)
  const drop = useDrop(designer)
  const focus = useKeptFocus(cabinet, renaming)
  const now = useNow()

  const stopId = [stop, chosen?.id].find((id) => id && placeOf(design, id)) ?? lockersOf(design)[0]?.id ?? null
  const firstSize = design[0] ? columnSize(design[0]) : 0
  const inColumn = (id: string | null | undefined, columnId: string) =>
    id && placeOf(design, id)?.column.id === columnId ? id : null

  const onKeyDown = (event: KeyboardEvent) => {
    const id = doorOf(event.target)?.dataset.door
    if (!id || event.ctrlKey || event.metaKey) return
    const direction = STEPS[event.key]
    if (event.altKey && direction) {
      setTold(null)
      focus.keep(id)
      designer.moveLocker(id, stepFrom(design, id, direction))
    } else if (event.key === 'Enter' || event.key === ' ') designer.choose({ kind: 'locker', id })
    else if (event.key === 'F2') designer.rename(id)
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      designer.removeLocker(id)
      const next = designer.store.read().chosen
      if (next?.kind === 'locker') focus.keep(next.id)
    } else if (event.key === 'Escape' && chosen) designer.choose(null)
    else if (!toNeighbour(event, id)) return
    event.preventDefault()
  }
  const toNeighbour = (event: KeyboardEvent, id: string): boolean => {
    const columns = design.map(({ lockers }) => ({ lockers: lockers.map((locker) => ({ Id: locker.id, size: locker.size })) }))
    const next = event.altKey ? null : neighbour(geometry(columns).columns, id, event.key)
    if (next) focus.now(next)
    return next !== null
  }
  const onRest = (event: FocusEvent | MouseEvent) => {
    const door = doorOf(event.target)
    if (!door) return setTold(null)
    prepareDrag(door)
    const id = door.dataset.door!
    if (event.type === 'focus') setStop(id)
    // Who moves a door hears where it went; to measure the page for a hint at every step would only cost time.
    if (told?.id !== id && !focus.isGoingAlong()) setTold({ id, ...besides(door, cabinet.current!) })
  }
  const tip = told && placeOf(design, told.id)?.locker

  return (
    <div className={classes.stand}>
      {/* biome-ignore lint/a11y/useSemanticElements: the doors answer for themselves; what they do is heard here once for all */}
      <div
        ref={cabinet}
        className={classes.cabinet}
        role="group"
        aria-label={name}
        onClick={(event) => {
          const id = doorOf(event.target)?.dataset.door
          if (id) designer.choose({ kind: 'locker', id })
        }}
        onDoubleClick={(event) => {
          const id = doorOf(event.target)?.dataset.door
          if (id) designer.rename(id)
        }}
        onKeyDown={onKeyDown}
        onFocus={onRest}
        onBlur={() => setTold(null)}
        onMouseOver={onRest}
        onMouseLeave={() => setTold(null)}
        onPointerDown={(event) => {
          const door = doorOf(event.target)
          if (door) prepareDrag(door)
        }}
      >
        {design.map((column) => (
          <DesignColumn
            key={column.id}
            column={column}
            doors={doors}
            firstSize={firstSize}
            isChosen={chosen?.kind === 'column' && chosen.id === column.id}
            chosenId={inColumn(chosen?.kind === 'locker' ? chosen.id : null, column.id)}
            stopId={inColumn(stopId, column.id)}
            renamingId={inColumn(renaming, column.id)}
            dropAt={drop?.columnId === column.id ? drop.top : null}
            designer={designer}
          />
        ))}
        {tip && !renaming && !drop && (
          <p
            className={classes.tip}
            role="tooltip"
            style={{ left: `${told.across}%`, top: told.top, translate: `-${told.across}% calc(-100% - 2px)` }}
          >
            {describeLocker(drawn(tip, doors), now)}
          </p>
        )}
      </div>
    </div>
  )
}

/** Above the door; the further right, the more to the left, so that it stays within the cabinet. */
function besides(door: HTMLElement, cabinet: HTMLElement) {
  const of = door.getBoundingClientRect()
  const frame = cabinet.getBoundingClientRect()
  return { across: ((of.left + of.width / 2 - frame.left) / frame.width) * 100, top: of.top - frame.top }
}

/** A door that moves is drawn in another place: the focus goes with it. So it does to its door when its name has been typed. */
function useKeptFocus(cabinet: { current: HTMLElement | null }, renaming: string | null) {
  const wanted = useRef<string | null>(null)
  const goingAlong = useRef(false)
  const find = (id: string) => cabinet.current?.querySelector<HTMLElement>(`[data-door="${CSS.escape(id)}"]`)
  useLayoutEffect(() => {
    if (!wanted.current) return
    goingAlong.current = true
    find(wanted.current)?.focus()
    goingAlong.current = false
    wanted.current = null
  })
  useEffect(() => {
    if (!renaming) return
    return () => {
      if (document.activeElement === document.body) find(renaming)?.focus()
    }
  })
  return {
    keep: (id: string) => {
      wanted.current = id
    },
    now: (id: string) => find(id)?.focus(),
    isGoingAlong: () => goingAlong.current,
  }
}
