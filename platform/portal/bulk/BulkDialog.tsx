import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { numberText } from '#platform/define-messages.ts'
import { wasShown } from '../api/call.ts'
import { CallError, textsOf } from '../api/call-error.ts'
import { useIsConnectionLost } from '../api/connection.ts'
import { useIdempotencyKey } from '../form/use-idempotency-key.ts'
import { t as tPortal } from '../messages.ts'
import { useOpened } from '../ui/use-dialog.ts'
import type { BulkTarget, PortalBulkAction } from './bulk-action.ts'
import { moreThanExpected, startBulk } from './follow.tsx'

type Props = {
  action: PortalBulkAction
  target: BulkTarget
  /** The names of a few rows, or their number in words. */
  who: string
  onClose: () => void
  /** The action has been started or done. */
  onDone: () => void
}

/**
 * Asks before a bulk action, with its consequences and its values. A refusal is shown here, and the values stay. When more rows match
 * than were confirmed, it asks again with their number.
 */
export default function BulkDialog({ action, target, who, onClose, onDone }: Props) {
  const client = useQueryClient()
  const keys = useIdempotencyKey()
  const [values, setValues] = useState(action.values ?? {})
  const [error, setError] = useState<{ field: string | undefined; title: string; message: string } | null>(null)
  const [more, setMore] = useState<number | null>(null)
  const [isRunning, setRunning] = useState(false)
  const opened = useOpened(true)
  const isConnectionLost = useIsConnectionLost()
  const run = async () => {
    setRunning(true)
    setError(null)
    try {
      await startBulk(client, action.operation, more === null ? target : { ...target, Expected: more }, {
        keys,
        values,
        label: action.label,
        failure: action.failure,
      })
      onDone()
    } catch (failure) {
      if (wasShown(failure)) return onClose()
      const count = moreThanExpected(failure)
      if (count !== null) setMore(count)
      const field = failure instanceof CallError ? failure.field : undefined
      const title = count === null ? (action.failure ?? '') : ''
      setError({ field, ...textsOf(failure, title) })
      setRunning(false)
    }
  }
  const { Fields } = action
  return (
    <Modal opened={opened} onClose={onClose} title={action.label} withCloseButton={false} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog may be inside the form of a record.
          event.stopPropagation()
          if (!isRunning) void run()
        }}
      >
        <Stack>
          <Text>{action.text(more === null ? who : action.many(numberText(more)))}</Text>
          {Fields && <Fields values={values} set={(change) => setValues({ ...values, ...change })} error={error} />}
          {error && !(Fields && error.field) && (
            <Text role="alert" c="var(--stop)">
              {error.title && <strong>{error.title}</strong>} {error.message}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {tPortal('WordCancel').text}
            </Button>
            <Button
              type="submit"
              data-autofocus={!Fields || undefined}
              color={action.isDangerous ? 'red' : undefined}
              loading={isRunning}
              disabled={isConnectionLost}
            >
              {action.label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
