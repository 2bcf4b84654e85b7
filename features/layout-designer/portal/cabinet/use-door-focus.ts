import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus on doors of the designed cabinet: a moved door is rendered in another place and loses it, and the name field
 * returns it to its door.
 */
export function useDoorFocus(cabinet: { readonly current: HTMLElement | null }, renaming: string | null) {
  const nextId = useRef<string | null>(null)
  const restoring = useRef(false)
  const focus = (id: string) => cabinet.current?.querySelector<HTMLElement>(`[data-door="${CSS.escape(id)}"]`)?.focus()
  useLayoutEffect(() => {
    if (!nextId.current) return
    restoring.current = true
    focus(nextId.current)
    restoring.current = false
    nextId.current = null
  })
  useEffect(() => {
    if (!renaming) return
    return () => {
      if (document.activeElement === document.body) focus(renaming)
    }
  })
  return {
    now: focus,
    /** Focuses a door when the present change has been rendered. */
    afterRender: (id: string) => {
      nextId.current = id
    },
    /** True while a focus event comes from `afterRender`. */
    isRestoring: () => restoring.current,
  }
}
