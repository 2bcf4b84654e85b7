import { useThrottledCallback } from '@mantine/hooks'
import { useLive } from '#features/live/portal/shared/use-live.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { packages } from '../contract.ts'

/** However much happens, what is on the screen is asked again at most this often, in ms. */
const PAUSE = 2000

/**
 * Keeps the list and the open package as they are now; `propertyId` is the property looked at, none for all. It draws nothing:
 * as a component it comes after the first rows, which need not wait for it.
 */
export default function LivePackages({ propertyId }: { propertyId: string | undefined }) {
  const refresh = useRefresh()
  const refreshSoon = useThrottledCallback(() => refresh([packages.page, packages.get, packages.history]), PAUSE)
  useLive((news) => {
    const isOfInterest = news === 'missed' || (news.Topic === 'packages' && (!propertyId || news.PropertyId === propertyId))
    if (isOfInterest) refreshSoon()
  })
  return null
}
