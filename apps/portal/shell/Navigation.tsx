import { useRouterState } from '@tanstack/react-router'
import { t } from '#platform/portal/messages.ts'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { groupName, mayOpen, NAV_GROUPS, type Screen, screenOf } from '#platform/portal/navigation/screen.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { screens } from '../features.ts'
import classes from './shell.module.css'
import { useWaitingScreen } from './use-arrival.ts'

type Entry = Screen & { nav: NonNullable<Screen['nav']> }

/** The groups with the screens that the user may open; empty groups are hidden. */
function useGroups() {
  const viewer = useViewer()
  const entries = screens.filter((screen): screen is Entry => screen.nav !== undefined && mayOpen(screen, viewer))
  return NAV_GROUPS.map((group) => ({ group, entries: entries.filter((entry) => entry.nav.group === group) })).filter(
    ({ entries }) => entries.length > 0,
  )
}

/** Collapsed, it shows icons only, with their names as tooltips. */
export function Navigation({ collapsed = false, onChosen }: { collapsed?: boolean; onChosen?: () => void }) {
  const groups = useGroups()
  const shown = useRouterState({ select: (state) => screenOf(state.matches) })
  const current = useWaitingScreen() ?? shown
  const isEntry = groups.some(({ entries }) => entries.some(({ path }) => path === current?.path))
  const here = isEntry ? current?.path : (current?.family ?? current?.path)
  return (
    <nav className={classes.navigation} data-collapsed={collapsed || undefined} aria-label={t('NavLabel').text}>
      {groups.map(({ group, entries }) => (
        <section key={group} aria-label={groupName(group)}>
          <h2 className={classes.group}>{groupName(group)}</h2>
          <ul>
            {entries.map(({ path, title, nav: { icon: Icon } }) => (
              <li key={path}>
                <ScreenLink
                  to={path}
                  className={classes.item}
                  title={collapsed ? title : undefined}
                  aria-current={here === path ? 'page' : undefined}
                  onClick={onChosen}
                >
                  <Icon size={20} stroke={1.75} aria-hidden />
                  <span>{title}</span>
                </ScreenLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
