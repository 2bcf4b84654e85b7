import { sql } from 'kysely'
import { type Message, packMessage } from '#platform/define-messages.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Format, ReportName } from '../reports.ts'
import type { RunState } from '../runs-contract.ts'
import type { Values } from './engine/definition.ts'

/** Days for which runs are listed. */
const KEPT_DAYS = 90

type Run = {
  readonly id: string
  readonly report: ReportName
  readonly format: Format
  readonly values: Values
  /** For an e-mail on this schedule. */
  readonly scheduleId?: string
}

/** Begins a run of a report for a person; one that a render belongs to has its id. */
export async function beginRun(
  db: Db,
  { id: userId, name, tenant }: Pick<Caller, 'id' | 'name' | 'tenant'>,
  { id, report, format, values, scheduleId }: Run,
): Promise<void> {
  const row = { organisation_id: tenant.organisationId, id, user_id: userId, user_name: name, report, format }
  const schedule = { is_scheduled: scheduleId !== undefined, schedule_id: scheduleId ?? null }
  await db
    .insertInto('report_runs')
    .values({ ...row, ...schedule, parameters: JSON.stringify(values) })
    .execute()
}

type End = { readonly state: Exclude<RunState, 'Working'>; readonly rowCount?: number; readonly reason?: Message }

/** Ends a run that has not ended; false when there is none. */
export async function endRun(db: Db, id: string, { state, rowCount, reason }: End): Promise<boolean> {
  const ended = { state, ended_at: sql<string>`clock_timestamp()`, row_count: rowCount ?? null }
  const { numUpdatedRows } = await db
    .updateTable('report_runs')
    .set({ ...ended, reason: reason ? packMessage(reason) : null })
    .where('id', '=', id)
    .where('state', '=', 'Working')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the runs whose renders were deleted before they were ready. */
export const endCancelled = (db: Db, ids: readonly string[]) =>
  Promise.all(ids.map((id) => endRun(db, id, { state: 'Cancelled' })))

/** Deletes old runs of an organisation. */
export async function purgeRuns(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString()
  await db.deleteFrom('report_runs').where('started_at', '<', before).execute()
}
