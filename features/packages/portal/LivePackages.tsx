import { useThrottledCallback } from '@mantine/hooks'
import { useLive } from '#features/live/portal/shared/use-live.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { packages } from '../contract.ts'
import { useUnsentReminder } from './intake/unsent.ts'

/** Minimum interval between reloads of the visible data, in ms. */
const PAUSE = 2000

/**
 * Keeps the list and the open package current, and reminds of packages that were not sent; `propertyId`: the filtered property, or
 * none for all. A component without output, so that it is loaded after the first rows.
 */
export default function LivePackages({ propertyId }: { propertyId: string | undefined }) {
  const refresh = useRefresh()
  useUnsentReminder()
  const read = [packages.page, packages.get, packages.history]
  const refreshSoon = useThrottledCallback((readBefore?: number) => refresh(read, { readBefore }), PAUSE)
  useLive((news, readBefore) => {
    const isOfInterest = news === 'missed' || (news.Topic === 'packages' && (!propertyId || news.PropertyId === propertyId))
    if (isOfInterest) refreshSoon(readBefore)
  })
  return null
}
