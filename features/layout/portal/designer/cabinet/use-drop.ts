import { draggable, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useState } from 'react'
import type { Designer } from '../editing/designer.ts'
import type { Target } from '../editing/edits.ts'

/** Where a dragged door would go, with the line that shows it: px from the column's top. */
type Drop = Target & { readonly top: number }
type Over = { readonly data: Record<string | symbol, unknown>; readonly element: Element }

/** Follows a dragged door over the columns, and moves its locker when it is let go. */
export function useDrop(designer: Designer): Drop | null {
  const [drop, setDrop] = useState<Drop | null>(null)
  useEffect(() => {
    const show = (next: Drop | null) =>
      setDrop((before) => (before?.columnId === next?.columnId && before?.at === next?.at ? before : next))
    const placeOf = (over: Over | undefined, lockerId: string, y: number) => over && dropIn(over, lockerId, y)
    return monitorForElements({
      canMonitor: ({ source }) => typeof source.data.lockerId === 'string',
      onDrag: ({ source, location: { current } }) =>
        show(placeOf(current.dropTargets[0], String(source.data.lockerId), current.input.clientY) ?? null),
      onDrop: ({ source, location: { current } }) => {
        const lockerId = String(source.data.lockerId)
        const target = placeOf(current.dropTargets[0], lockerId, current.input.clientY)
        show(null)
        if (target) designer.moveLocker(lockerId, target)
      },
    })
  }, [designer])
  return drop
}

/** Doors that can be dragged already. */
const prepared = new WeakSet<HTMLElement>()

/** Makes a door one that can be dragged, once. Asked for when a pointer comes near: most doors are never dragged. */
export function prepareDrag(door: HTMLElement) {
  if (prepared.has(door)) return
  prepared.add(door)
  draggable({
    element: door,
    getInitialData: () => ({ lockerId: door.dataset.door }),
    onDragStart: () => door.setAttribute('data-dragged', ''),
    onDrop: () => door.removeAttribute('data-dragged'),
  })
}

/** Below every door whose middle is above the pointer; the dragged one does not count. */
function dropIn({ data, element }: Over, lockerId: string, y: number): Drop {
  const places = [...element.querySelectorAll<HTMLElement>('[data-place-of]')]
  const others = places.filter((place) => place.dataset.placeOf !== lockerId)
  const isAbove = (place: HTMLElement) => {
    const { top, height } = place.getBoundingClientRect()
    return top + height / 2 < y
  }
  const at = others.filter(isAbove).length
  const last = others[at - 1]
  return { columnId: String(data.columnId), at, top: last ? last.offsetTop + last.offsetHeight : 0 }
}
