import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
} from '@tanstack/react-router'
import { t } from '#platform/messages.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { createAddressHistory } from '#platform/portal/navigation/address-history.ts'
import { rememberLeft, routerPath } from '#platform/portal/navigation/links.tsx'
import { mayOpen } from '#platform/portal/navigation/screen.ts'
import type { Viewer } from '#platform/portal/session/viewer.tsx'
import { loadCode } from '#platform/portal/ui/load-code.ts'
import { screens } from '../features.ts'
import { LANDING } from '../paths.ts'
import { publicScreens } from '../public-screens.ts'
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
    beforeLoad: ({ context, preload }) => {
      if (mayOpen(screen, context.viewer.permissions)) return
      // A preloaded screen was not requested by the user.
      if (!preload) toast.error(t('MsgNotAuthorised').text)
      throw redirect({ to: router.state.resolvedLocation?.href ?? landingFor(context.viewer.permissions), replace: true })
    },
  }),
)

const landing = createRoute({
  ...at(LANDING),
  beforeLoad: ({ context }) => {
    throw redirect({ to: landingFor(context.viewer.permissions), replace: true })
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
  beforeLoad: () => {
    throw redirect({ to: LANDING, replace: true })
  },
})

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
  // An address that cannot be decoded matches no route, not even `unknown`.
  defaultNotFoundComponent: () => <Navigate to={LANDING} replace />,
  defaultPendingMs: 100_000,
  scrollRestoration: false,
})

router.subscribe('onResolved', ({ toLocation }) => rememberLeft(toLocation.pathname, toLocation.href))
