import { t as sayOfLayout } from '#features/layout/messages.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { dashboards } from '../../contract.ts'
import { REFRESH_MS } from '../../refresh-age.ts'
import { useToldFailure } from '../use-told-failure.ts'

/** A bank's cabinet with what lies behind its doors, asked again each minute. */
export function useLayout(lockerBankId: string) {
  const layout = useCall(dashboards.layout, { params: { lockerBankId } }, { every: REFRESH_MS })
  useToldFailure(layout, sayOfLayout('MsgFailedToFetchLayout').text)
  return layout
}
export type Layout = ReturnType<typeof useLayout>
