import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { packages } from '../contract.ts'
import { Section } from './facts.tsx'
import { HistoryList } from './shared/HistoryList.tsx'

/** The package's history. */
export function PackageHistory({ packageId, timeZone }: { packageId: string; timeZone: string }) {
  const history = useCall(packages.history, { params: { packageId } })
  return (
    <Section title={label('SectionHistory').text}>
      <HistoryList query={history} timeZone={timeZone} empty={label('NoHistory').text} />
    </Section>
  )
}
