import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { type AnyOperation, useChange } from '../../api/queries.ts'
import { startBulk } from '../../bulk/follow.tsx'
import { confirm, messageBox } from '../../feedback/dialogs.tsx'
import { toast } from '../../feedback/toast.tsx'
import { t } from '../../messages.ts'
import type { GridRemove, Page } from '../grid-types.ts'
import type { Selection } from '../state/use-selection.ts'
import { countText, namesOf, targetOf } from './BulkContent.tsx'

type Props<Row> = {
  remove: GridRemove
  operation: AnyOperation
  selection: Selection<Row>
  page: Page<Row> | undefined
  /** The list's query. */
  matching: object
  rowName: (row: Row) => string
  /** The list's heading, which gets the focus after a deletion, when the button is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Deletes the chosen rows after a confirmation, and shows each refused row with its reason. */
export default function RemoveButton<Row>({ remove, operation, selection, page, matching, rowName, heading }: Props<Row>) {
  const { ids, clear } = selection
  const client = useQueryClient()
  const [isStarting, setStarting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const leave = () => {
    const at = document.activeElement
    if (at === button.current || !at?.closest('main')) heading.current?.focus()
    clear()
  }
  const change = useChange(remove.operation, {
    refreshes: [operation],
    title: remove.label,
    onDone: (reply) => {
      leave()
      if (reply.Removed.length > 0) toast.success(reply.Message)
      if (reply.Refused.length === 0) return
      const reasons = reply.Refused.map(({ Id, Reason }) => <li key={Id}>{Reason}</li>)
      void messageBox({ title: t('GridNotRemoved').text, body: <ul>{reasons}</ul> })
    },
  })
  const count = countText(selection, page)
  const removeMany = async (many: NonNullable<GridRemove['many']>) => {
    setStarting(true)
    try {
      await startBulk(client, many, targetOf(selection, matching), { label: remove.label, isReportOpen: true })
      leave()
    } catch (error) {
      toast.failure(error, remove.label)
    } finally {
      setStarting(false)
    }
  }
  const run = async () => {
    const names = namesOf(selection, rowName)
    const text = names === null ? t('GridDeleteText', { count }) : t('GridDeleteNamed', { names })
    const yes = await confirm({ title: remove.label, text: text.text, danger: true })
    if (!yes) return
    const work = remove.many ? removeMany(remove.many) : change.mutate({ input: ids })
    await toast.during(work, t('GridDeleting', { count }).text)
  }
  return (
    <Button ref={button} variant="default" disabled={selection.isEmpty} loading={change.isPending || isStarting} onClick={run}>
      {remove.label}
    </Button>
  )
}
