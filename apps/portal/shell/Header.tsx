import { ActionIcon, Kbd } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { SEES_ALERTS } from '#features/alerts/access.ts'
import { later } from '#platform/portal/later.tsx'
import { ScreenLink } from '#platform/portal/links.tsx'
import { say } from '#platform/portal/messages.ts'
import { May, useViewer } from '#platform/portal/viewer.tsx'
import { LANDING } from '../paths.ts'
import { Logo } from './Logo.tsx'
import classes from './shell.module.css'
import { UserMenu } from './UserMenu.tsx'

const AlertsMenu = later(() => import('#features/alerts/portal/AlertsMenu.tsx'))
const OrganisationSelector = later(() => import('./OrganisationSelector.tsx'))
const isMac = navigator.platform.startsWith('Mac')

type Props = { onToggleNavigation: () => void; isNavigationOpen: boolean; onSearch: () => void }

export function Header({ onToggleNavigation, isNavigationOpen, onSearch }: Props) {
  const { organisation, organisations } = useViewer()
  return (
    <header className={classes.header}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={say(isNavigationOpen ? 'NavCollapse' : 'NavOpen').text}
        aria-expanded={isNavigationOpen}
        onClick={onToggleNavigation}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <ScreenLink to={LANDING} title={say('ScreenPackageViewer').text} className={classes.logo}>
        <Logo />
      </ScreenLink>
      {organisations.length > 0 ? <OrganisationSelector /> : <span className={classes.organisation}>{organisation.name}</span>}
      <button type="button" className={classes.search} onClick={onSearch}>
        <IconSearch size={16} aria-hidden />
        <span>{say('ShellSearch').text}</span>
        <Kbd size="xs">{isMac ? '⌘' : 'Ctrl'} K</Kbd>
      </button>
      <May permission={SEES_ALERTS}>
        <AlertsMenu />
      </May>
      <UserMenu />
    </header>
  )
}
