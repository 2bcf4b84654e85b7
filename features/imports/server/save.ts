import type { Message } from '#platform/define-messages.ts'
import type { InputOf } from '#platform/operation.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { imports } from '../contract.ts'
import { fieldMessage, headingKey } from '../fields.ts'
import { t } from '../messages.ts'
import { MAX_UNPLACED, whyNotApply, whyNotCheckAgain } from '../rules.ts'
import { isKept } from './files.ts'
import { countMoveOut, unplacedLines } from './full-list.ts'
import { IMPORT_QUEUE, type SendJob } from './run.ts'
import { type Import, lockedImport } from './store.ts'

type Operation = typeof imports.save
type SaveContext = RequestContext<Operation> & TransactionContext & { readonly sendJob: SendJob }
type Columns = NonNullable<InputOf<Operation>['Columns']>

/** Sends the job that applies a checked file, or that checks it again with other columns. Returns the message for the user. */
export async function saveImport(context: SaveContext): Promise<Message> {
  const { db, tenant, input, sendJob } = context
  const job = await lockedImport(db, input.Id)
  if (!input.Columns && !input.Apply) return t(`Status${job.status}`)
  const changes = input.Columns ? await checkAgain(context, job, input.Columns) : await apply(context, job)
  await db
    .updateTable('import_jobs')
    .set({ ...changes, failure: '', run_id: null, progress: 0, touched_at: new Date() })
    .where('id', '=', job.id)
    .execute()
  await sendJob(db, IMPORT_QUEUE, { organisationId: tenant.organisationId, id: job.id })
  return t(input.Columns ? 'MsgImportChecking' : 'MsgImportApplying')
}

async function apply({ db, tenant, input, caller, audit }: SaveContext, job: Import) {
  const key = { organisationId: tenant.organisationId, importId: job.id }
  const { moveOut, of } = input.IsFullList ? await countMoveOut(db, key) : { moveOut: 0, of: 0 }
  refuseIf(
    whyNotApply(
      {
        status: job.status,
        isChecked: job.checked_at !== null,
        isTruncated: job.is_truncated,
        unplaced: input.IsFullList ? await unplacedLines(db, job.id, MAX_UNPLACED + 1) : [],
        toDo: job.new_lines + job.changed_lines,
      },
      { isFullList: input.IsFullList, moveOut, of, isConfirmed: input.ConfirmMoveOut },
    ),
  )
  await audit('residents import begun', job.id, { fullList: input.IsFullList, movesOut: moveOut })
  return {
    status: 'Applying' as const,
    is_full_list: input.IsFullList,
    ...(input.IsFullList && { moves_out: moveOut, moves_out_of: of }),
    applied_by: caller.id,
    applied_by_name: caller.name,
  }
}

async function checkAgain({ db, tenant }: SaveContext, job: Import, columns: Columns) {
  refuseIf(whyNotCheckAgain({ status: job.status, isKept: await isKept(db, job.id) }))
  const unknown = columns.some(({ Heading }) => !job.headings.includes(Heading))
  refuseIf(unknown ? t('MsgColumnUnknown') : null, 'Columns')
  const taken = columns.map(({ Column }) => Column).filter((name) => name !== '')
  const twice = taken.find((name, i) => taken.indexOf(name) !== i)
  refuseIf(twice ? t('MsgColumnTwice', { column: fieldMessage(twice) }) : null, 'Columns')
  await remember(db, tenant.organisationId, columns)
  return { status: 'Checking' as const, checked_at: null }
}

/** Stores the field of each heading for the organisation's next files. */
async function remember(db: Db, organisationId: string, columns: Columns): Promise<void> {
  const fields = new Map(columns.map(({ Heading, Column }) => [headingKey(Heading), Column]))
  if (fields.size === 0) return
  await db
    .insertInto('import_headings')
    .values([...fields].map(([heading, field]) => ({ organisation_id: organisationId, heading, field })))
    .onConflict((c) => c.columns(['organisation_id', 'heading']).doUpdateSet((eb) => ({ field: eb.ref('excluded.field') })))
    .execute()
}
