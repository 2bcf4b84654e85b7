import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { type HistoryRow, packages } from '../contract.ts'
import { Section } from './facts.tsx'
import { placeText } from './place.ts'
import { HistoryList } from './shared/HistoryList.tsx'

const wordsOf = (row: HistoryRow) => [placeText(row), row.UserName && label('HistoryBy', { name: row.UserName }).text]

/** The package's history. */
export function PackageHistory({ packageId, propertyId }: { packageId: string; propertyId: string }) {
  const history = useCall(packages.history, { params: { packageId } })
  return (
    <Section title={label('SectionHistory').text}>
      <HistoryList query={history} propertyId={propertyId} wordsOf={wordsOf} empty={label('NoHistory').text} />
    </Section>
  )
}
