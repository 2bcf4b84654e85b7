import { t as registration } from '#features/registrations/screens.ts'
import { t } from '#features/session/messages.ts'
import type { PublicScreen } from '#platform/portal/navigation/screen.ts'
import { LOGIN } from './paths.ts'

const texts = ['Session']
const selfRegister = { texts: ['Label', 'Registration', 'RegistrationScreens'], isSelfRegister: true } as const

/** Pages that need no sign-in (spec 1 §2). */
export const publicScreens: readonly PublicScreen[] = [
  {
    path: LOGIN,
    title: () => t('WordLogin').text,
    texts: [...texts, 'SignInWith'],
    load: () => import('#features/session/portal/Login.tsx'),
  },
  {
    path: '/forgotpassword',
    title: () => t('TitleForgotPassword').text,
    texts,
    load: () => import('#features/session/portal/ForgotPassword.tsx'),
  },
  {
    path: '/resetpassword',
    title: () => t('TitleResetPassword').text,
    texts: [...texts, 'SessionPasswords'],
    load: () => import('#features/session/portal/ResetPassword.tsx'),
  },
  {
    path: '/choosepassword',
    title: () => t('TitleChoosePassword').text,
    texts: [...texts, 'SessionPasswords'],
    load: async () => ({ default: (await import('#features/session/portal/ResetPassword.tsx')).ChoosePassword }),
  },
  {
    path: '/resident/{organisationName}/register',
    title: () => registration('ScreenRegister').text,
    ...selfRegister,
    load: () => import('#features/registrations/portal/register/ResidentRegister.tsx'),
  },
  {
    path: '/agent/{organisationName}/register',
    title: () => registration('ScreenRegister').text,
    ...selfRegister,
    load: () => import('#features/registrations/portal/register/AgentRegister.tsx'),
  },
  {
    path: '/{registrationType}/verifyregistration',
    title: () => registration('ScreenVerification').text,
    ...selfRegister,
    load: () => import('#features/registrations/portal/register/VerifyRegistration.tsx'),
  },
]
