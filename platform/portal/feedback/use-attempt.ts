import { useRef, useState } from 'react'

/** Takes a notice away again. */
type Untell = () => void
/** Does it and gives nothing; when it failed, what takes the notice of that away. */
type Work = () => Promise<Untell | undefined>

/** The second click of a double click comes within this, in ms. */
const DOUBLE_CLICK_MS = 500
/** Whether what is to begin `at` is the second click of a double click, whose first began `before`; both of `performance.now()`. */
export const isSecondClick = (before: number | undefined, at: number): boolean =>
  before !== undefined && at - before < DOUBLE_CLICK_MS

/**
 * What a button or a form does. Pressed again while it is under way it does nothing, nor does the second click of a double
 * click do again `what` was done by the first. The notice of a failure goes with the next try: it never stands beside the
 * success that came after it.
 */
export function useAttempt() {
  const [isUnderWay, setUnderWay] = useState(false)
  const last = useRef<{ isUnderWay: boolean; what?: string; at: number; untell?: Untell | undefined }>({
    isUnderWay: false,
    at: 0,
  })
  const attempt = async (work: Work, what?: string) => {
    const before = last.current
    const at = performance.now()
    if (before.isUnderWay || (what && what === before.what && isSecondClick(before.at, at))) return
    before.untell?.()
    last.current = { isUnderWay: true, at }
    setUnderWay(true)
    try {
      const untell = await work()
      last.current = { isUnderWay: false, at, untell, ...(what && !untell && { what }) }
    } finally {
      last.current.isUnderWay = false
      setUnderWay(false)
    }
  }
  return { isUnderWay, attempt }
}
