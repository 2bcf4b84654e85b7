import type { Message } from '#platform/define-messages.ts'
import type { InputOf } from '#platform/operation.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { imports } from '../contract.ts'
import { fieldMessage, headingKey } from '../fields.ts'
import { t } from '../messages.ts'
import { MAX_UNPLACED, whyNotApply, whyNotCheckAgain } from '../rules.ts'
import { isKept } from './files.ts'
import { countMoveOut, unplacedLines } from './full-list.ts'
import { IMPORT_QUEUE, type SendJob } from './run.ts'
import { lockedImport } from './store.ts'

type SaveContext = TransactionContext & {
  readonly input: InputOf<typeof imports.save>
  readonly caller: { readonly id: string; readonly name: string }
  readonly sendJob: SendJob
}

/** Sends the job that applies a checked file, or that checks it again with other columns. Returns the message for the user. */
export async function saveImport(context: SaveContext): Promise<Message> {
  if (context.input.Columns) {
    await checkAgain(context, context.input.Columns)
    return t('MsgImportChecking')
  }
  if (!context.input.Apply) {
    const { status } = await lockedImport(context.db, context.input.Id)
    return t(`Status${status}`)
  }
  await apply(context)
  return t('MsgImportApplying')
}

async function apply({ db, tenant, input, caller, audit, sendJob }: SaveContext): Promise<void> {
  const { organisationId } = tenant
  const job = await lockedImport(db, input.Id)
  const key = { organisationId, importId: job.id }
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
  await db
    .updateTable('import_jobs')
    .set({
      status: 'Applying',
      failure: '',
      is_full_list: input.IsFullList,
      ...(input.IsFullList && { moves_out: moveOut, moves_out_of: of }),
      applied_by: caller.id,
      applied_by_name: caller.name,
      run_id: null,
      touched_at: new Date(),
    })
    .where('id', '=', job.id)
    .execute()
  await audit('residents import begun', job.id, { fullList: input.IsFullList, movesOut: moveOut })
  await sendJob(db, IMPORT_QUEUE, { organisationId, id: job.id })
}

type Columns = NonNullable<InputOf<typeof imports.save>['Columns']>

async function checkAgain({ db, tenant, input, sendJob }: SaveContext, columns: Columns): Promise<void> {
  const { organisationId } = tenant
  const job = await lockedImport(db, input.Id)
  refuseIf(whyNotCheckAgain({ status: job.status, isKept: await isKept(db, job.id) }))
  const unknown = columns.some(({ Heading }) => !job.headings.includes(Heading))
  refuseIf(unknown ? t('MsgColumnUnknown') : null, 'Columns')
  const taken = columns.map(({ Column }) => Column).filter((name) => name !== '')
  const twice = taken.find((name, i) => taken.indexOf(name) !== i)
  refuseIf(twice ? t('MsgColumnTwice', { column: fieldMessage(twice) }) : null, 'Columns')
  await remember(db, organisationId, columns)
  await db
    .updateTable('import_jobs')
    .set({ status: 'Checking', failure: '', checked_at: null, run_id: null, touched_at: new Date() })
    .where('id', '=', job.id)
    .execute()
  await sendJob(db, IMPORT_QUEUE, { organisationId, id: job.id })
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
