import { useRefresh } from '#platform/portal/api/queries.ts'
import { ReloadButton } from '#platform/portal/ui/ToolButton.tsx'
import { BANK_OPERATIONS } from './bank-operations.ts'

export function RefreshButton({ isBusy }: { isBusy: boolean }) {
  const refresh = useRefresh()
  return <ReloadButton loading={isBusy} onClick={() => refresh(BANK_OPERATIONS)} />
}
