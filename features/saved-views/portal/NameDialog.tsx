import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { t as label } from '#platform/labels.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { MAX_VIEW_NAME } from '../contract.ts'
import { t } from '../messages.ts'

type Props = { title: string; name: string; isSaving: boolean; save: (name: string) => void; close: () => void }

/** Asks for the name of a view. It stays open, with what was typed, until the view is saved. */
export function NameDialog({ title, name, isSaving, save, close }: Props) {
  const [typed, setTyped] = useState(name)
  const [isMissing, setMissing] = useState(false)
  const isConnectionLost = useIsConnectionLost()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(typed.trim() === '')
    if (typed.trim() !== '') save(typed.trim())
  }
  return (
    <Modal opened onClose={close} title={title} withCloseButton={false} centered>
      <form onSubmit={submit}>
        <Stack gap={16}>
          <TextInput
            data-autofocus
            label={label('LabelName').text}
            required
            maxLength={MAX_VIEW_NAME}
            value={typed}
            error={isMissing && t('MsgViewNameEmpty').text}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {tPortal('WordCancel').text}
            </Button>
            <Button type="submit" loading={isSaving} disabled={isConnectionLost}>
              {tPortal('WordSave').text}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
