import { useEffect } from 'react'
import { goToHash, matchPath, partsOf, useHash } from '#platform/portal/navigation/hash.ts'
import type { PublicScreen } from '#platform/portal/navigation/screen.ts'
import { accessToken, attemptedUrl } from '#platform/portal/session/access.ts'
import { loadTexts } from '#platform/portal/session/language.ts'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { LANDING, LOGIN } from './paths.ts'
import { PublicPage } from './public/PublicPage.tsx'
import { publicScreens } from './public-screens.ts'
import { checkVersion } from './shell/version-check.ts'

const loadSignedIn = () => loadTexts().then(() => import('./app/SignedIn.tsx'))
const SignedIn = lazyComponent(loadSignedIn)
/** Delay in ms until the browser preloads the signed-in application while the password is typed. */
const FETCH_AHEAD_MS = 1500

/**
 * Selects the entry: the small pages before sign-in, or the signed-in application with its router, which is loaded only with a
 * token. The requested address is stored and opened after sign-in (spec 1 §2).
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

  const publicPath = found && !detour ? path : null
  useEffect(() => {
    if (publicPath) void checkVersion()
  }, [publicPath])

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
