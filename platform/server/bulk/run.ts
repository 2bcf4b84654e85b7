import { BULK_AT_ONCE } from '#platform/bulk.ts'
import type { Message } from '#platform/define-messages.ts'
import { hasAnyPermission, type Permission } from '#platform/permissions.ts'
import { ANONYMOUS, type Caller } from '../http/caller.ts'
import { type TransactionContext, transactionOf } from '../http/route.ts'
import { forEachOrganisation, type JobData, type Jobs, type Queue } from '../jobs/jobs.ts'
import { t } from '../messages.ts'
import { type Database, type Db, wholeOrganisation } from '../postgres/db.ts'
import { type BulkAction, type BulkContext, type BulkOutcome, nameOf } from './action.ts'
import {
  COMPLETE_AFTER_SECONDS,
  changedRows,
  deleteBefore,
  failJob,
  lockJob,
  readBefore,
  readJob,
  runningSince,
  type StoredJob,
  storeOutcome,
} from './store.ts'

export const BULK_QUEUE = 'bulk'
/** Jobs that make an action final once it cannot be undone any more. */
const COMPLETION_QUEUE = 'bulk-completion'
const RETRIES = 5
/** Seconds until a completion looks again whether an undo has ended. */
const AGAIN_SECONDS = 10
/** Hours after which a running job counts as abandoned: its queue entry was lost, since it would have ended or failed long ago. */
const ABANDONED_HOURS = 24

export type SendJob = Jobs['send']
/** A user as they are now, in their own organisation; null when they are deleted or inactive. */
export type ReadUser = (database: Database, organisationId: string, userId: string) => Promise<Caller | null>
export type BulkDeps = {
  readonly database: Database
  readonly sendJob: SendJob
  readonly actions: readonly BulkAction[]
  readonly readUser: ReadUser
}

export const permissionsOf = ({ operation }: BulkAction): readonly Permission[] =>
  [operation.needs.permission as Permission].flat()

/** The context of one transaction of a bulk action. */
export const bulkContext = (transaction: TransactionContext, caller: Caller, now: Date): BulkContext => ({
  ...transaction,
  caller,
  now,
})

/** Does the next rows of a job in the context's transaction; returns the job as it is then. */
export async function runNext(
  context: BulkContext,
  { sendJob }: Pick<BulkDeps, 'sendJob'>,
  action: BulkAction,
  job: StoredJob,
): Promise<StoredJob> {
  const { db, now } = context
  const ids = job.next_ids
  const outcome = job.undo_of ? await undoRows(context, action, job.undo_of, ids) : await action.run(context, ids, job.input)
  const after = await storeOutcome(db, job, ids, outcome, now)
  if (after.status === 'Done' && action.undo && !job.undo_of && after.changed > 0)
    await sendJob(db, COMPLETION_QUEUE, { organisationId: job.organisation_id, id: job.id }, COMPLETE_AFTER_SECONDS)
  return after
}

async function undoRows(context: BulkContext, action: BulkAction, jobId: string, ids: readonly string[]): Promise<BulkOutcome> {
  const outcome = await action.undo!(context, await readBefore(context.db, jobId, ids))
  await deleteBefore(context.db, jobId, outcome.changed)
  return outcome
}

/** The jobs of bulk actions. One that dies continues behind the last rows that were committed. */
export const bulkQueues = (deps: BulkDeps): Queue[] => [
  {
    name: BULK_QUEUE,
    retries: RETRIES,
    retryAfter: 1,
    isLong: true,
    run: async (data, signal) => {
      while (await runTransaction(deps, data)) signal?.throwIfAborted()
    },
    giveUp: async ({ organisationId, id }) => {
      await deps.database.inTenant(wholeOrganisation(organisationId), (db) =>
        fail(deps, db, { organisationId, id }, t('MsgBulkBrokeOff'), new Date()),
      )
    },
  },
  { name: COMPLETION_QUEUE, retries: 40, retryAfter: 5, run: (data) => complete(deps, data) },
]

/** Does the next rows of a job in one transaction; false when there are none left, or when the job has been stopped. */
async function runTransaction(deps: BulkDeps, { organisationId, id }: JobData): Promise<boolean> {
  const whole = wholeOrganisation(organisationId)
  const job = await deps.database.readInTenant(whole, (db) => readJob(db, id))
  if (job?.status !== 'Running') return false
  const action = actionOf(deps, job)
  const caller = await callerOf(deps, job)
  const now = new Date()
  if (!action || !caller || !hasAnyPermission(caller.permissions, permissionsOf(action))) {
    await deps.database.inTenant(whole, (db) => fail(deps, db, { organisationId, id }, t('MsgBulkNotAllowed'), now))
    return false
  }
  return inTransaction(deps, caller, now, async (context) => {
    const locked = await lockJob(context.db, id)
    if (locked?.status !== 'Running') return false
    return (await runNext(context, deps, action, locked)).status === 'Running'
  })
}

/** Ends a job that cannot go on. The rows that it has changed are completed, since a failed job cannot be undone. */
async function fail({ sendJob }: Pick<BulkDeps, 'sendJob'>, db: Db, data: JobData, reason: Message, now: Date): Promise<void> {
  const failed = await failJob(db, data.id, reason, now)
  if (failed && failed.undo_of === null && (await changedRows(db, data.id)).length > 0) await sendJob(db, COMPLETION_QUEUE, data)
}

/** Ends abandoned jobs of every organisation as interrupted, because a running job blocks its person's list. */
export const endAbandonedJobs = (deps: Pick<BulkDeps, 'database' | 'sendJob'>, now: Date): Promise<void> =>
  forEachOrganisation(deps.database, ({ organisationId }) =>
    deps.database.inTenant(wholeOrganisation(organisationId), async (db) => {
      const before = new Date(now.getTime() - ABANDONED_HOURS * 3_600_000)
      for (const { id } of await runningSince(db, before)) await fail(deps, db, { organisationId, id }, t('MsgBulkBrokeOff'), now)
    }),
  )

const actionOf = ({ actions }: BulkDeps, job: StoredJob) => actions.find((action) => nameOf(action) === job.action)

/** The person who started a job, in its organisation and with the rights of this moment; null when they have none there. */
async function callerOf({ database, readUser }: BulkDeps, job: StoredJob): Promise<Caller | null> {
  const user = await readUser(database, job.home_organisation_id, job.user_id)
  if (!user || job.organisation_id === job.home_organisation_id) return user
  return user.isSuperAdmin ? { ...user, tenant: wholeOrganisation(job.organisation_id) } : null
}

const inTransaction = <T>({ database }: BulkDeps, caller: Caller, now: Date, work: (context: BulkContext) => Promise<T>) =>
  database.inTenant(caller.tenant, (db) =>
    work(bulkContext(transactionOf(db, { caller, tenant: caller.tenant, now }), caller, now)),
  )

/** Completes the rows of an action that were not restored, and deletes their previous values. */
async function complete(deps: BulkDeps, data: JobData): Promise<void> {
  const whole = wholeOrganisation(data.organisationId)
  const state = await deps.database.inTenant(whole, async (db) => {
    // An undo holds this lock until its commit. One that has ended by then has deleted the values of the rows that it restored.
    const job = await lockJob(db, data.id)
    const undo = await db
      .selectFrom('bulk_jobs')
      .select('id')
      .where('undo_of', '=', data.id)
      .where('status', '=', 'Running')
      .executeTakeFirst()
    if (undo) await deps.sendJob(db, COMPLETION_QUEUE, data, AGAIN_SECONDS)
    return undo ? null : { job, ids: await changedRows(db, data.id) }
  })
  if (!state?.job) return
  const { job, ids } = state
  const action = actionOf(deps, job)
  // A consequence of what was done with the rights of that time.
  const caller: Caller = { ...ANONYMOUS, kind: 'user', id: job.user_id, name: job.user_name, tenant: whole }
  for (let from = 0; from < ids.length; from += BULK_AT_ONCE)
    await inTransaction(deps, caller, new Date(), async (context) => {
      const left = await deleteBefore(context.db, job.id, ids.slice(from, from + BULK_AT_ONCE))
      await action?.complete?.(context, left)
    })
}
