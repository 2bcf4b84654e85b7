import { Anchor, Button, Paper, PasswordInput, Stack, Title } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { call } from '#platform/portal/call.ts'
import { goToHash } from '#platform/portal/hash.ts'
import type { PublicScreenProps } from '#platform/portal/screen.ts'
import { toast } from '#platform/portal/toast.tsx'
import type { session } from '../contract.ts'
import { say } from '../messages.ts'
import { LINES, MAX_PASSWORD, MIN_PASSWORD } from '../public.ts'

const resetPassword = LINES.resetPassword as unknown as typeof session.resetPassword

function whyNot(password: string, confirmed: string) {
  if (password.length < MIN_PASSWORD) return { field: 'password', said: say('MsgPasswordTooShort') } as const
  if (password.length > MAX_PASSWORD) return { field: 'password', said: say('MsgPasswordTooLong') } as const
  if (password !== confirmed) return { field: 'confirmed', said: say('MsgPasswordsDiffer') } as const
  return null
}

/** Opened by the link of a mail, which carries whose password it is and the proof (spec 1 §2). */
export default function ResetPassword({ query }: PublicScreenProps) {
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const problem = tried ? whyNot(password, confirmed) : null
  const errorOf = (field: 'password' | 'confirmed') => problem?.field === field && problem.said.text

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const refusal = whyNot(password, confirmed)
    if (refusal) return void toast.error(refusal.said.text)
    setBusy(true)
    try {
      const [UserId, IssuedFor, Token] = ['userId', 'issuedFor', 'key'].map((name) => query.get(name) ?? '') as [
        string,
        string,
        string,
      ]
      const reply = await call(resetPassword, { input: { UserId, IssuedFor, Token, NewPassword: password } })
      toast.success(reply.Message)
      goToHash('/login')
    } catch (error) {
      toast.failure(error, say('MsgResetFailed').text)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Paper p={24} withBorder>
      <Title order={1} mb={16}>
        {say('TitleResetPassword').text}
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <PasswordInput
            label={say('LabelNewPassword').text}
            required
            autoFocus
            autoComplete="new-password"
            value={password}
            error={errorOf('password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <PasswordInput
            label={say('LabelConfirmPassword').text}
            required
            autoComplete="new-password"
            value={confirmed}
            error={errorOf('confirmed')}
            onChange={(event) => setConfirmed(event.currentTarget.value)}
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
