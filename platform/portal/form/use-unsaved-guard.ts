import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { confirm } from '../feedback/dialogs.tsx'
import { t } from '../messages.ts'

/**
 * Asks for confirmation before a screen with unsaved content is left, and makes the browser ask when the tab closes. Navigation
 * `during` a save waits for it: after a success it continues, after a refusal the user is asked. `lift` allows navigation after
 * a save; it returns false when a navigation is already under way.
 */
export function useUnsavedGuard(unsaved: boolean) {
  const [guard] = useState(createGuard)
  useEffect(() => guard.note(unsaved), [guard, unsaved])
  useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      guard.blocks(action !== 'PUSH' && action !== 'REPLACE', current.pathname === next.pathname),
    enableBeforeUnload: () => guard.isShut(),
  })
  return guard
}

function createGuard() {
  let unsaved = false
  let lifted = false
  let saving: Promise<unknown> | null = null
  let waiting = 0
  let steps = 0
  const isShut = () => unsaved && !lifted
  return {
    isShut,
    note: (isUnsaved: boolean) => {
      unsaved = isUnsaved
      if (!unsaved) lifted = false
    },
    /** Whether a navigation is blocked; `isStep` for a step through the history. */
    blocks: async (isStep: boolean, isSameScreen: boolean): Promise<boolean> => {
      if (isStep) steps++
      if (isSameScreen) return false
      const step = steps
      waiting++
      await saving
      waiting--
      const stays = isShut() && !(await mayLeave())
      // The next history step counts from the current screen: answering more than one would go back too far.
      return step === steps ? stays : new Promise(() => {})
    },
    during: async <T>(save: () => Promise<T>): Promise<T> => {
      const underWay = save()
      saving = underWay.catch(() => {})
      return underWay.finally(() => {
        saving = null
      })
    },
    lift: (): boolean => {
      lifted = true
      return waiting === 0
    },
  }
}

/** Asks whether unsaved content may be lost. */
export const mayLeave = () =>
  confirm({
    title: t('FormLeaveTitle').text,
    text: t('FormLeaveText').text,
    yes: t('FormLeave').text,
    no: t('FormStay').text,
    danger: true,
  })
