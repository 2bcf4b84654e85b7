import { Button } from '@mantine/core'
import { listText } from '#platform/text.ts'
import { confirm, messageBox } from '../dialogs.tsx'
import { say } from '../messages.ts'
import { type AnyOperation, useChange } from '../queries.ts'
import { toast } from '../toast.tsx'
import type { GridRemove } from './grid-types.ts'
import type { Selection } from './use-selection.ts'

/** So many are named in the question; of more their number is told. */
const NAMED = 3

type Props<Row> = {
  remove: GridRemove
  operation: AnyOperation
  selection: Selection<Row>
  rowName: (row: Row) => string
}

/** Deletes the checked rows after a confirmation; tells of each that was refused, with its reason. */
export function RemoveButton<Row>({ remove, operation, selection, rowName }: Props<Row>) {
  const { ids, rows, clear } = selection
  const change = useChange(remove.operation, { refreshes: [operation], title: remove.label })
  const count = ids.length
  const run = async () => {
    const text = count > NAMED ? say('GridDeleteText', { count }) : say('GridDeleteNamed', { names: listText(rows.map(rowName)) })
    const yes = await confirm({ title: remove.label, text: text.text, danger: true })
    if (!yes) return
    const removing = change.mutateAsync({ input: ids }).catch(() => null)
    const reply = await toast.during(removing, say('GridDeleting', { count }).text)
    if (!reply) return
    clear()
    if (reply.Removed.length > 0) toast.success(reply.Message)
    if (reply.Refused.length > 0) {
      const reasons = reply.Refused.map(({ Id, Reason }) => <li key={Id}>{Reason}</li>)
      await messageBox({ title: say('GridNotRemoved').text, body: <ul>{reasons}</ul> })
    }
  }
  return (
    <Button variant="default" disabled={count === 0} loading={change.isPending} onClick={run}>
      {remove.label}
    </Button>
  )
}
