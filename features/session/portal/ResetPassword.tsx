import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#platform/portal/api/call.ts'
import { goToHash } from '#platform/portal/navigation/hash.ts'
import type { PublicScreenProps } from '#platform/portal/navigation/screen.ts'
import type { session } from '../contract.ts'
import { t } from '../messages.ts'
import { LINES, MAX_PASSWORD, MIN_PASSWORD } from '../public.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { useFields } from './public-form.ts'

const resetPassword = LINES.resetPassword as unknown as typeof session.resetPassword

type Values = { password: string; confirmed: string }
function whyNot({ password, confirmed }: Values) {
  if (password.length < MIN_PASSWORD) return { field: 'password', message: t('MsgPasswordTooShort') } as const
  if (password.length > MAX_PASSWORD) return { field: 'password', message: t('MsgPasswordTooLong') } as const
  if (password !== confirmed) return { field: 'confirmed', message: t('MsgPasswordsDiffer') } as const
  return null
}

/** Opened by the link of a mail, which contains the account and the token (spec 1 §2). */
export default function ResetPassword({ query }: PublicScreenProps) {
  const { values, field } = useFields<Values>(() => ({ password: '', confirmed: '' }))
  const [tried, setTried] = useState(false)
  const problem = whyNot(values)
  const secret = (name: keyof Values) => ({
    ...field(name),
    autoComplete: 'new-password',
    error: tried && problem?.field === name && problem.message.text,
  })
  const ofLink = (name: 'userId' | 'issuedFor' | 'key') => query.get(name) ?? ''
  const input = { UserId: ofLink('userId'), IssuedFor: ofLink('issuedFor'), Token: ofLink('key'), NewPassword: values.password }
  return (
    <PasswordForm
      title={t('TitleResetPassword').text}
      whyNot={() => {
        setTried(true)
        return problem?.message.text
      }}
      send={() => call(resetPassword, { input })}
      failureTitle={t('MsgResetFailed').text}
      onSent={() => goToHash('/login')}
    >
      <PasswordInput label={t('LabelNewPassword').text} autoFocus {...secret('password')} />
      <PasswordInput label={t('LabelConfirmPassword').text} {...secret('confirmed')} />
    </PasswordForm>
  )
}
