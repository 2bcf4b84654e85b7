import { say } from '#features/session/messages.ts'
import { say as sayPortal } from '#platform/portal/messages.ts'
import type { PublicScreen } from '#platform/portal/screen.ts'
import { LOGIN } from './paths.ts'

/** Pages that need no sign-in (spec 1 §2). */
export const publicScreens: readonly PublicScreen[] = [
  { path: LOGIN, title: () => say('TitleLogin').text, load: () => import('#features/session/portal/Login.tsx') },
  {
    path: '/forgotpassword',
    title: () => say('TitleForgotPassword').text,
    load: () => import('#features/session/portal/ForgotPassword.tsx'),
  },
  {
    path: '/resetpassword',
    title: () => say('TitleResetPassword').text,
    load: () => import('#features/session/portal/ResetPassword.tsx'),
  },
  {
    path: '/resident/{organisationName}/register',
    title: () => sayPortal('ScreenRegister').text,
    isSelfRegister: true,
    load: () => import('#features/registrations/portal/ResidentRegister.tsx'),
  },
  {
    path: '/agent/{organisationName}/register',
    title: () => sayPortal('ScreenRegister').text,
    isSelfRegister: true,
    load: () => import('#features/registrations/portal/AgentRegister.tsx'),
  },
  {
    path: '/{registrationType}/verifyregistration',
    title: () => sayPortal('ScreenVerification').text,
    isSelfRegister: true,
    load: () => import('#features/registrations/portal/VerifyRegistration.tsx'),
  },
]
