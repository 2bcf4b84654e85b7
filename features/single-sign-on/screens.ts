import { defineMessages } from '#platform/define-messages.ts'

/** The title of the screen; apart from the other texts because navigation loads it before any screen. */
export const t = defineMessages('SingleSignOnScreens', {
  ScreenSingleSignOn: 'Single sign-on',
})
