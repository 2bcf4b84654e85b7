import { Button } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import { confirm, messageBox } from '../dialogs.tsx'
import { say } from '../messages.ts'
import { type AnyOperation, useChange } from '../queries.ts'
import { toast } from '../toast.tsx'
import type { GridRemove } from './grid-types.ts'

type Props = {
  remove: GridRemove
  operation: AnyOperation
  ids: string[]
  clear: () => void
  /** The list's own, where the keyboard goes on: nothing is checked any more, and the button no longer has the focus. */
  heading: RefObject<HTMLElement | null>
}

/** Deletes the checked rows after a confirmation; tells of each that was refused, with its reason. */
export function RemoveButton({ remove, operation, ids, clear, heading }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const change = useChange(remove.operation, {
    refreshes: [operation],
    title: remove.label,
    onDone: (reply) => {
      const at = document.activeElement
      if (at === button.current || !at?.closest('main')) heading.current?.focus()
      clear()
      if (reply.Removed.length > 0) toast.success(reply.Message)
      if (reply.Refused.length === 0) return
      const reasons = reply.Refused.map(({ Id, Reason }) => <li key={Id}>{Reason}</li>)
      void messageBox({ title: say('GridNotRemoved').text, body: <ul>{reasons}</ul> })
    },
  })
  const count = ids.length
  const run = async () => {
    const yes = await confirm({ title: remove.label, text: say('GridDeleteText', { count }).text, danger: true })
    if (yes) await toast.during(change.mutate({ input: ids }), say('GridDeleting', { count }).text)
  }
  return (
    <Button ref={button} variant="default" disabled={count === 0} loading={change.isPending} onClick={run}>
      {remove.label}
    </Button>
  )
}
