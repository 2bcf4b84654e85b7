import type { Message } from '#platform/define-messages.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { JobData, Jobs, Queue } from '#platform/server/jobs/jobs.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { t } from '../../messages.ts'
import { REGISTRATION_STATUS, type RegistrationType, TAKE_BACK_SECONDS } from '../../rules.ts'
import { type Mailing, mailRejection } from '../mails.ts'
import { lockedRegistration } from '../store.ts'

const REJECTION_QUEUE = 'rejection'
/** The request to take back may arrive so much later, in seconds; the job waits longer, for other nodes' clocks too. */
const LATE_SECONDS = 5
const JOB_SECONDS = TAKE_BACK_SECONDS + 2 * LATE_SECONDS
const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()

export type SendJob = Jobs['send']

/** Completes a rejection once it cannot be taken back any more. */
export const completeLater = (db: Db, sendJob: SendJob, data: JobData) => sendJob(db, REJECTION_QUEUE, data, JOB_SECONDS)

/** The jobs that delete the hash of the PIN and send the e-mail of a rejection, unless it was taken back. */
export const rejectionQueue = (deps: Mailing & { readonly database: Database }): Queue => ({
  name: REJECTION_QUEUE,
  retries: 40,
  retryAfter: 5,
  run: ({ organisationId, id }) =>
    deps.database.inTenant(wholeOrganisation(organisationId), async (db) => {
      // A registration that was rejected again meanwhile is completed by its second job.
      const due = before(new Date(), TAKE_BACK_SECONDS + LATE_SECONDS)
      const rejected = await db
        .updateTable('registrations')
        .set({ pin_hash: null, rejection_due: false })
        .where('id', '=', id)
        .where('rejection_due', '=', true)
        .where('decided_at', '<=', due)
        .returning(['id', 'email', 'first_name', 'language', 'email_verified_at'])
        .executeTakeFirst()
      // The mail contains the name from the form: an unverified address may belong to another person.
      if (rejected?.email_verified_at) await mailRejection(db, deps, rejected)
    }),
})

/** Makes a registration pending again that was rejected a moment ago; 409 when that is too long ago, or another decision. */
export async function takeBackRejection(
  { db, tenant, audit }: TransactionContext,
  kind: RegistrationType,
  id: string,
  now: Date,
): Promise<Message> {
  await lockedRegistration(db, tenant, kind, id)
  const pending = await db
    .updateTable('registrations')
    .set({
      status: REGISTRATION_STATUS.Pending,
      reviewer_id: null,
      reviewer_name: '',
      decided_at: null,
      rejection_due: false,
    })
    .where('id', '=', id)
    .where('rejection_due', '=', true)
    .where('decided_at', '>', before(now, TAKE_BACK_SECONDS + LATE_SECONDS))
    .returning('id')
    .executeTakeFirst()
  if (!pending) throw new Refusal(409, t('MsgTakeBackTooLate'))
  await audit(`${kind} registration rejection taken back`, id)
  return t('MsgRejectionTakenBack')
}
