import { useEffect } from 'react'
import { goToHash, matchPath, partsOf, useHash } from '#platform/portal/navigation/hash.ts'
import type { PublicScreen } from '#platform/portal/navigation/screen.ts'
import { accessToken, attemptedUrl } from '#platform/portal/session/access.ts'
import { loadTexts } from '#platform/portal/session/language.ts'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { LANDING, LOGIN } from './paths.ts'
import { PublicPage } from './public/PublicPage.tsx'
import { publicScreens } from './public-screens.ts'

const loadSignedIn = () => loadTexts().then(() => import('./app/SignedIn.tsx'))
const SignedIn = lazyComponent(loadSignedIn)
/** While a password is being typed, from this many ms on, the browser fetches what comes after it. */
const FETCH_AHEAD_MS = 1500

/**
 * The fork of the two entries: pages before sign-in, which stay light, and the signed-in application with its router, which
 * is fetched only with a token. An attempted address is remembered and honoured afterwards (spec 1 §2).
 */
export function Entry() {
  const hash = useHash()
  const { path, query } = partsOf(hash)
  const found = findPublic(path)
  const isSignedIn = accessToken.read() !== null
  const detour = found ? (found.screen.path === LOGIN && isSignedIn ? LANDING : null) : isSignedIn ? null : LOGIN

  useEffect(() => {
    if (!detour) return
    if (detour === LOGIN && path !== '/') attemptedUrl.remember(hash)
    goToHash(detour, { replace: true })
  }, [detour, hash, path])

  const isLogin = found?.screen.path === LOGIN
  useEffect(() => {
    if (!isLogin) return
    const timer = setTimeout(() => void loadSignedIn(), FETCH_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [isLogin])

  if (detour) return null
  if (found) return <PublicPage screen={found.screen} params={found.params} query={query} />
  return <SignedIn />
}

function findPublic(path: string): { screen: PublicScreen; params: Record<string, string> } | null {
  for (const screen of publicScreens) {
    const params = matchPath(screen.path, path)
    if (params) return { screen, params }
  }
  return null
}
