import { Modal, Text } from '@mantine/core'
import { t as tPortal } from '#platform/portal/messages.ts'
import { useFocusBack } from '#platform/portal/ui/use-dialog.ts'
import { t } from '../messages.ts'
import { LoginForm } from './LoginForm.tsx'

export default function SignInWindow({ answer }: { answer: (signedIn: boolean) => void }) {
  useFocusBack()
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
      <LoginForm fixed onSignedIn={() => answer(true)} />
    </Modal>
  )
}
