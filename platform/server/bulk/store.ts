import { type InferResult, sql } from 'kysely'
import type { z } from 'zod'
import { BULK_AT_ONCE, type BulkJob, MAX_REFUSALS, UNDO_SECONDS } from '#platform/bulk.ts'
import { type Message, packMessage, unpackMessage } from '#platform/define-messages.ts'
import { t } from '../messages.ts'
import type { Db, Tenant } from '../postgres/db.ts'
import { anyOf } from '../postgres/sql-helpers.ts'
import type { BulkAction, BulkOutcome } from './action.ts'

/** How much later the request to undo may arrive, in seconds. */
const LATE_SECONDS = 5
/** Seconds after the end of an action from which it cannot be undone: its effects that cannot be undone begin. */
export const COMPLETE_AFTER_SECONDS = UNDO_SECONDS + 2 * LATE_SECONDS
/** Days for which the report of an action is kept. */
const REPORT_DAYS = 7

const COLUMNS = [
  'id',
  'organisation_id',
  'user_id',
  'user_name',
  'home_organisation_id',
  'action',
  'list',
  'input',
  'undo_of',
  'undone_at',
  'status',
  'failure',
  'processed',
  'changed',
  'refused',
  'finished_at',
] as const

const jobQuery = (db: Db, id: string) =>
  db
    .selectFrom('bulk_jobs')
    .select(COLUMNS)
    .select(sql<number>`cardinality(row_ids)`.as('total'))
    // Not all of them, which may be thousands.
    .select(sql<string[]>`row_ids[processed + 1 : processed + ${sql.lit(BULK_AT_ONCE)}]`.as('next_ids'))
    .where('id', '=', id)

export type StoredJob = InferResult<ReturnType<typeof jobQuery>>[number]

export const readJob = (db: Db, id: string): Promise<StoredJob | undefined> => jobQuery(db, id).executeTakeFirst()
/** The same, locked: two runs of a job take turns, and each continues behind the other. */
export const lockJob = (db: Db, id: string): Promise<StoredJob | undefined> => jobQuery(db, id).forUpdate().executeTakeFirst()

/** Stores what became of the next rows of a job, in their transaction; returns the job as it is now. */
export async function storeOutcome(
  db: Db,
  job: StoredJob,
  ids: readonly string[],
  { changed, refused, before }: BulkOutcome,
  now: Date,
): Promise<StoredJob> {
  const done = new Set(changed)
  const kept = ids.filter((id) => !done.has(id))
  const rows = [
    ...kept.map((id) => ({ row_id: id, reason: packMessage(refused.get(id) ?? t('MsgNotFound')) })),
    ...changed.flatMap((id) => (before?.has(id) ? [{ row_id: id, before: before.get(id) }] : [])),
  ]
  if (rows.length > 0)
    await sql`insert into bulk_rows (organisation_id, job_id, row_id, reason, before)
      select ${job.organisation_id}, ${job.id}, row_id, reason, before
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (row_id uuid, reason text, before jsonb)`.execute(db)
  const isLast = job.processed + ids.length >= job.total
  const counts = {
    processed: job.processed + ids.length,
    changed: job.changed + changed.length,
    refused: job.refused + kept.length,
    status: isLast ? ('Done' as const) : job.status,
    finished_at: isLast ? now.toISOString() : null,
  }
  await db.updateTable('bulk_jobs').set(counts).where('id', '=', job.id).execute()
  return { ...job, ...counts }
}

/** Ends a job that cannot go on, with the reason; what it has done stays. Returns undefined when it had ended before. */
export const failJob = (db: Db, id: string, reason: Message, now: Date) =>
  db
    .updateTable('bulk_jobs')
    .set({ status: 'Failed', failure: packMessage(reason), finished_at: now })
    .where('id', '=', id)
    .where('status', '=', 'Running')
    .returning('undo_of')
    .executeTakeFirst()

/** Jobs that were started before a time and have not ended. */
export const runningSince = (db: Db, before: Date) =>
  db.selectFrom('bulk_jobs').select('id').where('status', '=', 'Running').where('created_at', '<', before.toISOString()).execute()

/** Whether an action may be undone now. */
export const mayUndo = ({ undo }: BulkAction, { status, undo_of, undone_at, changed, finished_at }: StoredJob, now: Date) =>
  undo !== undefined &&
  status === 'Done' &&
  undo_of === null &&
  undone_at === null &&
  changed > 0 &&
  now.getTime() - Date.parse(finished_at!) < (UNDO_SECONDS + LATE_SECONDS) * 1000

/** The reply about a job. Names are read when it is shown, because a person may have been erased since. */
export async function replyOf(
  db: Db,
  tenant: Tenant,
  action: BulkAction,
  job: StoredJob,
  now: Date,
): Promise<z.input<typeof BulkJob>> {
  const refusals = job.status === 'Running' || job.refused === 0 ? [] : await refusalsOf(db, job.id)
  const names =
    refusals.length > 0
      ? await action.names(
          db,
          tenant,
          refusals.map(({ row_id }) => row_id),
        )
      : new Map()
  const done = job.undo_of === null ? action.message(job.changed) : t('MsgUndone', { count: job.changed })
  return {
    Id: job.id,
    Status: job.status,
    Message: job.status === 'Failed' ? unpackMessage(job.failure) : done,
    Total: job.total,
    Processed: job.processed,
    Changed: job.changed,
    Refused: job.refused,
    Refusals: refusals.map(({ row_id, reason }) => ({
      Id: row_id,
      Name: names.get(row_id) ?? '',
      Reason: unpackMessage(reason!),
    })),
    MayUndo: mayUndo(action, job, now),
  }
}

const refusalsOf = (db: Db, jobId: string) =>
  db
    .selectFrom('bulk_rows')
    .select(['row_id', 'reason'])
    .where('job_id', '=', jobId)
    .where('reason', 'is not', null)
    .orderBy('row_id')
    .limit(MAX_REFUSALS)
    .execute()

/** The ids of the rows of a job whose previous values are stored, in order. */
export async function changedRows(db: Db, jobId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bulk_rows')
    .select('row_id')
    .where('job_id', '=', jobId)
    .where('before', 'is not', null)
    .orderBy('row_id')
    .execute()
  return rows.map(({ row_id }) => row_id)
}

/** The stored previous values of those rows that have them, in order. */
export const readBefore = (db: Db, jobId: string, ids: readonly string[]) =>
  db
    .selectFrom('bulk_rows')
    .select(['row_id as id', 'before'])
    .where('job_id', '=', jobId)
    .where('row_id', '=', anyOf(ids))
    .where('before', 'is not', null)
    .orderBy('row_id')
    .execute()

/** Deletes the previous values of rows, which then are neither restored nor completed again. Returns the rows that had any. */
export async function deleteBefore(db: Db, jobId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('bulk_rows')
    .where('job_id', '=', jobId)
    .where('row_id', '=', anyOf(ids))
    .where('before', 'is not', null)
    .returning('row_id')
    .execute()
  return rows.map(({ row_id }) => row_id).sort()
}

/** Removes the previous values of an erased record: its last changes can no longer be undone. */
export const eraseFromBulk = (db: Db, rowId: string) =>
  db.deleteFrom('bulk_rows').where('row_id', '=', rowId).where('before', 'is not', null).execute()

/** Deletes an organisation's old reports. */
export async function purgeBulkJobs(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('bulk_jobs')
    .where('created_at', '<', new Date(now.getTime() - REPORT_DAYS * 86_400_000).toISOString())
    .where('status', '<>', 'Running')
    .execute()
}
