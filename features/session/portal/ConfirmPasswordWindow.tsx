import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SIGN_IN_REQUIRED } from '#platform/messages.ts'
import { call } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { t as tPortal } from '#platform/portal/messages.ts'
import { useFocusBack } from '#platform/portal/ui/use-dialog.ts'
import { confirmation } from '../confirm-contract.ts'
import { t as tConfirm } from '../confirm-messages.ts'
import { t } from '../messages.ts'
import { useFields, useSending } from './public-form.ts'
import { lastSignIn } from './sign-in.ts'

type Props = {
  reason: string
  answer: (isConfirmed: boolean) => void
  /** For users with a second step: the password is not sufficient. */
  signInAgain: (reason: string) => Promise<boolean>
}

/** The password of the signed-in user once more. A wrong one stays in the field, marked. */
export default function ConfirmPasswordWindow({ reason, answer, signInAgain }: Props) {
  useFocusBack()
  const { values, field } = useFields(() => ({ password: '' }))
  const { busy, onSubmit } = useSending()
  const [refused, setRefused] = useState<string | null>(null)

  const submit = onSubmit(async () => {
    setRefused(null)
    try {
      await call(confirmation.confirm, { input: { Password: values.password } })
      answer(true)
    } catch (error) {
      if (error instanceof CallError && error.code === SIGN_IN_REQUIRED) {
        answer(await signInAgain(error.message))
        return
      }
      if (!(error instanceof CallError) || error.field !== 'Password') return toast.failure(error)
      setRefused(error.message)
    }
  })

  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={tConfirm('TitleConfirmPassword').text}
      closeButtonProps={{ 'aria-label': tPortal('WordClose').text }}
      closeOnClickOutside={false}
      zIndex={300}
      centered
    >
      <form onSubmit={submit}>
        <Stack gap={16}>
          <Text>{reason}</Text>
          <TextInput
            label={t('LabelEmail').text}
            value={lastSignIn().userName}
            readOnly
            variant="filled"
            autoComplete="username"
          />
          <PasswordInput
            label={t('LabelPassword').text}
            {...field('password')}
            error={refused}
            autoComplete="current-password"
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => answer(false)}>
              {tPortal('WordCancel').text}
            </Button>
            <Button type="submit" loading={busy}>
              {tConfirm('WordContinue').text}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
