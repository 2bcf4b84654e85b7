import { sql } from 'kysely'
import {
  analyzeResidents,
  type BulkWriting,
  changeResidents,
  createResidents,
  moveOutResidents,
} from '#features/residents/server/api.ts'
import { packMessage } from '#platform/define-messages.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { matchLines, withLine } from './checking/matching.ts'
import type { LineValues } from './checking/read-line.ts'
import { removeFile } from './files.ts'
import { movesOut } from './full-list.ts'
import { inBatch, type Run } from './run.ts'

/** Lines of one transaction: more are faster, and delay other requests longer (decisions "Import processing"). */
const BATCH = 450
/** Batches after which the planner needs statistics of an organisation that had no residents. */
const ANALYZE_AFTER = 2

type AppliedBy = { readonly applied_by: string | null; readonly applied_by_name: string; readonly is_full_list: boolean }

/**
 * Applies the lines of a checked file in batches. A line that has been applied no longer has values, so that a later run continues
 * where this one ended.
 */
export async function applyFile(run: Run, job: AppliedBy): Promise<void> {
  const writing: BulkWriting = {
    tenant: run.tenant,
    keys: run.keys,
    now: new Date(),
    actor: { id: job.applied_by, name: job.applied_by_name },
    source: { import: run.importId },
  }
  const applyNext = (after: number) => inBatch(run, (db) => applyLines(db, run, writing, after))
  let batches = 0
  for (let last = await applyNext(0); last !== null; last = await applyNext(last)) {
    batches += 1
    if (batches === ANALYZE_AFTER) await inBatch(run, analyzeResidents)
  }
  if (job.is_full_list) while (await inBatch(run, (db) => moveOutSome(db, run, writing)));
  await inBatch(run, (db) => finish(db, run, writing))
}

type Pending = { readonly position: number; readonly id: string; readonly values: LineValues }
type RefusedLine = { readonly position: number; readonly residentId: string; readonly reason: string }

/** Applies the next rows and returns the position of the last of them; null once there are none left. */
async function applyLines(db: Db, run: Run, writing: BulkWriting, after: number): Promise<number | null> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['position', 'verdict', 'resident_id as id', 'values'])
    .where('import_id', '=', run.importId)
    .where('position', '>', after)
    .where('values', 'is not', null)
    .orderBy('position')
    .limit(BATCH)
    .execute()
  if (rows.length === 0) return null
  const last = rows.at(-1)!.position
  const pending = (verdict: string) => rows.filter((row) => row.verdict === verdict) as unknown as Pending[]
  const notCreated = await create(db, run, writing, pending('New'))
  const notChanged = await change(db, writing, pending('Changed'))
  const refused = [...notCreated, ...notChanged].map(({ position, residentId, reason }) =>
    db
      .updateTable('import_rows')
      .set({ verdict: 'Refused', reason, resident_id: residentId })
      .where('import_id', '=', run.importId)
      .where('position', '=', position)
      .execute(),
  )
  const applied = db
    .updateTable('import_rows')
    .set({ values: null })
    .where('import_id', '=', run.importId)
    .where('position', '>', after)
    .where('position', '<=', last)
    .where('values', 'is not', null)
    .execute()
  const counted = db
    .updateTable('import_jobs')
    .set((eb) => ({
      progress: eb('progress', '+', rows.length),
      new_lines: eb('new_lines', '-', notCreated.length),
      changed_lines: eb('changed_lines', '-', notChanged.length),
      refused_lines: eb('refused_lines', '+', notCreated.length + notChanged.length),
    }))
    .where('id', '=', run.importId)
    .execute()
  await Promise.all([...refused, applied, counted])
  return last
}

/** Creates the residents of lines; refuses those that have been added since the check. */
async function create(db: Db, run: Run, writing: BulkWriting, lines: readonly Pending[]): Promise<RefusedLine[]> {
  const toMatch = lines.map((line) => ({ ...line, isShared: false }))
  const matches = [...(await matchLines(db, toMatch)).values()]
  const byEmail = matches.filter(({ by_email }) => by_email).flatMap(({ ids }) => ids)
  const taken = await withLine(db, run.importId, byEmail)
  // An e-mail alone does not identify a resident of another line.
  const existing = matches.filter((match) => !(match.by_email && match.ids.some((id) => taken.has(id))))
  const refused = new Map(existing.map(({ position, ids }) => [position, ids[0]!]))
  await createResidents(
    db,
    writing,
    lines.filter(({ position }) => !refused.has(position)),
  )
  return [...refused].map(([position, residentId]) => ({ position, residentId, reason: packMessage(t('MsgAddedMeanwhile')) }))
}

/** Changes the residents of lines; refuses those that were deleted since the check, or whose packages keep them. */
async function change(db: Db, writing: BulkWriting, lines: readonly Pending[]): Promise<RefusedLine[]> {
  if (lines.length === 0) return []
  const { gone, kept } = await changeResidents(db, writing, lines)
  return lines.flatMap(({ position, id }) => {
    const whyNot = gone.has(id) ? t('MsgGoneMeanwhile') : kept.has(id) ? t('MsgPackagesInHouse') : null
    return whyNot ? [{ position, residentId: id, reason: packMessage(whyNot) }] : []
  })
}

/** Moves out some of the residents missing from a full list; false once there are none left. */
async function moveOutSome(db: Db, { organisationId, importId }: Run, writing: BulkWriting): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select r.id from residents r where ${movesOut({ organisationId, importId })} order by r.id limit ${BATCH}`.execute(db)
  const moved = await moveOutResidents(
    db,
    writing,
    rows.map(({ id }) => id),
  )
  await sql`insert into import_moves (organisation_id, import_id, resident_id)
    select ${organisationId}, ${importId}, id from unnest(${moved}::uuid[]) as id`.execute(db)
  await db
    .updateTable('import_jobs')
    .set((eb) => ({ moved_out: eb('moved_out', '+', moved.length) }))
    .where('id', '=', importId)
    .execute()
  return rows.length === BATCH
}

async function finish(db: Db, { organisationId, importId }: Run, { actor, now }: BulkWriting): Promise<void> {
  const detail = await db
    .updateTable('import_jobs')
    .set({ status: 'Done', layout: '{}', found: '{}', failure: '', applied_at: now, run_id: null })
    .where('id', '=', importId)
    .returning(['new_lines', 'changed_lines', 'unchanged_lines', 'refused_lines', 'moved_out'])
    .executeTakeFirstOrThrow()
  await removeFile(db, importId)
  await writeAudit(db, { organisationId, at: now, actor, action: 'residents imported', subjectId: importId, detail })
}
