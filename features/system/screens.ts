import { defineMessages } from '#platform/define-messages.ts'

export const SYSTEM_PATH = '/system'

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('SystemScreens', {
  ScreenSystem: 'System',
})
