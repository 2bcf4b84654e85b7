import { Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/portal/api/call.ts'
import { queryKey } from '#platform/portal/api/queries.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { accessToken } from '#platform/portal/session/access.ts'
import { useFocusBack } from '#platform/portal/ui/use-dialog.ts'
import { session } from '../contract.ts'
import { t } from '../messages.ts'
import { LoginForm } from './LoginForm.tsx'

export default function SignInWindow({ answer }: { answer: (signedIn: boolean) => void }) {
  useFocusBack()
  const client = useQueryClient()
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
      title={t('TitleSignInAgain').text}
      closeButtonProps={{ 'aria-label': tPortal('WordClose').text }}
      closeOnClickOutside={false}
      // The session has ended: what is behind must not be read any more.
      overlayProps={{ backgroundOpacity: 1, color: 'var(--mantine-color-body)' }}
      zIndex={300}
      centered
    >
      <Text mb={16}>{t('HelpSessionEnded').text}</Text>
      <LoginForm fixed onSignedIn={goOn} />
    </Modal>
  )
}
