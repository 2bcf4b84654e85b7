import { DUTIES, type Duty, mayAtKiosk } from '#features/package-statuses/duties.ts'
import type { Message } from '#platform/define-messages.ts'
import { ROLES } from '#platform/permissions.ts'
import { t } from './messages.ts'

/** The roles that an agent may have, in the order in which they are offered, each with its name in words (spec 2 §3). */
export const AGENT_ROLES = [
  { id: ROLES.deliveryagent.id, name: t('RoleDelivery').text },
  { id: ROLES.deliveryrecoveryagent.id, name: t('RoleDeliveryRecovery').text },
  { id: ROLES.drycleaningagent.id, name: t('RoleDryCleaning').text },
] as const
export const isAgentRole = (roleId: number): boolean => AGENT_ROLES.some(({ id }) => id === roleId)

const DUTY_LABELS = {
  deliver: 'DutyDeliver',
  recover: 'DutyRecover',
  recoverExpired: 'DutyRecoverExpired',
  dryCleaning: 'DutyDryCleaning',
} as const satisfies Record<Duty, string>
/** The text of what a role may do at a terminal: 'delivers packages, recovers packages'. */
export const dutiesText = (roleId: number): string =>
  DUTIES.filter((duty) => mayAtKiosk(roleId, duty))
    .map((duty) => t(DUTY_LABELS[duty]).text)
    .join(', ')

/** On the wire (decisions "People"). An inactive agent can be Locked too: a manager has to undo it. */
export const AGENT_STATUS = { Active: 1, Inactive: 2, Locked: 3 } as const
export type AgentStatus = (typeof AGENT_STATUS)[keyof typeof AGENT_STATUS]
export function agentStatusOf({ isActive, isLocked }: { readonly isActive: boolean; readonly isLocked: boolean }): AgentStatus {
  if (isLocked) return AGENT_STATUS.Locked
  return isActive ? AGENT_STATUS.Active : AGENT_STATUS.Inactive
}

/** A dry-cleaning courier requires the dry-cleaning role, other couriers the other roles (spec 2 §2). */
export function whyNotCourier(roleId: number, courier: { readonly IsDryCleaning: boolean }): Message | null {
  const needsDryCleaning = mayAtKiosk(roleId, 'dryCleaning')
  if (needsDryCleaning === courier.IsDryCleaning) return null
  return t(needsDryCleaning ? 'MsgCourierNotDryCleaning' : 'MsgCourierIsDryCleaning')
}

/** Number of an agent's properties: those chosen among the editor's, and others that the editor does not see. */
type Properties = { readonly chosen: number; readonly others: number }

/** An agent has at least one property (spec 2 §5), including those that the editor does not see. */
export const whyNotProperties = ({ chosen, others }: Properties): Message | null =>
  chosen + others > 0 ? null : t('MsgAgentPropertyMissing')

/** A user with some properties deletes only agents without others (decisions "People"). */
export const whyNotDelete = ({ others }: Pick<Properties, 'others'>): Message | null =>
  others > 0 ? t('MsgAgentHasOtherProperties') : null

export const whyNotUnlock = ({ isLocked }: { readonly isLocked: boolean }): Message | null =>
  isLocked ? null : t('MsgAgentNotLocked')

export const whyNotLock = ({ isLocked }: { readonly isLocked: boolean }): Message | null =>
  isLocked ? t('MsgAgentLockedAlready') : null
