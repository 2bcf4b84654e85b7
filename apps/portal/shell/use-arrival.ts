import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Screen } from '#platform/portal/navigation/screen.ts'
import { setPlace } from '../place.ts'
import { checkVersion } from './version-check.ts'

/** The screen that a route of the table shows. */
export const screenOf = (matches: readonly { staticData: object }[]) =>
  (matches.at(-1)?.staticData as { screen?: Screen } | undefined)?.screen

/**
 * What every arrival at a screen brings: tab title and style class, focus to the content unless the screen took it, a check
 * for a newer build (spec 1 §4). Gives the title, to be said aloud.
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
