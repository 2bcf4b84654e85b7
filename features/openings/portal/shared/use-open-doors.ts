import { useEffect, useRef, useState } from 'react'

/** How long a door is drawn open after it opened, in ms. */
const SHOWN_OPEN_MS = 4000

/** The lockers whose doors opened a moment ago, to draw them open. */
export function useOpenDoors() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const closing = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const timers = closing.current
    return () => {
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [])
  const showOpen = (lockerId: string) => {
    setOpen((before) => new Set(before).add(lockerId))
    clearTimeout(closing.current.get(lockerId))
    const close = () => setOpen((before) => new Set([...before].filter((id) => id !== lockerId)))
    closing.current.set(lockerId, setTimeout(close, SHOWN_OPEN_MS))
  }
  return { open, showOpen }
}
