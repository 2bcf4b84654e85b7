import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { say } from './messages.ts'

type Confirm = { title: string; text: ReactNode; yes?: string; no?: string; danger?: boolean }
type Box = { title: string; body: ReactNode }
type Open = ({ kind: 'confirm' } & Confirm) | ({ kind: 'box' } & Box)
type Waiting = { open: Open; answer: (yes: boolean) => void }

let waiting: Waiting | null = null
const listeners = new Set<() => void>()
const put = (next: Waiting | null) => {
  waiting = next
  for (const tell of listeners) tell()
}

function ask(open: Open): Promise<boolean> {
  waiting?.answer(false)
  return new Promise((resolve) =>
    put({
      open,
      answer: (yes) => {
        put(null)
        resolve(yes)
      },
    }),
  )
}

/** Yes/Cancel (spec 1 §2): Enter confirms, Esc cancels. */
export const confirm = (dialog: Confirm) => ask({ kind: 'confirm', ...dialog })
/** Header, body, Close (spec 1 §2). */
export const messageBox = (box: Box) => ask({ kind: 'box', ...box })

/** Where the dialogs appear; stands once in the shell. */
export function Dialogs() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
  const [last, setLast] = useState<Waiting | null>(null)
  if (now && now !== last) setLast(now)
  const shown = now ?? last
  if (!shown) return null
  const { open, answer } = shown
  return (
    <Modal opened={now !== null} onClose={() => answer(false)} title={open.title} role="alertdialog" centered>
      <Text component="div" mb="lg">
        {open.kind === 'box' ? open.body : open.text}
      </Text>
      <Group justify="flex-end" gap="sm">
        {open.kind === 'confirm' && (
          <Button variant="default" onClick={() => answer(false)}>
            {open.no ?? say('WordCancel').text}
          </Button>
        )}
        <Button data-autofocus color={open.kind === 'confirm' && open.danger ? 'red' : undefined} onClick={() => answer(true)}>
          {open.kind === 'box' ? say('WordClose').text : (open.yes ?? say('WordYes').text)}
        </Button>
      </Group>
    </Modal>
  )
}
