import { useState } from 'react'
import type { Asked, Box, Confirm, Dialog } from './DialogWindow.tsx'
import { later } from './later.tsx'
import { createSpot, useSpot } from './spot.ts'

const DialogWindow = later(() => import('./DialogWindow.tsx'))

const spot = createSpot<Asked | null>(null)

/** Takes the question or message away that stands open; a question counts as cancelled. */
export const closeDialog = () => spot.read()?.answer(false)

function ask(dialog: Dialog): Promise<boolean> {
  closeDialog()
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      spot.write(null)
      resolve(yes)
    }
    spot.write({ dialog, answer })
  })
}

/** Yes/Cancel (spec 1 §2): Enter confirms, Esc cancels. */
export const confirm = (dialog: Confirm) => ask({ kind: 'confirm', ...dialog })
/** Header, body, Close (spec 1 §2). */
export const messageBox = (box: Box) => ask({ kind: 'box', ...box })

/** Where the dialogs appear; stands once in the signed-in part. The window is fetched with the first question. */
export function Dialogs() {
  const asked = useSpot(spot)
  const [last, setLast] = useState<Asked | null>(null)
  if (asked && asked !== last) setLast(asked)
  const shown = asked ?? last
  return shown && <DialogWindow {...shown} opened={asked !== null} />
}
