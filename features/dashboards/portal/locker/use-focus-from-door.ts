import { useEffect, useRef } from 'react'

/**
 * Moves the focus to a locker's details when it was chosen by its door or package, and back to the door when they close.
 * Leaves the focus alone when the locker comes from the address.
 */
export function useFocusFromDoor(lockerId: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const panel = heading.current?.closest('aside')
    if (!panel || !document.activeElement?.closest('[data-door], [data-place]')) return
    heading.current?.focus()
    return () => {
      // The details are removed already; if they had the focus, it is on the body now.
      if (document.activeElement === document.body)
        document.querySelector<SVGGElement>(`[data-door="${CSS.escape(lockerId)}"]`)?.focus()
    }
  }, [lockerId])
  return heading
}
