import { useThrottledCallback } from '@mantine/hooks'
import { courierName } from '#features/couriers/portal/shared/courier-name.tsx'
import { LIVE_PAUSE_MS, useLive } from '#features/live/portal/shared/use-live.ts'
import { HistoryList } from '#features/packages/portal/shared/HistoryList.tsx'
import { t as label } from '#platform/labels.ts'
import { useCall, useRefresh } from '#platform/portal/api/queries.ts'
import { FormSection, Sections } from '#platform/portal/form/DraftForm.tsx'
import { RecordChanges } from '#platform/portal/record/RecordChanges.tsx'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { type ResidentEvent, type ResidentInfo, residents } from '../contract.ts'

const subjectsOf = (event: ResidentEvent) => [
  <RecordLink key="package" kind="package" id={event.PackageId}>
    {event.PackageNumber}
  </RecordLink>,
  courierName(event),
]

/** The history of a resident's packages, and the changes of the resident. */
export function ResidentHistory({ resident }: { resident: ResidentInfo }) {
  // Kiosks change it: refreshed when it is opened, and while it is open.
  const history = useCall(residents.history, { params: { residentId: resident.Id } }, { staleTime: 0 })
  const refresh = useRefresh()
  const refreshSoon = useThrottledCallback(() => refresh([residents.history]), LIVE_PAUSE_MS)
  useLive((change) => {
    if (change === 'missed' || (change.Topic === 'packages' && change.PropertyId === resident.PropertyId)) refreshSoon()
  })
  return (
    <Sections>
      <FormSection title={label('LabelPackages').text}>
        <section aria-label={label('LabelPackages').text}>
          <HistoryList
            query={history}
            timeZone={resident.PropertyTimezoneId}
            subjectsOf={subjectsOf}
            empty={label('NoHistory').text}
          />
        </section>
      </FormSection>
      <FormSection title={label('SectionChanges').text}>
        <section aria-label={label('SectionChanges').text}>
          <RecordChanges
            operation={residents.changes}
            params={{ residentId: resident.Id }}
            timeZone={resident.PropertyTimezoneId}
          />
        </section>
      </FormSection>
    </Sections>
  )
}
