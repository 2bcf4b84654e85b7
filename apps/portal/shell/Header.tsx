import { ActionIcon, Kbd } from '@mantine/core'
import { IconHelp, IconMenu2, IconSearch } from '@tabler/icons-react'
import { SEES_ALERTS } from '#features/alerts/access.ts'
import { t as viewerTitle } from '#features/package-statuses/screens.ts'
import { t as tPages } from '#platform/page-messages.ts'
import { t } from '#platform/portal/messages.ts'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { May, useViewer } from '#platform/portal/session/viewer.tsx'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { LANDING } from '../paths.ts'
import { Logo } from './Logo.tsx'
import classes from './shell.module.css'
import { UserMenu } from './UserMenu.tsx'
import { helpOpen } from './use-shortcuts.ts'

const AlertsMenu = lazyComponent(() => import('#features/alerts/portal/AlertsMenu.tsx'))
const OrganisationSelector = lazyComponent(() => import('./OrganisationSelector.tsx'))
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
        aria-label={t(isNavigationOpen ? 'NavCollapse' : 'NavOpen').text}
        aria-expanded={isNavigationOpen}
        onClick={onToggleNavigation}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <ScreenLink to={LANDING} title={viewerTitle('ScreenPackageViewer').text} className={classes.logo}>
        <Logo />
      </ScreenLink>
      {organisations.length > 0 ? <OrganisationSelector /> : <span className={classes.organisation}>{organisation.name}</span>}
      <button type="button" className={classes.search} onClick={onSearch}>
        <IconSearch size={16} aria-hidden />
        <span>{tPages('WordSearch').text}</span>
        <Kbd size="xs">{isMac ? '⌘' : 'Ctrl'} K</Kbd>
      </button>
      <May permission={SEES_ALERTS}>
        <AlertsMenu />
      </May>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.help}
        aria-label={t('ShellHelp').text}
        onClick={() => helpOpen.write(true)}
      >
        <IconHelp size={20} aria-hidden />
      </ActionIcon>
      <UserMenu />
    </header>
  )
}
