import { useEffect, useRef, useState } from 'react'

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the edges are read from the element
  useEffect(() => {
    const box = scroll.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      onSize(box.clientWidth)
      look()
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { scroll, edges, look }
}
