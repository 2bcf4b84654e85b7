import type { PortalBulkAction } from '#platform/portal/bulk/bulk-action.ts'
import { agents } from '../contract.ts'
import { t } from '../messages.ts'

const ofAgents = { permission: 'EditAgent', many: (count: string) => t('CountAgents', { count }).text } as const

export const lock: PortalBulkAction = {
  ...ofAgents,
  operation: agents.lock,
  label: t('ButtonLock').text,
  text: (who) => t('AskLock', { who }).text,
}

export const unlock: PortalBulkAction = {
  ...ofAgents,
  operation: agents.unlockMany,
  label: t('ButtonUnlock').text,
  text: (who) => t('AskUnlock', { who }).text,
}
