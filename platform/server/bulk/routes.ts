import { sql } from 'kysely'
import { BULK_AT_ONCE, BULK_MAX, bulk } from '#platform/bulk.ts'
import { newId } from '#platform/ids.ts'
import { hasAnyPermission } from '#platform/permissions.ts'
import type { Caller } from '../http/caller.ts'
import { conflict, forbidden, orNotFound, Refusal } from '../http/refusal.ts'
import type { RequestContext, Router, TransactionContext } from '../http/route.ts'
import { t } from '../messages.ts'
import type { Db } from '../postgres/db.ts'
import { type BulkAction, nameOf } from './action.ts'
import { BULK_QUEUE, type BulkDeps, bulkContext, permissionsOf, runNext } from './run.ts'
import { changedRows, lockJob, mayUndo, readJob, replyOf, type StoredJob } from './store.ts'

type Deps = Pick<BulkDeps, 'sendJob' | 'actions'>
type Context = Pick<RequestContext<unknown>, 'caller' | 'now'> & TransactionContext

/** Binds the operations of these actions, and those that all of them share. */
export function bulkRoutes(route: Router, deps: Deps): void {
  for (const action of deps.actions)
    route(action.operation, async (context) => {
      const { Ids, Matching, Except, Expected, ...input } = context.input
      const ids = await chosenIds(context, action, { Ids, Matching, Except, Expected })
      return start(context, deps, action, { ids, input })
    })

  route(bulk.job, async (context) => {
    const job = await ownJob(context, readJob)
    const action = allowedAction(deps, context.caller, job)
    return replyOf(context.db, context.tenant, action, job, context.now)
  })
  route(bulk.undo, async (context) => {
    const job = await ownJob(context, lockJob)
    const action = allowedAction(deps, context.caller, job)
    // Not the time of the request: it may have waited for the lock while the action was completed.
    if (!mayUndo(action, job, new Date())) throw conflict(t('MsgUndoTooLate'))
    await context.db.updateTable('bulk_jobs').set({ undone_at: context.now }).where('id', '=', job.id).execute()
    const ids = await changedRows(context.db, job.id)
    return start(context, deps, action, { ids, input: {}, undoOf: job.id })
  })
}

/** The action of a job; 403 for a caller who may no longer do it. */
function allowedAction({ actions }: Deps, caller: Caller, job: StoredJob): BulkAction {
  const action = orNotFound(actions.find((one) => nameOf(one) === job.action))
  if (!hasAnyPermission(caller.permissions, permissionsOf(action))) throw forbidden()
  return action
}

/** A job of the caller; 404 for any other. */
async function ownJob(
  { db, params, caller }: RequestContext<typeof bulk.job> & TransactionContext,
  read: (db: Db, id: string) => Promise<StoredJob | undefined>,
): Promise<StoredJob> {
  const job = await read(db, params.jobId)
  return orNotFound(job?.user_id === caller.id ? job : undefined)
}

type Chosen = {
  readonly Ids?: readonly string[]
  readonly Matching?: unknown
  readonly Except: readonly string[]
  readonly Expected?: number
}

/** The ids of the chosen rows, in order; refuses none, more than `BULK_MAX`, and more that match than the person has confirmed. */
async function chosenIds({ db, tenant }: Context, action: BulkAction, chosen: Chosen): Promise<string[]> {
  const { Ids, Matching, Except, Expected = BULK_MAX } = chosen
  const except = new Set(Except)
  if (Ids) return [...new Set(Ids)].filter((id) => !except.has(id)).sort()
  const ids = (await action.matching(db, tenant, Matching, BULK_MAX + except.size + 1)).filter((id) => !except.has(id))
  if (ids.length === 0) throw new Refusal(422, t('MsgNothingMatches'))
  if (ids.length > BULK_MAX) throw new Refusal(422, t('MsgBulkTooMany', { max: BULK_MAX }))
  if (ids.length > Expected) throw new Refusal(409, t('MsgBulkMoreMatch'), { count: ids.length })
  return ids
}

type Work = { readonly ids: readonly string[]; readonly input: object; readonly undoOf?: string }

/** Changes the rows in this transaction; more than `BULK_AT_ONCE` by a job that it sends. 409 while another one runs. */
async function start(context: Context, deps: Deps, action: BulkAction, { ids, input, undoOf }: Work) {
  const { db, tenant, caller, now } = context
  const isLong = ids.length > BULK_AT_ONCE
  const id = newId()
  const inserted = await db
    .insertInto('bulk_jobs')
    .values({
      organisation_id: tenant.organisationId,
      id,
      user_id: caller.id,
      user_name: caller.name,
      home_organisation_id: caller.homeOrganisationId,
      action: nameOf(action),
      list: action.list,
      input: JSON.stringify(input),
      undo_of: undoOf ?? null,
      status: isLong ? 'Running' : 'Done',
      row_ids: ids,
    })
    .onConflict((c) => c.columns(['organisation_id', 'user_id', 'list']).where('status', '=', sql.lit('Running')).doNothing())
    .executeTakeFirst()
  if (!inserted.numInsertedOrUpdatedRows) throw conflict(t('MsgBulkRunning'))
  if (isLong) await deps.sendJob(db, BULK_QUEUE, { organisationId: tenant.organisationId, id })
  const job = orNotFound(await readJob(db, id))
  const after = isLong ? job : await runNext(bulkContext(context, caller, now), deps, action, job)
  return replyOf(db, tenant, action, after, now)
}
