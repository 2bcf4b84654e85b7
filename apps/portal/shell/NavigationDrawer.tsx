import { t } from '#platform/portal/messages.ts'
import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import { useFocusBack } from '#platform/portal/ui/use-dialog.ts'
import { Logo } from './Logo.tsx'
import { Navigation } from './Navigation.tsx'

/** The navigation of a narrow screen. */
export default function NavigationDrawer({ close }: { close: () => void }) {
  useFocusBack()
  return (
    <Drawer opened onClose={close} title={<Logo />} size={280} closeButtonProps={{ 'aria-label': t('NavClose').text }}>
      <Navigation onChosen={close} />
    </Drawer>
  )
}
