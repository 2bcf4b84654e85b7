import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../session/viewer.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { PortalBulkAction } from './bulk-action.ts'

const BulkDialog = lazyComponent(() => import('./BulkDialog.tsx'))

/** A bulk action for one record, on its page: the same question, report and undo as in the list. */
export function RecordBulkButton({ action, id, name }: { action: PortalBulkAction; id: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!useMay(action.permission)) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {action.label}
      </Button>
      {isOpen && <BulkDialog action={action} target={{ Ids: [id] }} who={name} onClose={close} onDone={close} />}
    </>
  )
}
