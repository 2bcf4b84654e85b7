import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconInfoCircle, IconLogout, IconMoon, IconRowInsertBottom, IconSun } from '@tabler/icons-react'
import { say } from '#features/session/messages.ts'
import { useDensity } from '#platform/portal/density.ts'
import { useGo } from '#platform/portal/links.tsx'
import { useViewer } from '#platform/portal/viewer.tsx'
import classes from './shell.module.css'

const SCHEMES = [
  { scheme: 'light', label: 'Light', icon: IconSun },
  { scheme: 'dark', label: 'Dark', icon: IconMoon },
  { scheme: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const

/** The user's name, with theme, density, About and Logout behind it. */
export function UserMenu() {
  const { name, email } = useViewer()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  const go = useGo()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={`Account of ${name}`}>
          <Avatar size={28} color="indigo" name={name} />
          <span className={classes.userName}>{name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        {SCHEMES.map(({ scheme, label, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={colorScheme === scheme ? '✓' : null}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={density === 'dense'}
          closeMenuOnClick={false}
          leftSection={<IconRowInsertBottom size={16} aria-hidden />}
          rightSection={density === 'dense' ? '✓' : null}
          onClick={() => setDensity(density === 'dense' ? 'comfortable' : 'dense')}
        >
          Dense rows
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconInfoCircle size={16} aria-hidden />} onClick={() => go('/about')}>
          {say('TitleAbout').text}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => go('/signout')}>
          {say('WordLogout').text}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
