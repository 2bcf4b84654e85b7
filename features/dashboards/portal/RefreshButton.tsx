import { useRefresh } from '#platform/portal/queries.ts'
import { ReloadButton } from '#platform/portal/ToolButton.tsx'
import { BANK_OPERATIONS } from './bank-operations.ts'

export function RefreshButton({ isBusy }: { isBusy: boolean }) {
  const refresh = useRefresh()
  return <ReloadButton loading={isBusy} onClick={() => refresh(BANK_OPERATIONS)} />
}
