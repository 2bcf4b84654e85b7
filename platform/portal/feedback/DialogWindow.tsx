import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t as tPages } from '#platform/page-messages.ts'
import { t } from '../messages.ts'
import { useOpened } from '../ui/use-dialog.ts'

export type Confirm = { title: string; text: ReactNode; yes?: string; no?: string; danger?: boolean }
export type Box = { title: string; body: ReactNode }
export type Dialog = ({ kind: 'confirm' } & Confirm) | ({ kind: 'box' } & Box)
export type OpenDialog = { dialog: Dialog; answer: (yes: boolean) => void }

/** A question or message over the screen. Keeps its content while it fades out. */
export default function DialogWindow({ dialog, answer, opened }: OpenDialog & { opened: boolean }) {
  const shown = useOpened(opened)
  const isQuestion = dialog.kind === 'confirm'
  return (
    <Modal opened={shown} onClose={() => answer(false)} title={dialog.title} withCloseButton={false} centered>
      <Text component="div" mb="lg">
        {isQuestion ? dialog.text : dialog.body}
      </Text>
      <Group justify="flex-end" gap="sm">
        {isQuestion && (
          <Button variant="default" onClick={() => answer(false)}>
            {dialog.no ?? t('WordCancel').text}
          </Button>
        )}
        <Button data-autofocus color={isQuestion && dialog.danger ? 'red' : undefined} onClick={() => answer(true)}>
          {isQuestion ? (dialog.yes ?? tPages('WordYes').text) : t('WordClose').text}
        </Button>
      </Group>
    </Modal>
  )
}
