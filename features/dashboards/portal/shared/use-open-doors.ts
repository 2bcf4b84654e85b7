import { useEffect, useRef, useState } from 'react'

/** How long a door is drawn open after it was, in ms. */
const STANDS_OPEN_MS = 4000

/** The doors that opened somewhere in the world a moment ago. */
export function useOpenDoors() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const closing = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const timers = closing.current
    return () => {
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [])
  const swing = (lockerId: string) => {
    setOpen((before) => new Set(before).add(lockerId))
    clearTimeout(closing.current.get(lockerId))
    const close = () => setOpen((before) => new Set([...before].filter((id) => id !== lockerId)))
    closing.current.set(lockerId, setTimeout(close, STANDS_OPEN_MS))
  }
  return { open, swing }
}
