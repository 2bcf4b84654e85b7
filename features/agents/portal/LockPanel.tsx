import { Button, Text } from '@mantine/core'
import { WRONG_PINS_THAT_LOCK } from '#features/kiosks/rules.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { type Agent, agents } from '../contract.ts'
import { t } from '../messages.ts'
import { AGENT_STATUS } from '../rules.ts'

/** Why a locked agent cannot sign in, and the button that unlocks the agent. */
export function LockPanel({ agent }: { agent: Agent }) {
  const unlock = useChange(agents.unlock, {
    refreshes: [agents.get, agents.page, agents.changes],
    title: t('MsgUnlockFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  if (agent.AgentStatus !== AGENT_STATUS.Locked) return null
  return (
    <>
      <Text c="dimmed" size="sm">
        {t('HelpLocked', { count: WRONG_PINS_THAT_LOCK }).text}
      </Text>
      <div>
        <Button variant="default" loading={unlock.isPending} onClick={() => unlock.mutate({ params: { agentId: agent.Id } })}>
          {t('ButtonUnlock').text}
        </Button>
      </div>
    </>
  )
}
