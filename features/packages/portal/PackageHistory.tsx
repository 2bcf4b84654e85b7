import { useCall } from '#platform/portal/queries.ts'
import { type HistoryRow, packages } from '../contract.ts'
import { say } from '../viewer-messages.ts'
import { Section } from './facts.tsx'
import { HistoryList } from './HistoryList.tsx'
import { placeText } from './place.ts'

const wordsOf = (row: HistoryRow) => [placeText(row), row.UserName && say('HistoryBy', { name: row.UserName }).text]

/** What happened to the package. */
export function PackageHistory({ packageId, propertyId }: { packageId: string; propertyId: string }) {
  const history = useCall(packages.history, { params: { packageId } })
  return (
    <Section title={say('SectionHistory').text}>
      <HistoryList query={history} propertyId={propertyId} wordsOf={wordsOf} empty={say('NoHistory').text} />
    </Section>
  )
}
