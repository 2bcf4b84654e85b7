import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { OutputOf } from '#platform/operation.ts'
import { callLine } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { t as tSession } from '../messages.ts'
import type { secondStep } from '../second-step-contract.ts'
import { t } from '../second-step-messages.ts'
import { SECOND_STEP_LINES } from '../second-step-public.ts'
import { answerOf } from './passkey-sign-in.ts'
import { useFields, useSending } from './public-form.ts'
import { AppSetUp } from './shared/second-step/AppSetUp.tsx'
import { RecoveryCodes } from './shared/second-step/RecoveryCodes.tsx'
import { type LastSignIn, tokensOf } from './sign-in.ts'

type Begun = OutputOf<typeof secondStep.begin>
/** Without a token: other calls wait while the user is asked to sign in again. */
const begin = (Ticket: string) => callLine<typeof secondStep.begin>(SECOND_STEP_LINES.begin, { input: { Ticket }, bearer: '' })

type Props = { ticket: string; reason: string; user: LastSignIn; onSignedIn: () => void; onAgain: () => void }

/** The second step of a sign-in: a code, a recovery code or a passkey; or its set-up. A refused code stays in the field. */
export function SecondStep({ ticket, reason, user, onSignedIn, onAgain }: Props) {
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [refused, setRefused] = useState<string>()
  const { values, field } = useFields(() => ({ code: '' }))
  const { busy, onSubmit } = useSending()
  const failed = useEffectEvent((error: unknown) => {
    void toast.failure(error, tSession('MsgLoginFailed').text)
    onAgain()
  })
  useEffect(() => {
    begin(ticket).then(setBegun, (error: unknown) => failed(error))
  }, [ticket])

  const finish = async (answer: { code: string } | { passkey: string }) => {
    const { recovery_codes } = await tokensOf({ grant_type: 'second_step', ticket, ...answer }, user)
    if (recovery_codes) setCodes(recovery_codes)
    else onSignedIn()
  }
  const submit = onSubmit(async () => {
    setRefused(undefined)
    try {
      await finish({ code: values.code })
    } catch (error) {
      if (error instanceof CallError && error.status === 400) setRefused(error.message)
      return toast.failure(error, tSession('MsgLoginFailed').text)
    }
  })
  const withPasskey = async (options: Record<string, unknown>) => {
    try {
      await finish({ passkey: await answerOf(options) })
    } catch (error) {
      await toast.failure(error, t('MsgPasskeyFailed').text)
      // A challenge is answered once.
      setBegun(await begin(ticket).catch(() => begun))
    }
  }

  if (codes)
    return (
      <Stack gap="md">
        <RecoveryCodes codes={codes} onKept={onSignedIn} />
      </Stack>
    )
  if (!begun) return <Text role="status">{reason}</Text>
  const { SetUp, Passkey, HasApp } = begun
  return (
    <form onSubmit={submit} aria-label={t('TitleSecondStep').text}>
      <Stack gap="md">
        <Text>{reason}</Text>
        {SetUp && <AppSetUp setUp={SetUp} />}
        {Passkey && (
          <Button onClick={() => withPasskey(Passkey)} fullWidth>
            {tSession('WordUsePasskey').text}
          </Button>
        )}
        <TextInput
          label={t('LabelCode').text}
          description={SetUp ? undefined : t(HasApp ? 'HelpCode' : 'HelpRecoveryOnly').text}
          {...field('code')}
          error={refused}
          autoComplete="one-time-code"
          autoFocus
          spellCheck={false}
        />
        <Button type="submit" variant={Passkey ? 'default' : 'filled'} loading={busy} fullWidth>
          {t('WordVerify').text}
        </Button>
        <Anchor component="button" type="button" onClick={onAgain} ta="center">
          {t('WordStartAgain').text}
        </Anchor>
      </Stack>
    </form>
  )
}
