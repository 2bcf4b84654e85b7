import { say } from '#features/session/messages.ts'
import type { PublicScreen } from '#platform/portal/screen.ts'
import { LOGIN } from './paths.ts'

const texts = ['Session']

/** Pages that need no sign-in (spec 1 §2). */
export const publicScreens: readonly PublicScreen[] = [
  { path: LOGIN, title: () => say('TitleLogin').text, texts, load: () => import('#features/session/portal/Login.tsx') },
  {
    path: '/forgotpassword',
    title: () => say('TitleForgotPassword').text,
    texts,
    load: () => import('#features/session/portal/ForgotPassword.tsx'),
  },
  {
    path: '/resetpassword',
    title: () => say('TitleResetPassword').text,
    texts,
    load: () => import('#features/session/portal/ResetPassword.tsx'),
  },
]
