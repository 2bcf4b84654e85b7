import { ActionIcon, Kbd } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { SEES_ALERTS } from '#features/alerts/access.ts'
import { ScreenLink } from '#platform/portal/links.tsx'
import { May, useViewer } from '#platform/portal/viewer.tsx'
import { LANDING } from '../paths.ts'
import { Logo } from './Logo.tsx'
import classes from './shell.module.css'
import { UserMenu } from './UserMenu.tsx'

const AlertsMenu = lazy(() => import('#features/alerts/portal/AlertsMenu.tsx'))
const OrganisationSelector = lazy(() => import('./OrganisationSelector.tsx'))
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
        aria-label={isNavigationOpen ? 'Collapse navigation' : 'Open navigation'}
        aria-expanded={isNavigationOpen}
        onClick={onToggleNavigation}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <ScreenLink to={LANDING} title="Package Viewer" className={classes.logo}>
        <Logo />
      </ScreenLink>
      {organisations.length > 0 ? (
        <Suspense fallback={null}>
          <OrganisationSelector />
        </Suspense>
      ) : (
        <span className={classes.organisation}>{organisation.name}</span>
      )}
      <button type="button" className={classes.search} onClick={onSearch}>
        <IconSearch size={16} aria-hidden />
        <span>Search</span>
        <Kbd size="xs">{isMac ? '⌘' : 'Ctrl'} K</Kbd>
      </button>
      <May permission={SEES_ALERTS}>
        <Suspense fallback={null}>
          <AlertsMenu />
        </Suspense>
      </May>
      <UserMenu />
    </header>
  )
}
