import { defineMessages } from '#platform/define-messages.ts'
import type { Permission } from '#platform/permissions.ts'

/** Title and path of the screen; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('TrendScreens', {
  ScreenTrends: 'Trends',
})

/** Any of these permissions opens the screen. */
export const TRENDS_NEEDS: readonly Permission[] = ['ViewPackage', 'ViewLockerBankDashboard']

export const TRENDS_PATH = '/dashboard/trends'
