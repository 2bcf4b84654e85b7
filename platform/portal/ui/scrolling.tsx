import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'

/** A part of a page that scrolls, also by keyboard: not every browser lets the Tab key reach what scrolls. */
export const ScrollSection = (props: ComponentProps<'section'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll only what has the focus
  <section {...props} tabIndex={0} />
)

const NO_EDGES = { left: false, right: false }

/**
 * Where the content of an element that scrolls sideways is hidden, for a shadow there. `onSize` is called with each new width of
 * the element; `look` after the content has changed.
 */
export function useScrollEdges(onSize: (width: number) => void = () => {}) {
  const scroll = useRef<HTMLDivElement>(null)
  const [edges, setEdges] = useState(NO_EDGES)

  const look = () => {
    const box = scroll.current
    if (!box) return
    const left = box.scrollLeft > 0
    const right = box.scrollLeft + box.clientWidth < box.scrollWidth - 1
    setEdges((before) => (before.left === left && before.right === right ? before : { left, right }))
  }

  const onResize = useEffectEvent((width: number) => {
    onSize(width)
    look()
  })
  useEffect(() => {
    const box = scroll.current
    if (!box) return
    const observer = new ResizeObserver(() => onResize(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { scroll, edges, look }
}
