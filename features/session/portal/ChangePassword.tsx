import { Button, Stack, Text } from '@mantine/core'
import { callLine } from '#platform/portal/api/call.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import type { session } from '../contract.ts'
import { t } from '../messages.ts'
import { LINES } from '../public.ts'
import { useSending } from './public-form.ts'
import { useNewPassword } from './shared/new-password.tsx'
import { type LastSignIn, signIn } from './sign-in.ts'

type Props = { user: LastSignIn & { password: string }; onSignedIn: () => void }

/** Replaces a password that somebody else set, and signs in with the new one. */
export default function ChangePassword({ user, onSignedIn }: Props) {
  const { organisation, userName } = user
  const { password, whyNot, inputs } = useNewPassword([organisation, userName])
  const { busy, onSubmit } = useSending()
  const submit = onSubmit(async () => {
    const refusal = await whyNot()
    if (refusal) return toast.error(refusal)
    try {
      const names = { OrganisationSystemName: organisation, UserName: userName }
      // Without a token: other calls wait while the user is asked to sign in again.
      await callLine<typeof session.changePassword>(LINES.changePassword, {
        input: { ...names, Password: user.password, NewPassword: password },
        bearer: '',
      })
      await signIn({ ...user, password })
      onSignedIn()
    } catch (error) {
      return toast.failure(error, t('MsgResetFailed').text)
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <Text>{t('HelpMustChange').text}</Text>
        {inputs}
        <Button type="submit" loading={busy} fullWidth>
          {t('WordResetPassword').text}
        </Button>
      </Stack>
    </form>
  )
}
