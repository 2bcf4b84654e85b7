import { useCall } from '#platform/portal/api/queries.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { MAX_INT } from '#platform/wire.ts'
import { dashboards, type SummaryRow } from '../contract.ts'
import { t } from '../messages.ts'
import { REFRESH_MS } from '../refresh-age.ts'
import { useToldFailure } from './use-told-failure.ts'

const rows = ({ Data }: { Data: SummaryRow[] }) => Data

/** Every locker bank in numbers, asked again each minute. */
export function useSummary() {
  const { organisation } = useViewer()
  const input = { PageIndex: 1, PageSize: MAX_INT, OrganisationId: organisation.id }
  const summary = useCall(dashboards.summary, { input }, { every: REFRESH_MS, select: rows })
  useToldFailure(summary, t('MsgLockerBanksFailed').text)
  return summary
}
