import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { packages } from '../contract.ts'
import { HistoryList } from './shared/HistoryList.tsx'

/** Colleagues and kiosks change packages all the time. In ms. */
export const READ_AGAIN_MS = 15_000

/** The package's history. */
export function PackageHistory({ packageId, timeZone }: { packageId: string; timeZone: string }) {
  const history = useCall(packages.history, { params: { packageId } }, { every: READ_AGAIN_MS })
  return <HistoryList query={history} timeZone={timeZone} empty={label('NoHistory').text} />
}
