import { useEffect } from 'react'

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
