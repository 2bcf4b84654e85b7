import { Menu, UnstyledButton } from '@mantine/core'
import { IconHelp, IconInfoCircle, IconKeyboard, IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { t as tProfile } from '#features/profile/screens.ts'
import { t as tSession } from '#features/session/messages.ts'
import { SCHEMES, useAppearance } from '#features/session/portal/shared/color-scheme.ts'
import { t as tSessionScreens } from '#features/session/screens.ts'
import { t } from '#platform/portal/messages.ts'
import { useGo, useLeaving } from '#platform/portal/navigation/links.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { useDensity } from '#platform/portal/ui/density.ts'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { useSignOut } from '../app/sign-out.ts'
import { ABOUT, PROFILE } from '../paths.ts'
import classes from './shell.module.css'
import { helpOpen, shortcutsOpen } from './use-shortcuts.ts'

const Preferences = lazyComponent(() => import('./Preferences.tsx'))

const initialsOf = (name: string) =>
  name
    .split(' ')
    .map((word) => word[0])
    .slice(0, 2)
    .join('')

/** The user's name, with a menu of theme, density, profile, preferences, About and Logout. */
export function UserMenu() {
  const { name, email } = useViewer()
  const { colorScheme, choose } = useAppearance()
  const [density, setDensity] = useDensity()
  const [opened, setOpened] = useState(false)
  const [choosing, setChoosing] = useState<'never' | 'closed' | 'open'>('never')
  const go = useGo()
  const signOut = useSignOut()
  useLeaving(() => setOpened(false))
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton className={classes.user}>
            <span className={classes.initials} aria-hidden>
              {initialsOf(name)}
            </span>
            <span className="visually-hidden">{t('ShellAccountOf').text}</span>
            <span className={classes.userName}>{name}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{email}</Menu.Label>
          <Menu.RadioGroup value={colorScheme} onChange={(scheme) => choose(scheme as typeof colorScheme)}>
            {SCHEMES.map(({ scheme, label }) => (
              <Menu.RadioItem key={scheme} value={scheme}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.CheckboxItem checked={density === 'dense'} onChange={(dense) => setDensity(dense ? 'dense' : 'comfortable')}>
            {t('ShellDense').text}
          </Menu.CheckboxItem>
          <Menu.Divider />
          <Menu.Item leftSection={<IconUser size={16} aria-hidden />} onClick={() => go(PROFILE)}>
            {tProfile('ScreenProfile').text}
          </Menu.Item>
          <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setChoosing('open')}>
            {tSession('TitlePreferences').text}
          </Menu.Item>
          <Menu.Item leftSection={<IconHelp size={16} aria-hidden />} onClick={() => helpOpen.write(true)}>
            {t('ShellHelp').text}
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={() => shortcutsOpen.write(true)}>
            {t('ShellShortcuts').text}
          </Menu.Item>
          <Menu.Item leftSection={<IconInfoCircle size={16} aria-hidden />} onClick={() => go(ABOUT)}>
            {tSessionScreens('ScreenAbout').text}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
            {tSession('WordLogout').text}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {choosing !== 'never' && <Preferences opened={choosing === 'open'} close={() => setChoosing('closed')} />}
    </>
  )
}
