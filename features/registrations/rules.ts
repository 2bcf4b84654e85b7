import { mayAtKiosk } from '#features/agents/rules.ts'
import type { Message } from '#platform/define-messages.ts'
import { ROLES } from '#platform/permissions.ts'
import { t } from './messages.ts'

/** Who registers themselves. It stands in the addresses as it is. */
export const REGISTRATION_TYPES = ['resident', 'agent'] as const
export type RegistrationType = (typeof REGISTRATION_TYPES)[number]

/** Statuses on the wire (decisions "Registration statuses"); a new one, 0, is a form that nobody has sent yet. */
export const REGISTRATION_STATUS = { Pending: 1, Approved: 2, Rejected: 3 } as const
export type RegistrationStatus = (typeof REGISTRATION_STATUS)[keyof typeof REGISTRATION_STATUS]
export const STATUS_NAMES = Object.keys(REGISTRATION_STATUS) as (keyof typeof REGISTRATION_STATUS)[]
export const statusText = (status: number): string => {
  const name = STATUS_NAMES.find((one) => REGISTRATION_STATUS[one] === status)
  return name ? t(`Status${name}`).text : ''
}

/** `approvalStatus` of a decision (spec 2 §3). */
export const APPROVAL = { Approve: 1, Reject: -1 } as const

/** Hours for which the link of a verification works. */
export const VERIFICATION_HOURS = 72
/** Days after which a rejected registration is forgotten, and one whose e-mail was never verified (decisions "People"). */
export const KEPT_DAYS = 30
/** How long the confirmation stands before the form is loaded anew, in ms (spec 2 §9). */
export const CONFIRMATION_MS = 7000
/** Longest comments of a reviewer, in characters (spec 2 §9). */
export const MAX_COMMENTS = 250

/** The role that an agent is offered for approval with: the one that takes dry cleaning for a courier that does it. */
export const presetRole = ({ IsDryCleaning }: { readonly IsDryCleaning: boolean }): number =>
  [ROLES.deliveryagent, ROLES.drycleaningagent].find(({ id }) => mayAtKiosk(id, 'dryCleaning') === IsDryCleaning)!.id

/** A registration is decided once. */
export const whyNotDecide = ({ status, reviewer }: { readonly status: number; readonly reviewer: string }): Message | null =>
  status === REGISTRATION_STATUS.Pending ? null : t('MsgAlreadyDecided', { reviewer, status: statusText(status).toLowerCase() })

/** Nobody is approved whose e-mail may be somebody else's. */
export const whyNotApprove = ({ isVerified }: { readonly isVerified: boolean }): Message | null =>
  isVerified ? null : t('MsgNotVerified')

export const whyNotSendVerification = ({ isVerified }: { readonly isVerified: boolean }): Message | null =>
  isVerified ? t('MsgAlreadyVerified') : null
