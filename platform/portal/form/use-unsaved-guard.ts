import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { confirm } from '../feedback/dialogs.tsx'
import { t } from '../messages.ts'

/**
 * Asks before a screen with unsaved content is left, and lets the browser ask when the tab closes. Whoever leaves `during` a
 * save waits for it: what was saved is left as it was asked for, about what was refused they are asked. `lift` opens the way
 * after a save, and tells whether nobody is on it already.
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
    /** Whether a way is shut to whoever wants to go it; `isStep` when it is one back or forth through the history. */
    blocks: async (isStep: boolean, isSameScreen: boolean): Promise<boolean> => {
      if (isStep) steps++
      if (isSameScreen) return false
      const step = steps
      waiting++
      await saving
      waiting--
      const stays = isShut() && !(await mayLeave())
      // The next step counts from where one still is: it alone is answered, or one would be taken back too far.
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

const mayLeave = () =>
  confirm({
    title: t('FormLeaveTitle').text,
    text: t('FormLeaveText').text,
    yes: t('FormLeave').text,
    no: t('FormStay').text,
    danger: true,
  })
