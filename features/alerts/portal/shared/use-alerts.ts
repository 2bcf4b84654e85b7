import { useThrottledCallback } from '@mantine/hooks'
import { LIVE_PAUSE_MS, useLive } from '#features/live/portal/shared/use-live.ts'
import { useCall, useRefresh } from '#platform/portal/api/queries.ts'
import { alerts } from '../../contract.ts'

/** Refresh interval in ms when no live updates arrive. */
const REFRESH_MS = 60_000

/** The open alerts of the viewer's locker banks. */
export const useOpenAlerts = () => useCall(alerts.open, {}, { every: REFRESH_MS })

/** Refreshes the alerts when one begins, ends or may have; used once on each page. */
export function useAlertNews(): void {
  const refresh = useRefresh()
  const askAgain = useThrottledCallback(() => refresh([alerts.open, alerts.ended]), LIVE_PAUSE_MS)
  useLive((news) => {
    if (news === 'missed' || news.Topic === 'alerts') askAgain()
  })
}
