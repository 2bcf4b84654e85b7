import { useState } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { createStore, useStore } from '../ui/store.ts'
import type { Box, Confirm, Dialog, OpenDialog } from './DialogWindow.tsx'

const DialogWindow = lazyComponent(() => import('./DialogWindow.tsx'))

const store = createStore<OpenDialog | null>(null)

/** Takes the question or message away that stands open; a question counts as cancelled. */
export const closeDialog = () => store.read()?.answer(false)

function ask(dialog: Dialog): Promise<boolean> {
  closeDialog()
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      store.write(null)
      resolve(yes)
    }
    store.write({ dialog, answer })
  })
}

/** Yes/Cancel (spec 1 §2): Enter confirms, Esc cancels. */
export const confirm = (dialog: Confirm) => ask({ kind: 'confirm', ...dialog })
/** Header, body, Close (spec 1 §2). */
export const messageBox = (box: Box) => ask({ kind: 'box', ...box })

/** Where the dialogs appear; stands once in the signed-in part. The window is fetched with the first question. */
export function Dialogs() {
  const asked = useStore(store)
  const [last, setLast] = useState<OpenDialog | null>(null)
  if (asked && asked !== last) setLast(asked)
  const shown = asked ?? last
  return shown && <DialogWindow {...shown} opened={asked !== null} />
}
