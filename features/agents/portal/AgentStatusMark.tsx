import { IconLock } from '@tabler/icons-react'
import { t as label } from '#platform/labels.ts'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { t } from '../messages.ts'
import { AGENT_STATUS, type AgentStatus } from '../rules.ts'

/** Whether an agent can sign in at a terminal, in words. */
export function agentStatusText(status: AgentStatus): string {
  if (status === AGENT_STATUS.Locked) return t('StatusLocked').text
  return label(status === AGENT_STATUS.Active ? 'LabelActive' : 'LabelInactive').text
}

/** Whether an agent can sign in at a terminal. */
export function AgentStatusMark({ status }: { status: AgentStatus }) {
  const isLocked = status === AGENT_STATUS.Locked
  const kind = isLocked ? 'stop' : status === AGENT_STATUS.Active ? 'good' : 'off'
  return (
    <StatusBadge kind={kind} {...(isLocked && { icon: IconLock })}>
      {agentStatusText(status)}
    </StatusBadge>
  )
}
