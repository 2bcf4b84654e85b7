import { useEffect, useRef } from 'react'

/**
 * Who chose a locker by its door or its package goes on at its detail, and is back at the door when the detail closes;
 * who came by an address is left where they are.
 */
export function useFocusFromDoor(lockerId: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const panel = heading.current?.closest('aside')
    if (!panel || !document.activeElement?.closest('[data-door], [data-place]')) return
    heading.current?.focus()
    return () => {
      // By now the detail is gone, and with it whatever in it had the focus.
      if (document.activeElement === document.body)
        document.querySelector<SVGGElement>(`[data-door="${CSS.escape(lockerId)}"]`)?.focus()
    }
  }, [lockerId])
  return heading
}
