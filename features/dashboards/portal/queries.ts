import { packages } from '#features/packages/contract.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { MAX_INT } from '#platform/wire.ts'
import { dashboards, type SummaryRow } from '../contract.ts'
import { REFRESH_MS } from '../refresh-age.ts'

/** The operations on a locker bank's screen; refreshed when anything changes at the bank. */
export const BANK_OPERATIONS = [
  dashboards.summary,
  dashboards.layout,
  dashboards.lockerSummary,
  dashboards.packageSummary,
  dashboards.choices,
  dashboards.lockerChanges,
  dashboards.locker,
  packages.ofLockerBank,
] as const

const rowsOf = ({ Data }: { Data: SummaryRow[] }) => Data

/** The summary rows of all locker banks, refreshed every minute. */
export function useSummary() {
  const { organisation } = useViewer()
  const input = { PageIndex: 1, PageSize: MAX_INT, OrganisationId: organisation.id }
  return useCall(dashboards.summary, { input }, { every: REFRESH_MS, select: rowsOf })
}

/** A bank's cabinet with the packages in its lockers, refreshed every minute. */
export const useLayout = (lockerBankId: string) => useCall(dashboards.layout, { params: { lockerBankId } }, { every: REFRESH_MS })
export type Layout = ReturnType<typeof useLayout>
