import { useEffect } from 'react'

/** Gives the focus back to what had it, when a dialog goes that is there only while it is open. */
export function useFocusBack() {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      // By now the dialog is gone, and with it whatever in it had the focus.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}
