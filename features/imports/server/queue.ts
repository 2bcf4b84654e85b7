import { packMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import type { JobData, Queue } from '#platform/server/jobs/jobs.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { applyFile } from './apply.ts'
import { checkFile } from './checking/check.ts'
import { type Deps, IMPORT_QUEUE, Superseded } from './run.ts'

const RETRIES = 5

/** Checks and applies files. A run that dies is retried; what it has committed stays. */
export const importQueue = (deps: Deps): Queue => ({
  name: IMPORT_QUEUE,
  retries: RETRIES,
  retryAfter: 1,
  isLong: true,
  run: (data, signal) => runImport(deps, data, signal),
  // It can be started again.
  giveUp: ({ organisationId, id }) =>
    deps.database.inTenant(wholeOrganisation(organisationId), async (db) => {
      await db
        .updateTable('import_jobs')
        .set({ status: 'Failed', failure: packMessage(t('MsgImportBrokeOff')), run_id: null })
        .where('id', '=', id)
        .where('status', 'in', ['Checking', 'Applying'])
        .execute()
    }),
})

/** Checks or applies a file, whichever is pending; does nothing when neither is. An earlier run ends at its next batch. */
export async function runImport(deps: Deps, { organisationId, id }: JobData, signal?: AbortSignal): Promise<void> {
  const runId = newId()
  const job = await deps.database.inTenant(wholeOrganisation(organisationId), (db) =>
    db
      .updateTable('import_jobs')
      .set({ run_id: runId })
      .where('id', '=', id)
      .where('status', 'in', ['Checking', 'Applying'])
      .returning(['status', 'property_ids', 'applied_by', 'applied_by_name', 'is_full_list'])
      .executeTakeFirst(),
  )
  if (!job) return
  const tenant = { organisationId, propertyIds: job.property_ids ?? ('*' as const) }
  const run = { ...deps, organisationId, importId: id, runId, tenant, signal }
  try {
    await (job.status === 'Checking' ? checkFile(run) : applyFile(run, job))
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
  }
}
