import type { Updateable } from 'kysely'
import type { ImportTables } from '#database/tables-of-imports.ts'
import type { Message } from '#platform/define-messages.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TransactionContext } from '#platform/server/http/route.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { imports } from '../contract.ts'
import { t } from '../messages.ts'
import { MAX_UNPLACED, whyNotApply } from '../rules.ts'
import { chooseLayout } from './choose-layout.ts'
import { countMoveOut, unplacedLines } from './full-list.ts'
import { IMPORT_QUEUE, type SendJob } from './run.ts'
import { type Import, lockedImport, unknownStatuses } from './store.ts'

type Operation = typeof imports.save
type SaveContext = RequestContext<Operation> & TransactionContext & { readonly sendJob: SendJob }

/** Sends the job that applies a checked file, or that checks it again with another layout. Returns the message for the user. */
export async function saveImport(context: SaveContext): Promise<Message> {
  const { db, tenant, input, caller, audit, sendJob } = context
  const job = await lockedImport(db, input.Id)
  const isAgain = Boolean(input.Columns ?? input.Layout)
  if (!isAgain && !input.Apply) return t(`Status${job.status}`)
  const { organisationId } = tenant
  if (isAgain) await start(db, organisationId, job.id, await chooseLayout(db, organisationId, job, input), sendJob)
  else {
    const { IsFullList, ConfirmMoveOut } = input
    const how = { organisationId, isFullList: IsFullList, isConfirmed: ConfirmMoveOut, by: caller }
    const { whyNot, movesOut } = await apply(db, job, how, sendJob)
    refuseIf(whyNot)
    await audit('residents import begun', job.id, { fullList: IsFullList, movesOut })
  }
  return t(isAgain ? 'MsgImportChecking' : 'MsgImportApplying')
}

/** Changes an import and sends its job. */
async function start(
  db: Db,
  organisationId: string,
  id: string,
  changes: Updateable<ImportTables['import_jobs']>,
  sendJob: SendJob,
) {
  await db
    .updateTable('import_jobs')
    .set({ ...changes, failure: '', run_id: null, progress: 0, touched_at: new Date() })
    .where('id', '=', id)
    .execute()
  await sendJob(db, IMPORT_QUEUE, { organisationId, id })
}

type Apply = {
  readonly organisationId: string
  readonly isFullList: boolean
  readonly isConfirmed: boolean
  readonly mayBeEmpty?: boolean
  readonly by: { readonly id: string | null; readonly name: string }
}

/** Sends the job that applies a checked file, unless there is a reason not to; returns it, and how many residents move out. */
async function apply(db: Db, job: Import, { organisationId, by, ...how }: Apply, sendJob: SendJob) {
  const key = { organisationId, importId: job.id }
  const { moveOut, of } = how.isFullList ? await countMoveOut(db, key) : { moveOut: 0, of: 0 }
  const whyNot = whyNotApply(
    {
      status: job.status,
      isChecked: job.checked_at !== null,
      isTruncated: job.is_truncated,
      unplaced: how.isFullList ? await unplacedLines(db, job.id, MAX_UNPLACED + 1) : [],
      toDo: job.new_lines + job.changed_lines,
      unknownStatuses: unknownStatuses(job),
    },
    { ...how, moveOut, of },
  )
  if (whyNot) return { whyNot, movesOut: 0 }
  const changes = {
    status: 'Applying' as const,
    is_full_list: how.isFullList,
    ...(how.isFullList && { moves_out: moveOut, moves_out_of: of }),
    applied_by: by.id,
    applied_by_name: by.name,
  }
  await start(db, organisationId, job.id, changes, sendJob)
  return { whyNot: null, movesOut: moveOut }
}

type Fetched = { readonly organisationId: string; readonly id: string; readonly isFullList: boolean; readonly now: Date }
/** Applies a checked file that was fetched, in the name of its source. Returns why it cannot be, or null. */
export async function applyFetched(
  db: Db,
  { organisationId, id, isFullList, now }: Fetched,
  sendJob: SendJob,
): Promise<Message | null> {
  const job = await lockedImport(db, id)
  const actor = { id: null, name: job.created_by_name }
  const how = { organisationId, isFullList, isConfirmed: true, mayBeEmpty: true, by: actor }
  const { whyNot, movesOut } = await apply(db, job, how, sendJob)
  if (whyNot) return whyNot
  const detail = { fullList: isFullList, movesOut }
  await writeAudit(db, { organisationId, at: now, actor, action: 'residents import begun', subjectId: id, detail })
  return null
}
