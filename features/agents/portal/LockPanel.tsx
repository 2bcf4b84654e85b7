import { Button, Group, Text } from '@mantine/core'
import { WRONG_PINS_THAT_LOCK } from '#features/kiosks/rules.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { type Agent, agents } from '../contract.ts'
import { t } from '../messages.ts'
import { AGENT_STATUS } from '../rules.ts'
import { AgentStatusMark } from './AgentStatusMark.tsx'

/** Whether the agent can sign in, and a button that unlocks a locked agent. */
export function LockPanel({ agent }: { agent: Agent }) {
  const unlock = useChange(agents.unlock, {
    refreshes: [agents.get, agents.page],
    title: t('MsgUnlockFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  return (
    <>
      <Group gap="sm">
        <AgentStatusMark status={agent.AgentStatus} />
        {agent.AgentStatus === AGENT_STATUS.Locked && (
          <Button variant="default" loading={unlock.isPending} onClick={() => unlock.mutate({ params: { agentId: agent.Id } })}>
            {t('ButtonUnlock').text}
          </Button>
        )}
      </Group>
      {agent.AgentStatus === AGENT_STATUS.Locked && (
        <Text c="dimmed" size="sm">
          {t('HelpLocked', { count: WRONG_PINS_THAT_LOCK }).text}
        </Text>
      )}
    </>
  )
}
