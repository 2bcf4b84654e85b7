import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Screen } from '#platform/portal/navigation/screen.ts'
import { setPlace } from '../place.ts'
import { checkVersion } from './version-check.ts'

/** The screen of a route. */
export const screenOf = (matches: readonly { staticData: object }[]) =>
  (matches.at(-1)?.staticData as { screen?: Screen } | undefined)?.screen

/**
 * Runs at every change of screen: sets the tab title and style class, focuses the content unless the screen took the focus, and
 * checks for a newer build (spec 1 §4). Returns the title, for screen readers.
 */
export function useArrival(mainId: string): string {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    const arrive = (moved: boolean) => {
      const screen = screenOf(router.state.matches)
      if (screen) setPlace(screen)
      if (screen) setTitle(screen.title)
      if (moved) focusContent(mainId)
      void checkVersion()
    }
    arrive(false)
    return router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
      if (fromLocation?.pathname !== toLocation.pathname) arrive(fromLocation !== undefined)
    })
  }, [router, mainId])
  return title
}

function focusContent(mainId: string) {
  requestAnimationFrame(() => {
    const main = document.getElementById(mainId)
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
    main?.scrollTo({ top: 0 })
  })
}
