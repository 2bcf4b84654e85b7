import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { confirm } from '../dialogs.tsx'
import { say } from '../messages.ts'

/**
 * Asks before a screen with unsaved content is left, and lets the browser ask when the tab closes. `lift` opens the way after
 * a save.
 */
export function useUnsavedGuard(unsaved: boolean) {
  const lifted = useRef(false)
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!unsaved || lifted.current || current.pathname === next.pathname) return false
      const leaves = await confirm({
        title: say('FormLeaveTitle').text,
        text: say('FormLeaveText').text,
        yes: say('FormLeave').text,
        no: say('FormStay').text,
        danger: true,
      })
      return !leaves
    },
    enableBeforeUnload: () => unsaved && !lifted.current,
  })
  return {
    lift: () => {
      lifted.current = true
    },
  }
}
