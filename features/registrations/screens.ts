import { defineMessages } from '#platform/define-messages.ts'

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('RegistrationScreens', {
  ScreenRegistrations: 'Registrations',
  ScreenResidentRegistration: 'Registration of a resident',
  ScreenAgentRegistration: 'Registration of an agent',
  ScreenAgentRegistrations: 'Registrations of agents',
  ScreenRegister: 'Registration',
  ScreenVerification: 'Verification',
})
