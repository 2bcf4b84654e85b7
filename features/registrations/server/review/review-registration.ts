import type { Message } from '#platform/define-messages.ts'
import { refuseStale } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { t } from '../../messages.ts'
import { APPROVAL, REGISTRATION_STATUS, type RegistrationType, whyNotApprove } from '../../rules.ts'
import { setRequestedProperties } from '../choices.ts'
import { type Mailing, mailApproval } from '../mails.ts'
import {
  closeRegistration,
  type homeColumns,
  type LockedRegistration,
  openRegistration,
  type Person,
  personColumns,
  type workColumns,
} from '../store.ts'
import { endVerification, replaceVerification } from '../submit/verification.ts'
import { completeLater, type SendJob } from './rejection.ts'

export type ReviewContext = TransactionContext &
  Mailing & { readonly keys: Keys; readonly sendJob: SendJob; readonly now: Date; readonly caller: Caller }

type Columns = ReturnType<typeof homeColumns> | (ReturnType<typeof workColumns> & { readonly pin_hash?: string })
type ReviewInput = Person & {
  readonly Comments: string
  readonly ApprovalStatus?: number | null | undefined
  readonly Version?: string | null | undefined
}
type Review = {
  readonly kind: RegistrationType
  readonly input: ReviewInput
  readonly propertyIds: readonly string[]
  /** The registration as the reviewer would read it now. */
  readonly read: () => Promise<{ readonly Version: string }>
  /** The columns that only this kind has. Refuses (422) a choice that is not offered. */
  readonly columns: (before: LockedRegistration) => Promise<Columns>
  /** Creates the resident or agent, or updates the resident; returns the id. */
  readonly approve: (before: LockedRegistration) => Promise<string>
  /** An agent's user name, for the approval mail. */
  readonly userName?: string
  /** Audit details of a review that decides nothing. */
  readonly changes?: Record<string, unknown>
}

/**
 * Saves a reviewer's changes to a registration and approves or rejects it when the input asks for that, in the caller's
 * transaction. 409 when the registration is decided already or has changed since it was read, 422 when a rule is violated.
 */
export async function reviewRegistration(context: ReviewContext, id: string, review: Review): Promise<Message> {
  const { db, tenant } = context
  const { kind, input, propertyIds, read, columns } = review
  const before = await openRegistration(db, tenant, kind, id)
  if (input.Version) refuseStale(await read(), input)
  await db
    .updateTable('registrations')
    .set({ ...personColumns(input), ...(await columns(before)), comments: input.Comments })
    .where('id', '=', id)
    .execute()
  await setRequestedProperties(db, tenant, id, propertyIds)
  return decide(context, before, review)
}

async function decide(context: ReviewContext, before: LockedRegistration, review: Review): Promise<Message> {
  const { db, tenant, audit, now, caller } = context
  const { kind, input, approve, userName, changes } = review
  const { id } = before
  const isOtherEmail = before.email.toLowerCase() !== input.Email.toLowerCase()
  const isVerified = before.email_verified_at !== null && !isOtherEmail
  const to = { id, email: input.Email, first_name: input.FirstName, language: before.language }
  const reviewer = { id: caller.id, name: caller.name }
  if (input.ApprovalStatus === APPROVAL.Approve) {
    refuseIf(whyNotApprove({ isVerified }))
    const approvedId = await approve(before)
    const approved = kind === 'resident' ? { resident_id: approvedId } : { agent_id: approvedId }
    await closeRegistration(db, id, { status: REGISTRATION_STATUS.Approved, reviewer, now, approved })
    await audit(`${kind} registration approved`, id, { [kind]: approvedId })
    await mailApproval(db, context, to, userName)
    return t('MsgRegistrationApproved')
  }
  if (input.ApprovalStatus === APPROVAL.Reject) {
    await closeRegistration(db, id, { status: REGISTRATION_STATUS.Rejected, reviewer, now, isDue: true })
    if (isOtherEmail) await endVerification(db, id, now)
    await completeLater(db, context.sendJob, { organisationId: tenant.organisationId, id })
    await audit(`${kind} registration rejected`, id)
    return t('MsgRegistrationRejected')
  }
  if (isOtherEmail) await replaceVerification(db, context, kind, to)
  await audit(`${kind} registration changed`, id, changes)
  return t('MsgRegistrationSaved')
}
