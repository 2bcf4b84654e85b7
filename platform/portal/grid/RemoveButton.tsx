import { Button } from '@mantine/core'
import { confirm, messageBox } from '../dialogs.tsx'
import { say } from '../messages.ts'
import { type AnyOperation, useChange } from '../queries.ts'
import { toast } from '../toast.tsx'
import type { GridRemove } from './grid-types.ts'

type Props = { remove: GridRemove; operation: AnyOperation; ids: string[]; clear: () => void }

/** Deletes the checked rows after a confirmation; tells of each that was refused, with its reason. */
export function RemoveButton({ remove, operation, ids, clear }: Props) {
  const change = useChange(remove.operation, { refreshes: [operation], title: remove.label })
  const count = ids.length
  const run = async () => {
    const yes = await confirm({ title: remove.label, text: say('GridDeleteText', { count }).text, danger: true })
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
