import type { ReactNode } from 'react'
import { toast, type Undo } from './toast.tsx'

/** How long the notice of a screen that has been left may still be undone, in ms. */
const UNDO_MS = 10_000

type Lasting = {
  kind: Parameters<typeof toast.lasting>[0]
  title: string
  body: ReactNode
  undo?: Undo | undefined
  /** It ends when one leaves the screen. */
  isOfScreen?: boolean
}
const shown = new Map<string, { close: () => void; leave: () => void }>()

/** Shows a notice that stays until it is closed; the one before of the same topic ends. */
export function lastingNotice(topic: string, { kind, isOfScreen = false, ...more }: Lasting): void {
  endNotice(topic)
  const close = toast.lasting(kind, more)
  const leave = () => {
    if (!isOfScreen) return
    if (more.undo) setTimeout(close, UNDO_MS)
    else close()
  }
  shown.set(topic, { close, leave })
}

/** Ends the notice of a topic, if there is one. */
export function endNotice(topic: string): void {
  shown.get(topic)?.close()
  shown.delete(topic)
}

/** Ends the notices of the screen; those that can be undone soon. */
export function leaveNotices(): void {
  for (const { leave } of shown.values()) leave()
}
