import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callLine } from '#platform/portal/api/call.ts'
import type { session } from '../contract.ts'
import { t } from '../messages.ts'
import { CREDENTIALS, LINES } from '../public.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { useFields } from './public-form.ts'
import { lastSignIn } from './sign-in.ts'

/** Requests a link to set a new password. The reply does not reveal whether the account exists. */
export default function ForgotPassword() {
  const { values, field } = useFields(lastSignIn)
  const [sent, setSent] = useState('')
  const input = {
    OrganisationSystemName: values.organisation.trim(),
    UserName: values.userName.trim(),
    UserCredentialType: CREDENTIALS.user,
  }
  return (
    <PasswordForm
      title={t('TitleForgotPassword').text}
      send={() => callLine<typeof session.forgotPassword>(LINES.forgotPassword, { input })}
      onSent={setSent}
      failureTitle={t('MsgForgotFailed').text}
    >
      <Text c="dimmed">{sent || t('HelpForgotPassword').text}</Text>
      <TextInput
        label={t('LabelOrganisation').text}
        {...field('organisation')}
        autoCapitalize="none"
        autoComplete="organization"
      />
      <TextInput label={t('LabelUserName').text} {...field('userName')} autoCapitalize="none" autoComplete="username" />
    </PasswordForm>
  )
}
