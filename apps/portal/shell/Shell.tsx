import { CloseButton, Text, Title } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { closeDialog } from '#platform/portal/feedback/dialogs.tsx'
import { leaveNotices } from '#platform/portal/feedback/lasting.ts'
import { t } from '#platform/portal/messages.ts'
import { useLeaving } from '#platform/portal/navigation/links.tsx'
import { screenOf } from '#platform/portal/navigation/screen.ts'
import { localStore } from '#platform/portal/session/storage.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { useStore } from '#platform/portal/ui/store.ts'
import { NARROW_QUERY } from '#platform/portal/ui/theme.ts'
import { landingFor } from '../app/landing.ts'
import { features } from '../features.ts'
import { useVisitedSteps } from '../help/role-steps.ts'
import { Header } from './Header.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { Navigation } from './Navigation.tsx'
import { PrintHead } from './PrintHead.tsx'
import { placeNotice } from './place-notice.ts'
import classes from './shell.module.css'
import { useArrival, useWaitingScreen } from './use-arrival.ts'
import { helpOpen, shortcutsOpen, useShortcuts } from './use-shortcuts.ts'

const BrakeBanner = lazyComponent(() => import('#features/openings/portal/BrakeBanner.tsx'))
const NavigationDrawer = lazyComponent(() => import('./NavigationDrawer.tsx'))
const CommandPalette = lazyComponent(async () => (await import('./CommandPalette.tsx')).loadPalette(features))
const Checklist = lazyComponent(() => import('../help/Checklist.tsx'))
const HelpPanel = lazyComponent(() => import('../help/HelpPanel.tsx'))
const Shortcuts = lazyComponent(() => import('./Shortcuts.tsx'))
const MAIN = 'main'
const COLLAPSED = 'navigationCollapsed'

/** The frame of every signed-in screen: header, navigation, screen, footer. */
export function Shell() {
  const narrow = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false })
  const [collapsed, setCollapsed] = useState(() => localStore.read(COLLAPSED) === 'true')
  const [drawer, setDrawer] = useState(false)
  const [palette, setPalette] = useState(false)
  const areShortcutsOpen = useStore(shortcutsOpen)
  const isHelpOpen = useStore(helpOpen)
  const screen = useRouterState({ select: (state) => screenOf(state.matches) })
  const home = landingFor(useViewer())
  const announced = useArrival(MAIN)
  useVisitedSteps(screen?.path, home)
  useLeaving(() => {
    closeDialog()
    leaveNotices()
    setDrawer(false)
    shortcutsOpen.write(false)
    helpOpen.write(false)
  })
  useHotkeys([['mod+K', () => setPalette(true)]], [])
  const reached = useShortcuts(() => setPalette(true))

  const toggleNavigation = () => {
    if (narrow) return setDrawer(!drawer)
    localStore.write(COLLAPSED, String(!collapsed))
    setCollapsed(!collapsed)
  }
  return (
    <div className={classes.shell} data-collapsed={collapsed || undefined} data-narrow={narrow || undefined}>
      <a className={classes.skip} href={`#${MAIN}`} onClick={skipTo}>
        {t('ShellSkip').text}
      </a>
      <LoadingBar />
      <Header
        onToggleNavigation={toggleNavigation}
        isNavigationOpen={narrow ? drawer : !collapsed}
        onSearch={() => setPalette(true)}
      />
      {!narrow && <Navigation collapsed={collapsed} />}
      <main id={MAIN} tabIndex={-1} className={classes.main}>
        <PrintHead />
        <BrakeBanner />
        <Notice />
        {screen?.path === home && <Checklist />}
        <Screen />
        <footer className={classes.footer}>Parcelhall {__RELEASE__}</footer>
      </main>
      <p role="status" className="visually-hidden">
        {announced}
      </p>
      {narrow && drawer && <NavigationDrawer close={() => setDrawer(false)} />}
      {areShortcutsOpen && <Shortcuts reached={reached} close={() => shortcutsOpen.write(false)} />}
      {isHelpOpen && (
        <HelpPanel
          features={features}
          screen={screen}
          showShortcuts={() => {
            helpOpen.write(false)
            shortcutsOpen.write(true)
          }}
          close={() => helpOpen.write(false)}
        />
      )}
      {palette && <CommandPalette close={() => setPalette(false)} />}
    </div>
  )
}

/** Why the requested address did not open; it goes when one leaves the screen that opened instead. */
function Notice() {
  const notice = useStore(placeNotice)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const isShown = notice !== null && notice.at === pathname
  useEffect(() => {
    if (!isShown) return
    return () => {
      if (placeNotice.read() === notice) placeNotice.write(null)
    }
  }, [isShown, notice])
  if (!isShown) return null
  return (
    <div role="alert" className={classes.notice} data-not-printed>
      <span>{notice.text}</span>
      <CloseButton aria-label={t('WordClose').text} onClick={() => placeNotice.write(null)} />
    </div>
  )
}

/**
 * The same screen for another record is remounted: input for one resident is never shown for the next. A screen whose code cannot
 * be loaded opens when the connection is back.
 */
function Screen() {
  // Changes together with what the outlet shows; the resolved location follows later, and would mount each screen twice.
  const shown = useRouterState({ select: (state) => state.matches.at(-1)?.pathname })
  const isLive = useRouterState({ select: (state) => screenOf(state.matches)?.isLive })
  const waiting = useWaitingScreen()
  return (
    <div className={classes.screen} data-live={waiting ? undefined : isLive}>
      {waiting ? (
        <>
          <Title order={1}>{waiting.title}</Title>
          <Text c="dimmed">{t('MsgScreenWaits').text}</Text>
        </>
      ) : (
        <Outlet key={shown} />
      )}
    </div>
  )
}

/** The address belongs to the router, so the skip link only moves the focus. */
function skipTo(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById(MAIN)?.focus()
}
