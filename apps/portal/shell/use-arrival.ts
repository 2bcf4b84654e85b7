import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { type Screen, screenOf } from '#platform/portal/navigation/screen.ts'
import { setTitleAndClass } from '../title-and-class.ts'
import { checkVersion } from './version-check.ts'

/** The screen of the address while its code cannot be loaded because the connection is lost. */
export function useWaitingScreen(): Screen | undefined {
  const router = useRouter()
  const isLost = useIsConnectionLost()
  const location = useRouterState({ select: (state) => state.location })
  const shown = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  if (!isLost || location.pathname === shown) return undefined
  return screenOf(router.matchRoutes(location.pathname, location.search))
}

/**
 * Runs at every change of screen: sets the tab title and style class, focuses the content unless the screen took the focus, and
 * checks for a newer build (spec 1 §4). A screen that waits for the connection has its title already. Returns the title, for screen readers.
 */
export function useArrival(mainId: string): string {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    const arrive = (moved: boolean) => {
      const screen = screenOf(router.state.matches)
      if (screen) setTitleAndClass(screen)
      if (screen) setTitle(screen.title)
      if (moved) focusContent(mainId)
      void checkVersion()
    }
    arrive(false)
    return router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
      if (fromLocation?.pathname !== toLocation.pathname) arrive(fromLocation !== undefined)
    })
  }, [router, mainId])
  const waiting = useWaitingScreen()
  useEffect(() => {
    if (!waiting) return
    setTitleAndClass(waiting)
    return () => {
      const shown = screenOf(router.state.matches)
      if (shown) setTitleAndClass(shown)
    }
  }, [router, waiting])
  return waiting?.title ?? title
}

function focusContent(mainId: string) {
  requestAnimationFrame(() => {
    const main = document.getElementById(mainId)
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
    main?.scrollTo({ top: 0 })
  })
}
