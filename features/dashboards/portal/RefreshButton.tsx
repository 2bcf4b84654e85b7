import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { say as sayPortal } from '#platform/portal/messages.ts'
import { useRefresh } from '#platform/portal/queries.ts'
import { BANK_OPERATIONS } from './bank-operations.ts'

export function RefreshButton({ isBusy }: { isBusy: boolean }) {
  const refresh = useRefresh()
  const name = sayPortal('GridReload').text
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={name}
      title={name}
      loading={isBusy}
      onClick={() => refresh(BANK_OPERATIONS)}
    >
      <IconRefresh size={18} aria-hidden />
    </ActionIcon>
  )
}
