import type { InputOf } from '#platform/operation.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { imports } from '../contract.ts'
import { t } from '../messages.ts'
import { columnText, headingKey, MAX_UNPLACED, whyNotApply, whyNotCheckAgain } from '../rules.ts'
import { isKept } from './files.ts'
import { IMPORT_QUEUE } from './job.ts'
import { countLeaving, unplacedLines } from './leaving.ts'
import type { SendJob } from './run.ts'
import { lockedImport } from './store.ts'

type Saving = TransactionContext & {
  readonly input: InputOf<typeof imports.save>
  readonly caller: { readonly id: string; readonly name: string }
  readonly send: SendJob
}

/** Applies a file that was checked, or checks it again with other columns; both go on as a job; otherwise nothing. Gives what is said of it. */
export async function saveImport(saving: Saving): Promise<string> {
  if (saving.input.Columns) {
    await checkAgain(saving, saving.input.Columns)
    return t('MsgImportChecking').text
  }
  if (!saving.input.Apply) {
    const { status } = await lockedImport(saving.db, saving.input.Id)
    return t(`Status${status}`).text
  }
  await apply(saving)
  return t('MsgImportApplying').text
}

async function apply({ db, tenant, input, caller, audit, send }: Saving): Promise<void> {
  const { organisationId } = tenant
  const job = await lockedImport(db, input.Id)
  const which = { organisationId, importId: job.id }
  const { leaving, of } = input.IsFullList ? await countLeaving(db, which) : { leaving: 0, of: 0 }
  refuseIf(
    whyNotApply(
      {
        status: job.status,
        isChecked: job.checked_at !== null,
        isTruncated: job.is_truncated,
        unplaced: input.IsFullList ? await unplacedLines(db, job.id, MAX_UNPLACED + 1) : [],
        toDo: job.new_lines + job.changed_lines,
      },
      { isFullList: input.IsFullList, moveOut: leaving, of, isConfirmed: input.ConfirmMoveOut },
    ),
  )
  await db
    .updateTable('import_jobs')
    .set({
      status: 'Applying',
      failure: '',
      is_full_list: input.IsFullList,
      ...(input.IsFullList && { leaving, leaving_of: of }),
      applied_by: caller.id,
      applied_by_name: caller.name,
      run_id: null,
      attempts: 0,
      touched_at: new Date(),
    })
    .where('id', '=', job.id)
    .execute()
  await audit('residents import begun', job.id, { fullList: input.IsFullList, movesOut: leaving })
  await send(db, IMPORT_QUEUE, { organisationId, id: job.id })
}

type Columns = NonNullable<InputOf<typeof imports.save>['Columns']>

async function checkAgain({ db, tenant, input, send }: Saving, columns: Columns): Promise<void> {
  const { organisationId } = tenant
  const job = await lockedImport(db, input.Id)
  refuseIf(whyNotCheckAgain({ status: job.status, isKept: await isKept(db, job.id) }))
  const unknown = columns.some(({ Heading }) => !job.headings.includes(Heading))
  refuseIf(unknown ? t('MsgColumnUnknown') : null, 'Columns')
  const taken = columns.map(({ Column }) => Column).filter((name) => name !== '')
  const twice = taken.find((name, i) => taken.indexOf(name) !== i)
  refuseIf(twice ? t('MsgColumnTwice', { column: columnText(twice) }) : null, 'Columns')
  await remember(db, organisationId, columns)
  await db
    .updateTable('import_jobs')
    .set({ status: 'Checking', failure: '', checked_at: null, run_id: null, attempts: 0, touched_at: new Date() })
    .where('id', '=', job.id)
    .execute()
  await send(db, IMPORT_QUEUE, { organisationId, id: job.id })
}

/** What the organisation's headings stand for, from now on. */
async function remember(db: Db, organisationId: string, columns: Columns): Promise<void> {
  const fields = new Map(columns.map(({ Heading, Column }) => [headingKey(Heading), Column]))
  if (fields.size === 0) return
  await db
    .insertInto('import_headings')
    .values([...fields].map(([heading, field]) => ({ organisation_id: organisationId, heading, field })))
    .onConflict((c) => c.columns(['organisation_id', 'heading']).doUpdateSet((eb) => ({ field: eb.ref('excluded.field') })))
    .execute()
}
