import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
} from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#platform/messages.ts'
import { t as tPlace } from '#platform/place-messages.ts'
import { createAddressHistory } from '#platform/portal/navigation/address-history.ts'
import { rememberLeft, routerPath } from '#platform/portal/navigation/links.tsx'
import { mayOpen } from '#platform/portal/navigation/screen.ts'
import type { Viewer } from '#platform/portal/session/viewer.tsx'
import { loadCode } from '#platform/portal/ui/load-code.ts'
import { screens } from '../features.ts'
import { LANDING } from '../paths.ts'
import { publicScreens } from '../public-screens.ts'
import { placeNotice } from '../shell/place-notice.ts'
import { Shell } from '../shell/Shell.tsx'
import { landingFor } from './landing.ts'
import { ScreenFailed } from './ScreenFailed.tsx'
import { signOut } from './sign-out.ts'

const root = createRootRouteWithContext<{ viewer: Viewer }>()({ component: Shell })
const at = (path: string) => ({ getParentRoute: () => root, path })

const screenRoutes = screens.map((screen) =>
  createRoute({
    ...at(routerPath(screen.path)),
    staticData: { screen },
    component: lazyRouteComponent(() => loadCode(screen.load)),
    beforeLoad: ({ context, preload, params }) => {
      if (mayOpen(screen, context.viewer)) return
      const readOnly = screens.find(({ path }) => path === `${screen.path.replace(/\/edit$/, '')}/detail`)
      if (readOnly && mayOpen(readOnly, context.viewer)) throw redirect({ to: routerPath(readOnly.path), params, replace: true })
      const { resolvedLocation } = router.state
      const home = landingFor(context.viewer)
      // A preloaded screen was not requested by the user.
      if (!preload) placeNotice.write({ text: t('MsgNotAuthorised').text, at: resolvedLocation?.pathname ?? home })
      throw redirect({ to: resolvedLocation?.href ?? home, replace: true })
    },
  }),
)

const landing = createRoute({
  ...at(LANDING),
  beforeLoad: ({ context }) => {
    throw redirect({ to: landingFor(context.viewer), replace: true })
  },
})

/** Pages before sign-in are outside this application; going to them reloads the page, so nothing stays in memory. */
const publicRoutes = publicScreens.map((screen) =>
  createRoute({
    ...at(routerPath(screen.path)),
    beforeLoad: async ({ location }) => {
      if (location.state.isSigningOut) await signOut()
      window.location.reload()
      await new Promise(() => {})
    },
  }),
)

const unknown = createRoute({
  ...at('$'),
  beforeLoad: ({ location, preload }) => {
    if (!preload) noteUnknown(location.pathname)
    throw redirect({ to: LANDING, replace: true })
  },
})
function noteUnknown(address: string) {
  if (address !== '/') placeNotice.write({ text: tPlace('MsgUnknownAddress', { address }).text, at: home() })
}

/** An address that cannot be decoded matches no route, not even `unknown`. */
function NotFound() {
  // Not followed: each rendering would navigate again.
  const [address] = useState(() => router.state.location.pathname)
  useEffect(() => noteUnknown(address), [address])
  return <Navigate to={LANDING} replace />
}

const routeTree = root.addChildren([...screenRoutes, landing, ...publicRoutes, unknown])

/** The search part holds plain texts; `?page=2&Status=3` stays readable. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>) => {
  const text = new URLSearchParams(search as Record<string, string>).toString()
  return text ? `?${text}` : ''
}

export const router = createRouter({
  routeTree,
  history: createAddressHistory(),
  context: { viewer: undefined as unknown as Viewer },
  parseSearch,
  stringifySearch,
  defaultErrorComponent: ScreenFailed,
  defaultNotFoundComponent: NotFound,
  defaultPendingMs: 100_000,
  scrollRestoration: false,
})

router.subscribe('onResolved', ({ toLocation }) => rememberLeft(toLocation.pathname, toLocation.href))

/** The home screen of the viewer. */
export const home = () => landingFor(router.options.context.viewer)
