import { useEffect } from 'react'
import { layouts } from '#features/layout/contract.ts'
import { t as tLayout } from '#features/layout/messages.ts'
import { packages } from '#features/packages/contract.ts'
import type { CallError } from '#platform/portal/api/call-error.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { MAX_INT } from '#platform/wire.ts'
import { dashboards, type SummaryRow } from '../contract.ts'
import { t } from '../messages.ts'
import { REFRESH_MS } from '../refresh-age.ts'

/** The operations on a locker bank's screen; refreshed when anything changes at the bank. */
export const BANK_OPERATIONS = [
  dashboards.summary,
  dashboards.layout,
  dashboards.lockerSummary,
  dashboards.packageSummary,
  dashboards.choices,
  dashboards.lockerChanges,
  layouts.locker,
  packages.ofLockerBank,
] as const

const rowsOf = ({ Data }: { Data: SummaryRow[] }) => Data

/** The summary rows of all locker banks, refreshed every minute. */
export function useSummary() {
  const { organisation } = useViewer()
  const input = { PageIndex: 1, PageSize: MAX_INT, OrganisationId: organisation.id }
  const summary = useCall(dashboards.summary, { input }, { every: REFRESH_MS, select: rowsOf })
  useFailureToast(summary, t('MsgLockerBanksFailed').text)
  return summary
}

/** A bank's cabinet with the packages in its lockers, refreshed every minute. */
export function useLayout(lockerBankId: string) {
  const layout = useCall(dashboards.layout, { params: { lockerBankId } }, { every: REFRESH_MS })
  useFailureToast(layout, tLayout('MsgFailedToFetchLayout').text)
  return layout
}
export type Layout = ReturnType<typeof useLayout>

/** Reports that a query failed, and again only after it has succeeded (spec 1 §8 "Dashboard"). */
export function useFailureToast({ error, isError }: { error: CallError | null; isError: boolean }, title: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: repeated failures are not reported
  useEffect(() => {
    // Without a title when the server is unreachable: then all queries fail, and equal toasts are shown once.
    if (isError) toast.failure(error, error?.status === 0 ? undefined : title)
  }, [isError])
}
