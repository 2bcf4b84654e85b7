import { Button } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import { listText } from '#platform/define-messages.ts'
import { type AnyOperation, useChange } from '../../api/queries.ts'
import { confirm, messageBox } from '../../feedback/dialogs.tsx'
import { toast } from '../../feedback/toast.tsx'
import { t } from '../../messages.ts'
import type { GridRemove } from '../grid-types.ts'
import type { Selection } from '../state/use-selection.ts'

/** The confirmation names up to this many rows, and otherwise their number. */
const NAMED = 3

type Props<Row> = {
  remove: GridRemove
  operation: AnyOperation
  selection: Selection<Row>
  rowName: (row: Row) => string
  /** The list's heading, which gets the focus after a deletion, when the button is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Deletes the checked rows after a confirmation, and shows each refused row with its reason. */
export default function RemoveButton<Row>({ remove, operation, selection, rowName, heading }: Props<Row>) {
  const { ids, rows, clear } = selection
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
      void messageBox({ title: t('GridNotRemoved').text, body: <ul>{reasons}</ul> })
    },
  })
  const count = ids.length
  const run = async () => {
    const text = count > NAMED ? t('GridDeleteText', { count }) : t('GridDeleteNamed', { names: listText(rows.map(rowName)) })
    const yes = await confirm({ title: remove.label, text: text.text, danger: true })
    if (yes) await toast.during(change.mutate({ input: ids }), t('GridDeleting', { count }).text)
  }
  return (
    <Button ref={button} variant="default" disabled={count === 0} loading={change.isPending} onClick={run}>
      {remove.label}
    </Button>
  )
}
