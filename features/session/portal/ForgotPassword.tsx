import { Anchor, Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { call } from '#platform/portal/call.ts'
import { toast } from '#platform/portal/toast.tsx'
import type { session } from '../contract.ts'
import { say } from '../messages.ts'
import { LINES } from '../public.ts'
import { lastSignIn } from './sign-in.ts'

const forgotPassword = LINES.forgotPassword as unknown as typeof session.forgotPassword

/** Asks for a link to set a new password. The answer never tells whether there is such an account. */
export default function ForgotPassword() {
  const [values, setValues] = useState(lastSignIn)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState('')

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    try {
      const reply = await call(forgotPassword, {
        input: { OrganisationSystemName: values.organisation.trim(), UserName: values.userName.trim() },
      })
      setSent(reply.Message)
      toast.success(reply.Message)
    } catch (error) {
      toast.failure(error, say('MsgForgotFailed').text)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Paper p={24} withBorder>
      <Title order={1} mb={8}>
        {say('TitleForgotPassword').text}
      </Title>
      <form onSubmit={submit}>
        <Stack gap={16}>
          <Text c="dimmed">{sent || say('HelpForgotPassword').text}</Text>
          <TextInput
            label={say('LabelOrganisation').text}
            required
            autoCapitalize="none"
            autoComplete="organization"
            value={values.organisation}
            onChange={(event) => setValues({ ...values, organisation: event.currentTarget.value })}
          />
          <TextInput
            label={say('LabelUserName').text}
            required
            autoCapitalize="none"
            autoComplete="username"
            value={values.userName}
            onChange={(event) => setValues({ ...values, userName: event.currentTarget.value })}
          />
          <Button type="submit" loading={busy} fullWidth>
            {say('WordResetPassword').text}
          </Button>
          <Anchor href="#/login" ta="center">
            {say('LinkBackToLogin').text}
          </Anchor>
        </Stack>
      </form>
    </Paper>
  )
}
