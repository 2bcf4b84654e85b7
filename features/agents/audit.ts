import { actionsOn, defineAudit, savingActions } from '#platform/audit.ts'
import { defineMessages, type Message } from '#platform/define-messages.ts'
import { ROLES } from '#platform/permissions.ts'
import { t as agent } from './messages.ts'
import { t as screens } from './screens.ts'

export const t = defineMessages('AgentAudit', {
  AuditLockedByStaff: 'Locked',
  AuditUnlocked: 'Unlocked',
})

const NAMES = {
  deliveryagent: agent('RoleDelivery'),
  deliveryrecoveryagent: agent('RoleDeliveryRecovery'),
  drycleaningagent: agent('RoleDryCleaning'),
}

export const agentAudit = defineAudit({
  kinds: { agent: screens('ScreenAgent') },
  actions: {
    ...savingActions('agent', 'agent'),
    ...actionsOn('agent', {
      'agent locked': t('AuditLockedByStaff'),
      'agent unlocked': t('AuditUnlocked'),
    }),
  },
  values: {
    Role: roleOf,
    RoleTypeId: roleOf,
  },
})

/** An agent's role by its key or its id. */
function roleOf(value: unknown): Message | undefined {
  const role = Object.entries(ROLES).find(([key, { id }]) => key === value || id === value)?.[0]
  return NAMES[role as keyof typeof NAMES]
}

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly agents: typeof agentAudit
  }
}
