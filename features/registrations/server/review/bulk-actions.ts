import { sql } from 'kysely'
import type { Message } from '#platform/define-messages.ts'
import { personName } from '#platform/person-name.ts'
import { type BulkAction, type BulkContext, type BulkOutcome, bulkAction, orderedIds } from '#platform/server/bulk/action.ts'
import { asRefusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type AgentRegistrationQuery, type ResidentRegistrationQuery, registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import { APPROVAL, type RegistrationType, whyNotApprove, whyNotApproveUnseen } from '../../rules.ts'
import type { RegistrationDeps } from '../routes.ts'
import { openRegistration, visibleRegistrations } from '../store.ts'
import { matchingAgents, matchingResidents } from './list.ts'
import { readAgentRegistration, reviewAgent } from './review-agent.ts'
import type { ReviewContext } from './review-registration.ts'
import { readResidentRegistration, reviewResident } from './review-resident.ts'

const namesOf = (kind: RegistrationType) => async (db: Db, tenant: Tenant, ids: readonly string[]) => {
  const rows = await visibleRegistrations(db, tenant, kind)
    .select(['g.id', 'g.first_name', 'g.last_name'])
    .where('g.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, personName(row.first_name, row.last_name)]))
}

const message = (count: number) => t('MsgRegistrationsApproved', { count })

/** The actions on many registrations. */
export const registrationActions = (deps: RegistrationDeps): readonly BulkAction[] => [
  bulkAction({
    list: 'resident registrations',
    operation: registrationsOf.resident.approve,
    matching: (db: Db, tenant: Tenant, query: ResidentRegistrationQuery, most: number) =>
      orderedIds(db, matchingResidents(db, tenant, query).select('g.id'), most),
    names: namesOf('resident'),
    run: (context, ids) => approveEach(context, ids, (id) => approveResident({ ...context, ...deps }, id)),
    message,
  }),
  bulkAction({
    list: 'agent registrations',
    operation: registrationsOf.agent.approve,
    matching: (db: Db, tenant: Tenant, query: AgentRegistrationQuery, most: number) =>
      orderedIds(db, matchingAgents(db, tenant, query).select('g.id'), most),
    names: namesOf('agent'),
    run: (context, ids) => approveEach(context, ids, (id) => approveAgent({ ...context, ...deps }, id)),
    message,
  }),
]

/** Approves registrations one after the other, as a review does. A refusal undoes what was written for that one only. */
async function approveEach(
  { db }: BulkContext,
  ids: readonly string[],
  approve: (id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  const changed: string[] = []
  const refused = new Map<string, Message>()
  for (const id of ids) {
    await sql`savepoint one_registration`.execute(db)
    try {
      await approve(id)
      changed.push(id)
    } catch (error) {
      const refusal = asRefusal(error)
      // A temporary state of the database concerns all of them, and may have ended the transaction.
      if (!refusal || (refusal !== error && refusal.status === 503)) throw error
      await sql`rollback to savepoint one_registration`.execute(db)
      refused.set(id, refusal.reason)
    }
    await sql`release savepoint one_registration`.execute(db)
  }
  return { changed, refused }
}

const APPROVED = { ApprovalStatus: APPROVAL.Approve } as const

type Unseen = { readonly Duplicates: readonly unknown[]; readonly OtherProperties?: number }
type Approval<Registration extends Unseen> = {
  readonly kind: RegistrationType
  readonly read: (db: Db, tenant: Tenant, id: string) => Promise<Registration>
  readonly review: (context: ReviewContext, id: string, registration: Registration) => Promise<unknown>
}

/** Approves a registration as it is. Refuses (422) one without a verified address, and one that needs a review. */
const approval =
  <Registration extends Unseen>({ kind, read, review }: Approval<Registration>) =>
  async (context: ReviewContext, id: string): Promise<void> => {
    const { db, tenant } = context
    refuseIf(whyNotApprove({ isVerified: (await openRegistration(db, tenant, kind, id)).email_verified_at !== null }))
    const registration = await read(db, tenant, id)
    const { Duplicates, OtherProperties } = registration
    refuseIf(whyNotApproveUnseen({ duplicates: Duplicates.length, others: OtherProperties }))
    await review(context, id, registration)
  }

const approveResident = approval({
  kind: 'resident',
  read: readResidentRegistration,
  review: (context, id, registration) =>
    reviewResident(context, id, { ...registration, ...APPROVED, ResidentId: undefined, SendLockerAccessCode: false }),
})

const approveAgent = approval({
  kind: 'agent',
  read: readAgentRegistration,
  review: (context, id, registration) => reviewAgent(context, id, { ...registration, ...APPROVED }, undefined),
})
