import { IconLock } from '@tabler/icons-react'
import { Meaning } from '#platform/portal/Meaning.tsx'
import { say } from '../messages.ts'
import { AGENT_STATUS, type AgentStatus } from '../rules.ts'

/** Whether an agent can sign in at a terminal. */
export function AgentStatusMark({ status }: { status: AgentStatus }) {
  if (status === AGENT_STATUS.Locked)
    return (
      <Meaning kind="stop" icon={IconLock}>
        {say('StatusLocked').text}
      </Meaning>
    )
  return status === AGENT_STATUS.Active ? (
    <Meaning kind="good">{say('StatusActive').text}</Meaning>
  ) : (
    <Meaning kind="off">{say('StatusInactive').text}</Meaning>
  )
}
