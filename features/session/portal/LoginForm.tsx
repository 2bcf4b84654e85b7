import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type ReactNode, use, useState } from 'react'
import { CallError, textsOf } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { loadTexts } from '#platform/portal/session/language.ts'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { t } from '../messages.ts'
import { AFTER_PASSWORD } from '../public.ts'
import { useFields, useSending } from './public-form.ts'
import { OtherSignIn } from './shared/other-sign-in.ts'
import { type LastSignIn, lastSignIn, rememberSignIn, renew, signIn } from './sign-in.ts'

const AfterPassword = lazyComponent(async () => {
  await loadTexts(['SessionPasswords', 'SecondStep'])
  return import('./AfterPassword.tsx')
})

type Props = {
  onSignedIn: () => void
  /** Signing in again in place: as the same person, who then finds everything as it was. */
  fixed?: boolean
  /** Set when a signed-in user confirms the identity: the form is filled with it, and the provider asks again. */
  confirms?: LastSignIn | undefined
  children?: ReactNode
}

/** Organisation, e-mail and password (spec 1 §2). The input stays after a refusal. */
export function LoginForm({ onSignedIn, fixed = false, confirms, children }: Props) {
  const { values, field } = useFields(() => ({ ...(confirms ?? lastSignIn()), password: '' }))
  const { busy, onSubmit } = useSending()
  const Other = use(OtherSignIn)
  const [refused, setRefused] = useState(false)
  const [open, setOpen] = useState<CallError>()
  const knows = values.organisation !== '' && values.userName !== ''
  const [startsAtPassword] = useState(knows)

  const who = {
    readOnly: fixed,
    variant: fixed ? 'filled' : 'default',
    autoCapitalize: 'none',
    spellCheck: false,
  }

  const submit = onSubmit(async () => {
    setRefused(false)
    try {
      await signIn(values)
      onSignedIn()
    } catch (error) {
      if (error instanceof CallError && AFTER_PASSWORD.includes(error.code)) {
        setOpen(error)
        return
      }
      // A busy server has not looked at the password.
      setRefused(error instanceof CallError && error.status === 400)
      const { message, title } = textsOf(error, t('MsgLoginFailed').text, t('MsgCheckUserName').text)
      return toast.error(message, { title })
    }
  })

  const withPasskey = () => import('./passkey-sign-in.ts').then((code) => code.signInWithPasskey(values, onSignedIn))

  if (open) return <AfterPassword refusal={open} user={values} onSignedIn={onSignedIn} onAgain={() => setOpen(undefined)} />
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextInput
          label={t('LabelOrganisation').text}
          {...field('organisation')}
          {...who}
          autoComplete="organization"
          autoFocus={!startsAtPassword}
        />
        <TextInput label={t('LabelEmail').text} {...field('userName')} {...who} inputMode="email" autoComplete="username" />
        <PasswordInput
          label={t('LabelPassword').text}
          {...field('password')}
          error={refused}
          autoComplete="current-password"
          autoFocus={startsAtPassword}
          data-autofocus={startsAtPassword || undefined}
        />
        <Button type="submit" loading={busy} fullWidth>
          {t('WordLogin').text}
        </Button>
        {(!fixed || confirms) && (
          <Button variant="default" onClick={withPasskey} fullWidth>
            {t('WordUsePasskey').text}
          </Button>
        )}
        <Other
          fixed={fixed}
          again={confirms !== undefined}
          user={values}
          onLeave={rememberSignIn}
          renew={renew}
          onSignedIn={onSignedIn}
        />
        {children}
      </Stack>
    </form>
  )
}
