import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsConnectionLost } from '../api/connection.ts'
import { toast } from '../feedback/toast.tsx'
import { useIdempotencyKey } from '../form/use-idempotency-key.ts'
import { useMay } from '../session/viewer.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { loadCode } from '../ui/load-code.ts'
import type { PortalBulkAction } from './bulk-action.ts'

const BulkDialog = lazyComponent(() => import('./BulkDialog.tsx'))

type Props = {
  action: PortalBulkAction
  id: string
  name: string
  /** False for what can be undone and needs no values: it is done at once. */
  asks?: boolean
}

/** A bulk action for one record, on its page: the same question, report and undo as in the list. */
export function RecordBulkButton({ action, id, name, asks = true }: Props) {
  const client = useQueryClient()
  const keys = useIdempotencyKey()
  const [isOpen, setOpen] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const isConnectionLost = useIsConnectionLost()
  const close = () => setOpen(false)
  if (!useMay(action.permission)) return null
  const run = async () => {
    setRunning(true)
    try {
      const { startBulk } = await loadCode(() => import('./follow.tsx'))
      await startBulk(client, action.operation, { Ids: [id] }, { keys, label: action.label })
    } catch (error) {
      toast.failure(error, action.failure ?? action.label)
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      <Button variant="default" loading={isRunning} disabled={isConnectionLost} onClick={() => (asks ? setOpen(true) : run())}>
        {action.label}
      </Button>
      {isOpen && <BulkDialog action={action} target={{ Ids: [id] }} who={name} onClose={close} onDone={close} />}
    </>
  )
}
