import { defineMessages } from '#platform/define-messages.ts'

/** Title and path of the screen; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('TrendScreens', {
  ScreenTrends: 'Trends',
})

export const TRENDS_PATH = '/dashboard/trends'
