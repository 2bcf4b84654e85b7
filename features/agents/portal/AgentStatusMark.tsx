import { IconLock } from '@tabler/icons-react'
import { t as label } from '#platform/labels.ts'
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
    <StatusBadge kind="good">{label('LabelActive').text}</StatusBadge>
  ) : (
    <StatusBadge kind="off">{label('LabelInactive').text}</StatusBadge>
  )
}
