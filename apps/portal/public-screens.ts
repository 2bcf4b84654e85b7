import type { PublicScreen } from '#platform/portal/screen.ts'
import { LOGIN } from './paths.ts'

/** Pages that need no sign-in (spec 1 §2). */
export const publicScreens: readonly PublicScreen[] = [
  { path: LOGIN, title: 'Sign in', load: () => import('#features/session/portal/Login.tsx') },
  { path: '/forgotpassword', title: 'Forgot password', load: () => import('#features/session/portal/ForgotPassword.tsx') },
  { path: '/resetpassword', title: 'Reset password', load: () => import('#features/session/portal/ResetPassword.tsx') },
]
