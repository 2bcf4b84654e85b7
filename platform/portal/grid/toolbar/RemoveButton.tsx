import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '#platform/bulk-messages.ts'
import { numberText } from '#platform/define-messages.ts'
import { useIsConnectionLost } from '../../api/connection.ts'
import { type AnyOperation, useChange } from '../../api/queries.ts'
import type { BulkTarget } from '../../bulk/bulk-action.ts'
import { moreThanExpected, startBulk } from '../../bulk/follow.tsx'
import { confirm, messageBox } from '../../feedback/dialogs.tsx'
import { toast } from '../../feedback/toast.tsx'
import { useIdempotencyKey } from '../../form/use-idempotency-key.ts'
import type { GridRemove, Page } from '../grid-types.ts'
import type { Selection } from '../state/use-selection.ts'
import { countText, focusHeading, namesOf, targetOf } from './chosen-rows.ts'

type Props<Row> = {
  remove: GridRemove
  operation: AnyOperation
  selection: Selection<Row>
  page: Page<Row> | undefined
  /** The list's query. */
  matching: object
  rowName: (row: Row) => string
}

/** Deletes the chosen rows after a confirmation, and shows each refused row with its reason. */
export default function RemoveButton<Row>({ remove, operation, selection, page, matching, rowName }: Props<Row>) {
  const { ids, clear } = selection
  const client = useQueryClient()
  const isConnectionLost = useIsConnectionLost()
  const keys = useIdempotencyKey()
  const [isStarting, setStarting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const leave = () => {
    const at = document.activeElement
    if (at === button.current || !at?.closest('main')) focusHeading()
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
      void messageBox({ title: t('BulkNotRemoved').text, body: <ul>{reasons}</ul> })
    },
  })
  const count = countText(selection, page)
  const removeMany = async (many: NonNullable<GridRemove['many']>, target: BulkTarget) => {
    setStarting(true)
    try {
      await startBulk(client, many, target, { keys, label: remove.label, isReportOpen: true })
      leave()
    } catch (error) {
      const more = moreThanExpected(error)
      // Asks again with the number of rows that match by now.
      if (more !== null) void run({ ...target, Expected: more }, numberText(more))
      else toast.failure(error, remove.label)
    } finally {
      setStarting(false)
    }
  }
  const run = async (target: BulkTarget, number: string) => {
    const names = namesOf(selection, rowName)
    const text = names === null ? t('BulkDeleteText', { count: number }) : t('BulkDeleteNamed', { names })
    const yes = await confirm({ title: remove.label, text: text.text, danger: true })
    if (!yes) return
    const work = remove.many ? removeMany(remove.many, target) : change.mutate({ input: ids })
    await toast.during(work, t('BulkDeleting', { count: number }).text)
  }
  return (
    <Button
      ref={button}
      variant="default"
      size="compact-sm"
      loading={change.isPending || isStarting}
      disabled={isConnectionLost}
      onClick={() => run(targetOf(selection, page, matching), count)}
    >
      {remove.label}
    </Button>
  )
}
