import { Button, Group, Modal, Text } from '@mantine/core'
import type { Asked } from './dialogs.tsx'
import { say } from './messages.ts'

/** One question or message over the screen. Its content stays while it fades out. */
export default function DialogWindow({ dialog, answer, opened }: Asked & { opened: boolean }) {
  const isQuestion = dialog.kind === 'confirm'
  return (
    <Modal opened={opened} onClose={() => answer(false)} title={dialog.title} withCloseButton={false} centered>
      <Text component="div" mb="lg">
        {isQuestion ? dialog.text : dialog.body}
      </Text>
      <Group justify="flex-end" gap="sm">
        {isQuestion && (
          <Button variant="default" onClick={() => answer(false)}>
            {dialog.no ?? say('WordCancel').text}
          </Button>
        )}
        <Button data-autofocus color={isQuestion && dialog.danger ? 'red' : undefined} onClick={() => answer(true)}>
          {isQuestion ? (dialog.yes ?? say('WordYes').text) : say('WordClose').text}
        </Button>
      </Group>
    </Modal>
  )
}
