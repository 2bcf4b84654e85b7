import { Title } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { LIVE_PAUSE_MS, useLive } from '#features/live/portal/shared/use-live.ts'
import { HistoryList } from '#features/packages/portal/shared/HistoryList.tsx'
import { t as label } from '#platform/labels.ts'
import { useCall, useRefresh } from '#platform/portal/api/queries.ts'
import { type ResidentEvent, type ResidentInfo, residents } from '../contract.ts'

const wordsOf = ({ PackageNumber, PlaceName, UserName }: ResidentEvent) => [
  PackageNumber,
  PlaceName,
  UserName && label('HistoryBy', { name: UserName }).text,
]

/** The history of a resident's packages. */
export function ResidentHistory({ resident }: { resident: ResidentInfo }) {
  // Kiosks change it: refreshed when it is opened, and while it is open.
  const history = useCall(residents.history, { params: { residentId: resident.Id } }, { staleTime: 0 })
  const refresh = useRefresh()
  const refreshSoon = useThrottledCallback(() => refresh([residents.history]), LIVE_PAUSE_MS)
  useLive((change) => {
    if (change === 'missed' || (change.Topic === 'packages' && change.PropertyId === resident.PropertyId)) refreshSoon()
  })
  return (
    <section aria-label={label('SectionHistory').text}>
      <Title order={2} mb={16}>
        {label('SectionHistory').text}
      </Title>
      <HistoryList query={history} propertyId={resident.PropertyId} wordsOf={wordsOf} empty={label('NoHistory').text} />
    </section>
  )
}
