import { Title } from '@mantine/core'
import { HistoryList } from '#features/packages/portal/HistoryList.tsx'
import { useCall } from '#platform/portal/api/queries.ts'
import { type ResidentEvent, type ResidentInfo, residents } from '../contract.ts'
import { t } from '../messages.ts'

const wordsOf = ({ PackageNumber, PlaceName, UserName }: ResidentEvent) => [
  PackageNumber,
  PlaceName,
  UserName && t('HistoryBy', { name: UserName }).text,
]

/** What happened to a resident's packages. */
export function ResidentHistory({ resident }: { resident: ResidentInfo }) {
  // It grows at the lockers: whoever opens it again sees what has happened since.
  const history = useCall(residents.history, { params: { residentId: resident.Id } }, { staleTime: 0 })
  return (
    <section aria-label={t('TabHistory').text}>
      <Title order={2} mb={16}>
        {t('TabHistory').text}
      </Title>
      <HistoryList query={history} propertyId={resident.PropertyId} wordsOf={wordsOf} empty={t('NoHistory').text} />
    </section>
  )
}
