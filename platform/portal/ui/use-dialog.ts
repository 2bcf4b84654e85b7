import { useEffect, useState } from 'react'

/** Returns the focus when a dialog that is mounted only while open is unmounted. */
export function useFocusBack() {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      // The dialog and its focused element have been removed by now.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}

/**
 * `opened`, but false on the first render: a dialog that is mounted closed and then opened animates the first time too, and can
 * return the focus.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown
}
