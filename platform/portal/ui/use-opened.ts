import { useEffect, useState } from 'react'

/**
 * `opened`, but false at first: a dialog that is mounted closed and then opened moves in the first time too, and knows whom to
 * give the focus back to.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown
}
