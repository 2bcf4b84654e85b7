import type { DragEvent } from 'react'

type Target = DragEvent<HTMLElement>

/**
 * The handlers of an element that is dragged to the place of another of its kind, by the browser's own drag and drop. While another
 * is over it, it has `data-drop`. There must be another way for keyboards and touch.
 * @param kind name of what is put in order, in lower case
 * @param move receives the id of the dragged element, and of the one at whose place it was dropped
 */
export function dragOrder(kind: string, id: string, move: (id: string, to: string) => void) {
  const type = `application/x-${kind}`
  const isOfKind = ({ dataTransfer }: Target) => dataTransfer.types.includes(type)
  const leave = ({ currentTarget }: Target) => currentTarget.removeAttribute('data-drop')
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: Target) => {
      dataTransfer.setData(type, id)
      dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: Target) => {
      if (!isOfKind(event)) return
      // Allows the drop.
      event.preventDefault()
      event.currentTarget.setAttribute('data-drop', '')
    },
    onDragLeave: leave,
    onDrop: (event: Target) => {
      leave(event)
      if (!isOfKind(event)) return
      event.preventDefault()
      const dragged = event.dataTransfer.getData(type)
      if (dragged !== id) move(dragged, id)
    },
  }
}
