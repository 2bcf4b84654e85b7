import { useState } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { createStore, useStore } from '../ui/store.ts'
import type { Box, Confirm, Dialog, OpenDialog } from './DialogWindow.tsx'

const DialogWindow = lazyComponent(() => import('./DialogWindow.tsx'))

const store = createStore<OpenDialog | null>(null)

/** Closes the open dialog; a question is cancelled. */
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

/** The container of the dialogs, once in the signed-in part. The window is fetched with the first dialog. */
export function Dialogs() {
  const open = useStore(store)
  const [last, setLast] = useState<OpenDialog | null>(null)
  if (open && open !== last) setLast(open)
  const shown = open ?? last
  return shown && <DialogWindow {...shown} opened={open !== null} />
}
