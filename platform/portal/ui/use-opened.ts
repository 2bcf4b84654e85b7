import { useEffect, useState } from 'react'

/**
 * `opened`, but false on the first render: a dialog that is mounted closed and then opened animates the first time too, and can
 * return the focus.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown
}
