import { Modal } from '@mantine/core'
import { t } from '#features/session/messages.ts'
import { PreferencesForm } from '#features/session/portal/shared/PreferencesForm.tsx'

/** The user's preferences in a dialog. */
export default function Preferences({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title={t('TitlePreferences').text} withCloseButton={false} centered>
      <PreferencesForm close={close} />
    </Modal>
  )
}
