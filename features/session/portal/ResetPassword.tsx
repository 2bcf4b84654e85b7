import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#platform/portal/api/call.ts'
import { goToHash } from '#platform/portal/navigation/hash.ts'
import type { PublicScreenProps } from '#platform/portal/navigation/screen.ts'
import type { session } from '../contract.ts'
import { t } from '../messages.ts'
import { t as passwords } from '../password-messages.ts'
import { ratePassword } from '../password-policy.ts'
import { LINES, MIN_PASSWORD } from '../public.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { useFields } from './public-form.ts'
import { PasswordStrength } from './shared/PasswordStrength.tsx'
import { lastSignIn } from './sign-in.ts'

const resetPassword = LINES.resetPassword as unknown as typeof session.resetPassword

type Values = { password: string; confirmed: string }
type Problem = { readonly field: keyof Values; readonly text: string }

/** The check of the server, which knows more names. Without the dictionaries the server alone decides. */
async function whyNot({ password, confirmed }: Values, names: readonly string[]): Promise<Problem | null> {
  const { reason } = await ratePassword(password, names).catch(() => ({ reason: null }))
  if (reason) return { field: 'password', text: reason.text }
  return password === confirmed ? null : { field: 'confirmed', text: t('MsgPasswordsDiffer').text }
}

/** Opened by the link of a mail, which contains the account and the token (spec 1 §2). */
export default function ResetPassword({ query }: PublicScreenProps) {
  const { values, field } = useFields<Values>(() => ({ password: '', confirmed: '' }))
  const [problem, setProblem] = useState<(Problem & { values: Values }) | null>(null)
  const secret = (name: keyof Values) => ({
    ...field(name),
    autoComplete: 'new-password',
    // Typing removes the message.
    error: problem?.values === values && problem.field === name && problem.text,
  })
  const ofLink = (name: 'userId' | 'issuedFor' | 'key') => query.get(name) ?? ''
  const last = lastSignIn()
  const names = [ofLink('issuedFor'), last.organisation === ofLink('issuedFor') ? last.userName : '']
  const input = { UserId: ofLink('userId'), IssuedFor: ofLink('issuedFor'), Token: ofLink('key'), NewPassword: values.password }
  return (
    <PasswordForm
      title={t('TitleResetPassword').text}
      whyNot={async () => {
        const found = await whyNot(values, names)
        setProblem(found && { ...found, values })
        return found?.text
      }}
      send={() => call(resetPassword, { input })}
      failureTitle={t('MsgResetFailed').text}
      onSent={() => goToHash('/login')}
    >
      <PasswordInput
        label={t('LabelNewPassword').text}
        description={passwords('HelpNewPassword', { min: MIN_PASSWORD }).text}
        autoFocus
        {...secret('password')}
      />
      <PasswordStrength password={values.password} names={names} />
      <PasswordInput label={t('LabelConfirmPassword').text} {...secret('confirmed')} />
    </PasswordForm>
  )
}
