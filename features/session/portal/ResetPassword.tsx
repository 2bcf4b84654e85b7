import { Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { callLine } from '#platform/portal/api/call.ts'
import { goToHash } from '#platform/portal/navigation/hash.ts'
import type { PublicScreenProps } from '#platform/portal/navigation/screen.ts'
import type { session } from '../contract.ts'
import { t } from '../messages.ts'
import { LINES, RESET_TOKEN } from '../public.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { useNewPassword } from './shared/new-password.tsx'
import { rememberSignIn } from './sign-in.ts'

/** Opened by the link of a mail, which contains the account, its names and the token (spec 1 §2). */
export default function ResetPassword(props: PublicScreenProps) {
  return <NewPassword {...props} title={t('TitleResetPassword').text} />
}

/** Opened by the link of an invitation: the user has no password yet. */
export const ChoosePassword = (props: PublicScreenProps) => (
  <NewPassword {...props} title={t('TitleChoosePassword').text} button={t('WordChoosePassword').text} />
)

type Props = PublicScreenProps & Pick<ComponentProps<typeof PasswordForm>, 'title' | 'button'>

function NewPassword({ query, ...words }: Props) {
  const ofLink = (name: 'userId' | 'issuedFor' | 'email' | 'key') => query.get(name) ?? ''
  const account = { organisation: ofLink('issuedFor'), userName: ofLink('email') }
  const { password, whyNot, inputs } = useNewPassword([...query.getAll('name'), account.organisation, account.userName])
  const input = {
    UserId: ofLink('userId'),
    IssuedFor: ofLink('issuedFor'),
    Token: ofLink('key'),
    NewPassword: password,
    TokenType: RESET_TOKEN,
  }
  return (
    <PasswordForm
      {...words}
      whyNot={whyNot}
      send={() => callLine<typeof session.resetPassword>(LINES.resetPassword, { input })}
      failureTitle={t('MsgResetFailed').text}
      onSent={() => {
        // The form of the sign-in has both then.
        if (account.userName) rememberSignIn(account)
        goToHash('/login')
      }}
    >
      {account.userName && <Text>{t('HelpNewPasswordFor', account).text}</Text>}
      {inputs}
    </PasswordForm>
  )
}
