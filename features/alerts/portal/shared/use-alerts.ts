import { useThrottledCallback } from '@mantine/hooks'
import { LIVE_PAUSE_MS, useLive } from '#features/live/portal/shared/use-live.ts'
import { useCall, useRefresh } from '#platform/portal/api/queries.ts'
import { alerts } from '../../contract.ts'

/** Asked again this often, in ms, where no news of changes come through. */
const REFRESH_MS = 60_000

/** What needs somebody now at the locker banks that one may see. */
export const useOpenAlerts = () => useCall(alerts.open, {}, { every: REFRESH_MS })

/** Asks for alerts again when one begins, ends or may have. One place on a page does it for all. */
export function useAlertNews(): void {
  const refresh = useRefresh()
  const askAgain = useThrottledCallback(() => refresh([alerts.open, alerts.ended]), LIVE_PAUSE_MS)
  useLive((news) => {
    if (news === 'missed' || news.Topic === 'alerts') askAgain()
  })
}
