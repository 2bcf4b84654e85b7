import { IconLock } from '@tabler/icons-react'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { t } from '../messages.ts'
import { AGENT_STATUS, type AgentStatus } from '../rules.ts'

/** Whether an agent can sign in at a terminal. */
export function AgentStatusMark({ status }: { status: AgentStatus }) {
  if (status === AGENT_STATUS.Locked)
    return (
      <StatusBadge kind="stop" icon={IconLock}>
        {t('StatusLocked').text}
      </StatusBadge>
    )
  return status === AGENT_STATUS.Active ? (
    <StatusBadge kind="good">{t('StatusActive').text}</StatusBadge>
  ) : (
    <StatusBadge kind="off">{t('StatusInactive').text}</StatusBadge>
  )
}
