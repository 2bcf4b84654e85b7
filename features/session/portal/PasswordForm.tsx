import { Anchor, Button, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { t } from '../messages.ts'
import { useSending } from './public-form.ts'

type Props = {
  title: string
  /** The text of the button; 'Reset Password' by default. */
  button?: string
  /** The reason not to send, in place of the browser's own messages. */
  whyNot?: () => Promise<string | undefined>
  /** Calls the server; throws its refusal. */
  send: () => Promise<{ Message: string }>
  failureTitle: string
  onSent: (message: string) => void
  children: ReactNode
}

/** The shared part of the forms that request or set a password: the button, the link back, and the result as a notice. */
export function PasswordForm({
  title,
  button = t('WordResetPassword').text,
  whyNot,
  send,
  failureTitle,
  onSent,
  children,
}: Props) {
  const { busy, onSubmit } = useSending()
  const submit = onSubmit(async () => {
    const refusal = await whyNot?.()
    if (refusal) return toast.error(refusal)
    try {
      const { Message } = await send()
      toast.success(Message)
      onSent(Message)
    } catch (error) {
      return toast.failure(error, failureTitle)
    }
  })
  return (
    <Paper p={24} withBorder>
      <Title order={1} mb={16}>
        {title}
      </Title>
      <form onSubmit={submit} noValidate={whyNot !== undefined}>
        <Stack gap={16}>
          {children}
          <Button type="submit" loading={busy} fullWidth>
            {button}
          </Button>
          <Anchor href="#/login" ta="center">
            {t('LinkBackToLogin').text}
          </Anchor>
        </Stack>
      </form>
    </Paper>
  )
}
