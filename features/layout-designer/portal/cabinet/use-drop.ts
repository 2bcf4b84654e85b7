import { draggable, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useState } from 'react'
import type { Designer } from '../editing/designer-store.ts'
import type { Target } from '../editing/edits.ts'

/** The drop target of a dragged door; `top`: where the line that marks it is drawn, in px from the column's top. */
type Drop = Target & { readonly top: number }
type DropColumn = { readonly data: Record<string | symbol, unknown>; readonly element: Element }
type DragLocation = { readonly input: { readonly clientY: number }; readonly dropTargets: readonly DropColumn[] }

/** The present drop target of a dragged door, null without one; moves the locker when the door is dropped. */
export function useDrop({ dispatch }: Designer): Drop | null {
  const [drop, setDrop] = useState<Drop | null>(null)
  useEffect(() => {
    const show = (next: Drop | null) =>
      setDrop((before) => (before?.columnId === next?.columnId && before?.at === next?.at ? before : next))
    return monitorForElements({
      canMonitor: ({ source }) => typeof source.data.lockerId === 'string',
      onDrag: ({ source, location }) => show(dropAt(location.current, String(source.data.lockerId))),
      onDrop: ({ source, location }) => {
        const id = String(source.data.lockerId)
        const target = dropAt(location.current, id)
        show(null)
        if (target) dispatch({ type: 'moveLocker', id, target })
      },
    })
  }, [dispatch])
  return drop
}

/** Doors that are draggable already. */
const prepared = new WeakSet<HTMLElement>()

/** Makes a door draggable, once. Called when the pointer reaches it, because most doors are never dragged. */
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

/** Below all other doors whose middle is above the pointer; null outside the columns. */
function dropAt({ dropTargets: [column], input }: DragLocation, lockerId: string): Drop | null {
  if (!column) return null
  const places = [...column.element.querySelectorAll<HTMLElement>('[data-place-of]')]
  const above = places.filter((place) => {
    const { top, height } = place.getBoundingClientRect()
    return place.dataset.placeOf !== lockerId && top + height / 2 < input.clientY
  })
  const last = above.at(-1)
  return { columnId: String(column.data.columnId), at: above.length, top: last ? last.offsetTop + last.offsetHeight : 0 }
}
