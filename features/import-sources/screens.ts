import { defineMessages } from '#platform/define-messages.ts'

export const FETCHED_PATH = '/emailsetting'

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('ImportSourceScreens', {
  ScreenFetched: 'Fetched files',
})
