import type { Message } from '#platform/define-messages.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { t } from '../../messages.ts'
import { APPROVAL, REGISTRATION_STATUS, type RegistrationType, whyNotApprove } from '../../rules.ts'
import { type Mailing, mailApproval, mailRejection } from '../mails.ts'
import { closeRegistration, type LockedRegistration } from '../store.ts'
import { verifyAnew } from '../submit/verification.ts'

export type Reviewing = TransactionContext & Mailing & { readonly keys: Keys; readonly now: Date; readonly caller: Caller }

type Review = {
  readonly kind: RegistrationType
  /** The registration as it was before the review. */
  readonly before: LockedRegistration
  readonly input: { readonly Email: string; readonly FirstName: string; readonly ApprovalStatus?: number | null | undefined }
  /** Makes who comes of an approval; gives the id. */
  readonly approve: () => Promise<string>
  /** An agent's, for the mail that tells of the approval. */
  readonly userName?: string
  /** What the audit says of a review that decides nothing. */
  readonly changes?: Record<string, unknown>
}

/**
 * Does what a saved review says: approves, rejects, or lets the registration wait. 422 for an approval that a rule is against;
 * the approval, who comes of it and the mails are one transaction.
 */
export async function decide(asked: Reviewing, { kind, before, input, approve, userName, changes }: Review): Promise<Message> {
  const { db, audit, now, caller } = asked
  const { id } = before
  const isOtherEmail = before.email.toLowerCase() !== input.Email.toLowerCase()
  const isVerified = before.email_verified_at !== null && !isOtherEmail
  const to = { id, email: input.Email, first_name: input.FirstName, language: before.language }
  const reviewer = { id: caller.id, name: caller.name }
  if (input.ApprovalStatus === APPROVAL.Approve) {
    refuseIf(whyNotApprove({ isVerified }))
    const madeId = await approve()
    const made = kind === 'resident' ? { resident_id: madeId } : { agent_id: madeId }
    await closeRegistration(db, id, { status: REGISTRATION_STATUS.Approved, reviewer, now, made })
    await audit(`${kind} registration approved`, id, { [kind]: madeId })
    await mailApproval(db, asked, to, userName)
    return t('MsgRegistrationApproved')
  }
  if (input.ApprovalStatus === APPROVAL.Reject) {
    await closeRegistration(db, id, { status: REGISTRATION_STATUS.Rejected, reviewer, now })
    await audit(`${kind} registration rejected`, id)
    // It greets by a name that was typed: an address that may be somebody else's gets none.
    if (isVerified) await mailRejection(db, asked, to)
    return t('MsgRegistrationRejected')
  }
  if (isOtherEmail) await verifyAnew(db, asked, kind, to)
  await audit(`${kind} registration changed`, id, changes)
  return t('MsgRegistrationSaved')
}
