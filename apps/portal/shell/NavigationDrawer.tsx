import { say } from '#platform/portal/messages.ts'
import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import { Logo } from './Logo.tsx'
import { Navigation } from './Navigation.tsx'

/** The navigation of a narrow screen. */
export default function NavigationDrawer({ close }: { close: () => void }) {
  return (
    <Drawer opened onClose={close} title={<Logo />} size={280} closeButtonProps={{ 'aria-label': say('NavClose').text }}>
      <Navigation onChosen={close} />
    </Drawer>
  )
}
