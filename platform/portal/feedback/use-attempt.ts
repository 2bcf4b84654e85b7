import { useRef, useState } from 'react'

/** Removes a notice. */
type RemoveNotice = () => void
/** An action; after a failure it returns the function that removes the notice of it. */
type Work = () => Promise<RemoveNotice | undefined>

/** Longest time between the clicks of a double click, in ms. */
export const DOUBLE_CLICK_MS = 500
/** Whether a click `at` is the second of a double click whose first was `before`; both times of `performance.now()`. */
export const isSecondClick = (before: number | undefined, at: number): boolean =>
  before !== undefined && at - before < DOUBLE_CLICK_MS

/**
 * The action of a button or a form. While it runs another press does nothing, and the second click of a double click does not
 * repeat `what` the first did. The next attempt removes the notice of a failure, so that it is never shown beside a success.
 */
export function useAttempt() {
  const [isUnderWay, setUnderWay] = useState(false)
  const last = useRef<{ isUnderWay: boolean; what?: string; at: number; removeNotice?: RemoveNotice | undefined }>({
    isUnderWay: false,
    at: 0,
  })
  const attempt = async (work: Work, what?: string) => {
    const before = last.current
    const at = performance.now()
    if (before.isUnderWay || (what && what === before.what && isSecondClick(before.at, at))) return
    before.removeNotice?.()
    last.current = { isUnderWay: true, at }
    setUnderWay(true)
    try {
      const removeNotice = await work()
      last.current = { isUnderWay: false, at, removeNotice, ...(what && !removeNotice && { what }) }
    } finally {
      last.current.isUnderWay = false
      setUnderWay(false)
    }
  }
  return { isUnderWay, attempt }
}
