import { newId } from '#platform/ids.ts'
import type { JobData, Queue } from '#platform/server/jobs/jobs.ts'
import { forEachOrganisation } from '#platform/server/jobs/organisations.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { isUnderWay } from '../rules.ts'
import { applyFile } from './apply.ts'
import { checkFile } from './check.ts'
import { IMPORT_QUEUE, type ImportDeps, type Run, Superseded, waitForTurn } from './job.ts'

/** Times in a row that a silent import may be begun without any line being done, or all being checked, before it counts as failed. */
const MAX_ATTEMPTS = 5
/** How long an import may be silent before another run goes on with it, in ms. */
const SILENT_MS = 30_000
const silentAt = (now: Date) => new Date(now.getTime() - SILENT_MS).toISOString()

/** Puts a job into the transaction. */
export type SendJob = (db: Db, queue: string, data: JobData) => Promise<void>

/** Checks files and applies them, by a `runImport` in this thread or in one of its own. */
export const importQueue = (run: Queue['run']): Queue => ({
  name: IMPORT_QUEUE,
  retries: MAX_ATTEMPTS,
  retryAfter: 5,
  isLong: true,
  run,
})

/** Does what the import waits for; nothing when it waits for nothing. A run that was under way stops at its next batch. */
export async function runImport(deps: ImportDeps, { organisationId, id }: JobData): Promise<void> {
  const run = await begin(deps.database, organisationId, id)
  if (!run) return
  try {
    await (run.status === 'Checking' ? checkFile : applyFile)(deps, run)
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
  }
}

/**
 * Counts the run before anything else: one that takes its thread or the whole program with it counts, too. One that takes over from
 * a run that told of itself just now does not: several jobs for one import may begin together, and programs are started again.
 */
const begin = (database: Database, organisationId: string, importId: string): Promise<Run | null> =>
  database.inTenant(wholeOrganisation(organisationId), async (db) => {
    const runId = newId()
    await waitForTurn(db, importId)
    const now = new Date()
    const job = await db
      .updateTable('import_jobs')
      .set((eb) => ({
        run_id: runId,
        touched_at: now,
        attempts: eb
          .case()
          .when('touched_at', '<', silentAt(now))
          .then(eb('attempts', '+', 1))
          .else(eb.ref('attempts'))
          .end(),
      }))
      .where('id', '=', importId)
      .where('status', 'in', ['Checking', 'Applying'])
      .returning(['status', 'property_ids', 'attempts'])
      .executeTakeFirst()
    if (!job || !isUnderWay(job.status)) return null
    if (job.attempts > MAX_ATTEMPTS) {
      await giveUp(db, importId)
      return null
    }
    return {
      organisationId,
      importId,
      runId,
      status: job.status,
      tenant: { organisationId, propertyIds: job.property_ids ?? '*' },
    }
  })

const giveUp = (db: Db, importId: string) =>
  db
    .updateTable('import_jobs')
    .set({ status: 'Failed', failure: t('MsgImportBrokeOff').text, attempts: 0, run_id: null })
    .where('id', '=', importId)
    .execute()

/** Asks again for imports of an organisation whose program has died, or whose job was lost. */
export async function resumeImports(db: Db, send: SendJob, organisationId: string, now: Date): Promise<void> {
  const silent = await db
    .selectFrom('import_jobs')
    .select('id')
    .where('status', 'in', ['Checking', 'Applying'])
    .where('touched_at', '<', silentAt(now))
    .execute()
  for (const { id } of silent) await send(db, IMPORT_QUEUE, { organisationId, id })
}

/** Resumes the imports of every organisation whose run has ended without a result. */
export const resumeEveryImport = (database: Database, send: SendJob, now: Date): Promise<void> =>
  forEachOrganisation(database, (tenant) =>
    database.inTenant(tenant, (db) => resumeImports(db, send, tenant.organisationId, now)),
  )
