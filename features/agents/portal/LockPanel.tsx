import { Text } from '@mantine/core'
import { WRONG_PINS_THAT_LOCK } from '#features/kiosks/rules.ts'
import { RecordBulkButton } from '#platform/portal/bulk/RecordBulkButton.tsx'
import type { Agent } from '../contract.ts'
import { t } from '../messages.ts'
import { AGENT_STATUS } from '../rules.ts'
import { lock, unlock } from './agent-actions.ts'

/** Why a locked agent cannot sign in, and the button that unlocks the agent; for others the button that locks. */
export function LockPanel({ agent }: { agent: Agent }) {
  const isLocked = agent.AgentStatus === AGENT_STATUS.Locked
  const name = `${agent.FirstName} ${agent.LastName}`
  return (
    <>
      {isLocked && (
        <Text c="dimmed" size="sm">
          {t('HelpLocked', { count: WRONG_PINS_THAT_LOCK }).text}
        </Text>
      )}
      <div>
        <RecordBulkButton action={isLocked ? unlock : lock} id={agent.Id} name={name} asks={false} />
      </div>
    </>
  )
}
