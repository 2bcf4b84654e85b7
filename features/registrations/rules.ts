import { mayAtKiosk } from '#features/package-statuses/duties.ts'
import { type Message, plainMessage } from '#platform/define-messages.ts'
import { ROLES } from '#platform/permissions.ts'
import { t } from './messages.ts'

/** Kinds of registration, as they appear in paths. */
export const REGISTRATION_TYPES = ['resident', 'agent'] as const
export type RegistrationType = (typeof REGISTRATION_TYPES)[number]

/** Statuses on the wire (decisions "Registration statuses"); a new one, 0, is a form that was not submitted yet. */
export const REGISTRATION_STATUS = { Pending: 1, Approved: 2, Rejected: 3 } as const
export type RegistrationStatus = (typeof REGISTRATION_STATUS)[keyof typeof REGISTRATION_STATUS]
export const STATUS_NAMES = Object.keys(REGISTRATION_STATUS) as (keyof typeof REGISTRATION_STATUS)[]
export const statusMessage = (status: number): Message => {
  const name = STATUS_NAMES.find((one) => REGISTRATION_STATUS[one] === status)
  return name ? t(`Status${name}`) : plainMessage('')
}

/** `approvalStatus` of a decision (spec 2 §3). */
export const APPROVAL = { Approve: 1, Reject: -1 } as const

/** Hours for which a verification link works. */
export const VERIFICATION_HOURS = 72
/** Days after which rejected and unverified registrations are deleted (decisions "People"). */
export const RETENTION_DAYS = 30
/** How long a rejection can be taken back, in seconds: no e-mail is sent before. */
export const TAKE_BACK_SECONDS = 10
/** How long the confirmation is shown before the form reloads, in ms (spec 2 §9). */
export const CONFIRMATION_MS = 7000
/** Longest comments of a reviewer, in characters (spec 2 §9). */
export const MAX_COMMENTS = 250

/** The role that the review preselects for an agent of the courier. */
export const presetRole = ({ IsDryCleaning }: { readonly IsDryCleaning: boolean }): number =>
  [ROLES.deliveryagent, ROLES.drycleaningagent].find(({ id }) => mayAtKiosk(id, 'dryCleaning') === IsDryCleaning)!.id

/** A registration is decided once. */
export function whyNotDecide({ status, reviewer }: { readonly status: number; readonly reviewer: string }): Message | null {
  if (status === REGISTRATION_STATUS.Pending) return null
  const decision = t(status === REGISTRATION_STATUS.Approved ? 'WordApproved' : 'WordRejected')
  return t('MsgAlreadyDecided', { reviewer, status: decision })
}

/** An unverified e-mail may belong to another person. */
export const whyNotApprove = ({ isVerified }: { readonly isVerified: boolean }): Message | null =>
  isVerified ? null : t('MsgNotVerified')

/**
 * A registrant who may be on record is approved in the review, as a new person or as that one; so is an agent who asks for
 * properties that the approver does not see, whose number the review shows.
 */
export function whyNotApproveUnseen({ duplicates, others = 0 }: { readonly duplicates: number; readonly others?: number }) {
  if (duplicates > 0) return t('MsgNeedsReview')
  return others > 0 ? t('MsgNeedsReviewOfProperties') : null
}

export const whyNotSendVerification = ({ isVerified }: { readonly isVerified: boolean }): Message | null =>
  isVerified ? t('MsgAlreadyVerified') : null
