import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { type Design, lockersOf, placeOf } from '#features/layout/design.ts'
import { columnSize, geometry } from '#features/layout/geometry.ts'
import { describeLocker } from '#features/layout/portal/shared/cabinet-locker.ts'
import { columnWidth } from '#features/layout/portal/shared/column-width.ts'
import { neighbour } from '#features/layout/portal/shared/neighbour.ts'
import { useScrollEdges } from '#platform/portal/ui/scrolling.tsx'
import { useNow } from '#platform/portal/ui/times.tsx'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer-store.ts'
import { type Direction, stepFrom } from '../editing/edits.ts'
import type { Chosen } from '../editing/reducer.ts'
import { cabinetLockerOf, type SavedLockers } from '../saving/use-live-layout.ts'
import { DesignColumn } from './DesignColumn.tsx'
import { useDoorFocus } from './use-door-focus.ts'
import { prepareDrag, useDrop } from './use-drop.ts'

type Props = {
  name: string
  design: Design
  savedLockers: SavedLockers
  chosen: Chosen | null
  renaming: string | null
  designer: Designer
}
/** The door that the tooltip describes, with its place: percent of the cabinet's width, px from its top. */
type Tip = { readonly id: string; readonly across: number; readonly top: number }

const STEPS: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }
const doorOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-door]')

/**
 * The cabinet to edit. Click or Enter chooses a door, dragging or Alt with an arrow moves it, double click or F2 renames it,
 * Delete removes it. The cabinet is one stop of the Tab key; arrows go from door to door.
 */
export function DesignCabinet({ name, design, savedLockers, chosen, renaming, designer }: Props) {
  const { dispatch } = designer
  const cabinet = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [tip, setTip] = useState<Tip | null>(null)
  const drop = useDrop(designer)
  const focus = useDoorFocus(cabinet, renaming)
  const now = useNow()
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const { scroll } = useScrollEdges(setRoom)

  const tabStopId = [focusedId, chosen?.id].find((id) => id && placeOf(design, id)) ?? lockersOf(design)[0]?.id ?? null
  const firstSize = design[0] ? columnSize(design[0]) : 0
  const inColumn = (id: string | null | undefined, columnId: string) =>
    id && placeOf(design, id)?.column.id === columnId ? id : null

  const onKeyDown = (event: KeyboardEvent) => {
    const id = doorOf(event.target)?.dataset.door
    if (!id || event.ctrlKey || event.metaKey) return
    const direction = STEPS[event.key]
    if (event.altKey && direction) {
      setTip(null)
      focus.afterRender(id)
      dispatch({ type: 'moveLocker', id, target: stepFrom(design, id, direction) })
    } else if (event.key === 'Enter' || event.key === ' ') dispatch({ type: 'choose', chosen: { kind: 'locker', id } })
    else if (event.key === 'F2') dispatch({ type: 'editName', id })
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      dispatch({ type: 'removeLocker', id })
      const next = designer.store.read().chosen
      if (next?.kind === 'locker') focus.afterRender(next.id)
    } else if (event.key === 'Escape' && chosen) dispatch({ type: 'choose', chosen: null })
    else {
      const next = event.altKey ? null : neighbour(boxesOf(design), id, event.key)
      if (!next) return
      focus.now(next)
    }
    event.preventDefault()
  }
  const onPoint = (event: FocusEvent | MouseEvent) => {
    const door = doorOf(event.target)
    if (!door) return setTip(null)
    prepareDrag(door)
    const id = door.dataset.door!
    if (event.type === 'focus') setFocusedId(id)
    // A move is announced, so a moved door shows no tooltip: to measure the page for it would slow down every step.
    if (tip?.id !== id && !focus.isRestoring()) setTip({ id, ...tipPlace(door, cabinet.current!) })
  }
  const tipLocker = tip && placeOf(design, tip.id)?.locker

  return (
    <div ref={scroll} className={classes.scroll}>
      {/* biome-ignore lint/a11y/useSemanticElements: the doors are the buttons; one handler here serves all of them */}
      <div
        ref={cabinet}
        className={classes.cabinet}
        role="group"
        aria-label={name}
        onClick={({ target }) => {
          const id = doorOf(target)?.dataset.door
          if (id) dispatch({ type: 'choose', chosen: { kind: 'locker', id } })
        }}
        onDoubleClick={({ target }) => {
          const id = doorOf(target)?.dataset.door
          if (id) dispatch({ type: 'editName', id })
        }}
        onKeyDown={onKeyDown}
        onFocus={onPoint}
        onBlur={() => setTip(null)}
        onMouseOver={onPoint}
        onMouseLeave={() => setTip(null)}
        onPointerDown={({ target }) => {
          const door = doorOf(target)
          if (door) prepareDrag(door)
        }}
      >
        {design.map((column) => (
          <DesignColumn
            key={column.id}
            column={column}
            savedLockers={savedLockers}
            firstSize={firstSize}
            isChosen={chosen?.kind === 'column' && chosen.id === column.id}
            chosenId={inColumn(chosen?.kind === 'locker' ? chosen.id : null, column.id)}
            tabStopId={inColumn(tabStopId, column.id)}
            renamingId={inColumn(renaming, column.id)}
            dropTop={drop?.columnId === column.id ? drop.top : null}
            width={columnWidth(room, design.length)}
            designer={designer}
          />
        ))}
        {tipLocker && !renaming && !drop && (
          <p
            className={classes.tip}
            role="tooltip"
            style={{ left: `${tip.across}%`, top: tip.top, translate: `-${tip.across}% calc(-100% - 2px)` }}
          >
            {describeLocker(cabinetLockerOf(tipLocker, savedLockers), now)}
          </p>
        )}
      </div>
    </div>
  )
}

const boxesOf = (design: Design) =>
  geometry(design.map(({ lockers }) => ({ lockers: lockers.map(({ id, size }) => ({ Id: id, size })) }))).columns

/** Above the door; shifted left in proportion to its place, so that the tooltip stays within the cabinet. */
function tipPlace(door: HTMLElement, cabinet: HTMLElement) {
  const box = door.getBoundingClientRect()
  const frame = cabinet.getBoundingClientRect()
  return { across: ((box.left + box.width / 2 - frame.left) / frame.width) * 100, top: box.top - frame.top }
}
