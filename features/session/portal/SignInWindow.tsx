import { Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/portal/api/call.ts'
import { queryKey } from '#platform/portal/api/queries.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { accessToken } from '#platform/portal/session/access.ts'
import { useFocusBack } from '#platform/portal/ui/use-dialog.ts'
import { t as tConfirm } from '../confirm-messages.ts'
import { type Preload, session } from '../contract.ts'
import { t } from '../messages.ts'
import { LoginForm } from './LoginForm.tsx'
import { lastSignIn } from './sign-in.ts'

type Props = {
  /** Why the person, who is signed in, is asked; empty when the session has ended. */
  reason: string
  answer: (signedIn: boolean) => void
}

export default function SignInWindow({ reason, answer }: Props) {
  useFocusBack()
  const client = useQueryClient()
  const viewer = client.getQueryData<Preload>(queryKey(session.preload, {}))
  const confirms = viewer && { organisation: lastSignIn().organisation, userName: viewer.User.Email }
  /** In another tab somebody else may have signed in, who must not see this screen. */
  const goOn = async () => {
    const preload = await call(session.preload, { bearer: accessToken.read() ?? '' }).catch(() => undefined)
    const shown = client.getQueryData<typeof preload>(queryKey(session.preload, {}))
    if (preload && preload.User.Id === shown?.User.Id) answer(true)
    else window.location.reload()
  }
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={reason ? tConfirm('TitleConfirmPassword').text : t('TitleSignInAgain').text}
      closeButtonProps={{ 'aria-label': tPortal('WordClose').text }}
      closeOnClickOutside={false}
      // After the end of the session, what is behind must not be read any more.
      {...(!reason && { overlayProps: { backgroundOpacity: 1, color: 'var(--mantine-color-body)' } })}
      zIndex={300}
      centered
    >
      <Text mb={16}>{reason || t('HelpSessionEnded').text}</Text>
      <LoginForm fixed confirms={reason ? confirms : undefined} onSignedIn={goOn} />
    </Modal>
  )
}
