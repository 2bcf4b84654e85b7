import { sql } from 'kysely'
import { OCCUPANCY } from '#features/residents/rules.ts'
import {
  BULK_COLUMNS,
  type BulkChange,
  type BulkResident,
  type BulkWriting,
  changeResidents,
  createResidents,
  moveOutResidents,
  type SealedResident,
  sealResidents,
} from '#features/residents/server/api.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { say } from '../messages.ts'
import { removeFile } from './files.ts'
import { type ImportNeeds, keptLater, type Run, stillOurs, stillOursAlone, visibleImports } from './job.ts'
import { isLeaving } from './leaving.ts'
import { matchedLines } from './matching.ts'
import type { Understood } from './read-line.ts'

/** Lines of one transaction: others wait for its locks, and a program that dies loses no more. */
const BATCH = 1000

type Values = Understood & { readonly resident_id: string; readonly is_new: boolean }

/**
 * Does what the lines of a checked file say, a batch at a time, each with the lines that it took in one transaction: what is
 * done is no longer there to be done, so that a run that breaks off is gone on with by the next.
 */
export async function applyFile({ database, keys }: ImportNeeds, run: Run): Promise<void> {
  const within = <T>(work: (db: Db) => Promise<T>) => database.inTenant(run.tenant, work)
  const job = await within((db) =>
    visibleImports(db)
      .select(['j.applied_by', 'j.applied_by_name', 'j.is_full_list', 'j.progress'])
      .where('j.id', '=', run.importId)
      .executeTakeFirstOrThrow(),
  )
  const writing: BulkWriting = {
    tenant: run.tenant,
    keys,
    now: new Date(),
    actor: { id: job.applied_by, name: job.applied_by_name },
    source: { import: run.importId },
  }
  let { progress } = job
  const quickly = <T>(work: (db: Db) => Promise<T>) =>
    within(async (db) => {
      await keptLater(db)
      return work(db)
    })
  const prepare = (after: number) => prepared(database, run, writing, after)
  do {
    let next = await prepare(0)
    while (next.length > 0) {
      const batch = next
      progress += batch.length
      // Sealed while the batch before is written.
      const ahead = prepare(batch.at(-1)!.line)
      const [following] = await Promise.all([ahead, quickly((db) => applyBatch(db, run, writing, { batch, progress }))])
      next = following
    }
    if (job.is_full_list) while (await quickly((db) => moveOutBatch(db, run, writing)));
  } while (!(await within((db) => finish(db, run, writing, job.is_full_list))))
}

/** A line that waits, and what it makes where it makes somebody new. */
type Prepared = Values & { readonly made: SealedResident | undefined }

/** The next lines that are left behind a line, in their order. */
async function prepared(database: Database, run: Run, { keys }: BulkWriting, after: number): Promise<Prepared[]> {
  const lines = await database.readInTenant(run.tenant, (db) =>
    db
      .selectFrom('import_values')
      .select(['line', 'resident_id', 'is_new', ...BULK_COLUMNS])
      .where('import_id', '=', run.importId)
      .where('line', '>', after)
      .orderBy('line')
      .limit(BATCH)
      .execute(),
  )
  const made = await sealResidents(keys, lines.filter((one) => one.is_new).map(asNew))
  const byId = new Map(made.map((one) => [one.id, one]))
  return lines.map((one) => ({ ...one, made: byId.get(one.resident_id) }))
}

/** Lines of one transaction, and how many are done with them. */
type Batch = { readonly batch: readonly Prepared[]; readonly progress: number }

/** Does what lines say that are still left to be done. */
async function applyBatch(db: Db, run: Run, writing: BulkWriting, { batch, progress }: Batch): Promise<void> {
  // Both leave together: what was taken is given back when the import is another run's by now.
  const [, { left, known }] = await Promise.all([stillOursAlone(db, run, { progress }), takeLines(db, run, batch)])
  const lines = batch.filter(({ line }) => left.has(line))
  await createResidents(
    db,
    writing,
    lines.flatMap(({ line, made }) => (made && !known.has(line) ? [made] : [])),
  )
  const { gone, kept } = await changeResidents(db, writing, lines.filter((one) => !one.is_new).map(asChange))
  const refused = lines.flatMap((one) => {
    if (known.has(one.line)) return [{ ...one, reason: say('MsgAddedMeanwhile').text }]
    if (gone.includes(one.resident_id)) return [{ ...one, reason: say('MsgGoneMeanwhile').text }]
    return kept.includes(one.resident_id) ? [{ ...one, reason: say('MsgPackagesInHouse').text }] : []
  })
  await refuseLines(db, run, refused, known)
}

/**
 * Takes lines from what is left to be done. `left` are those that were still there: somebody may have been erased meanwhile. `known`
 * tells of lines of new residents whom they mean by now; whoever another line means is not meant by an e-mail alone.
 */
async function takeLines(db: Db, { organisationId, importId }: Run, batch: readonly Prepared[]) {
  const named = batch.filter((one) => one.is_new).map((one) => ({ ...one, id: one.resident_id, sharesEmail: false }))
  const { rows } = await sql<{ line: number; known: string | null }>`
    with taken as (delete from import_values where organisation_id = ${organisationId} and import_id = ${importId}
      and line between ${batch[0]!.line} and ${batch.at(-1)!.line} returning line),
    known as (select m.line, m.ids[1] as id from (${matchedLines(organisationId, named)}) as m where m.ids is not null
      and not (m.by_email and exists (select from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId}
        and w.resident_id = any(m.ids))))
    select taken.line, known.id as known from taken left join known using (line)`.execute(db)
  const known = new Map(rows.flatMap(({ line, known: id }) => (id === null ? [] : [[line, id] as const])))
  return { left: new Set(rows.map(({ line }) => line)), known }
}

const asNew = ({ resident_id, occupancy_status, ...line }: Values): BulkResident => ({
  ...line,
  id: resident_id,
  occupancy_status: occupancy_status ?? OCCUPANCY.Current,
})

/** What is empty in the file stays as it is. */
const asChange = (line: Values): BulkChange => ({
  id: line.resident_id,
  set: Object.fromEntries(
    BULK_COLUMNS.filter((name) => line[name] !== '' && line[name] !== null).map((name) => [name, line[name]]),
  ),
})

/** Lines that could be done when the file was checked, and cannot any more. */
async function refuseLines(
  db: Db,
  run: Run,
  lines: readonly (Values & { reason: string })[],
  known: ReadonlyMap<number, string>,
): Promise<void> {
  if (lines.length === 0) return
  for (const { line, reason, is_new } of lines)
    await db
      .updateTable('import_rows')
      .set({ verdict: 'Refused', reason, ...(is_new && { resident_id: known.get(line) ?? null }) })
      .where('import_id', '=', run.importId)
      .where('line', '=', line)
      .execute()
  const created = lines.filter((one) => one.is_new).length
  await db
    .updateTable('import_jobs')
    .set((eb) => ({
      refused_lines: eb('refused_lines', '+', lines.length),
      new_lines: eb('new_lines', '-', created),
      changed_lines: eb('changed_lines', '-', lines.length - created),
    }))
    .where('id', '=', run.importId)
    .execute()
}

/** Moves some of those out whom the full list does not name; false when nobody is left. */
async function moveOutBatch(db: Db, run: Run, writing: BulkWriting): Promise<boolean> {
  await stillOursAlone(db, run)
  const { rows } = await sql<{
    id: string
  }>`select r.id from residents r where ${isLeaving(run)} order by r.id limit ${BATCH}`.execute(db)
  const moved = await moveOutResidents(
    db,
    writing,
    rows.map(({ id }) => id),
  )
  if (moved.length > 0) {
    await sql`insert into import_moves (organisation_id, import_id, resident_id)
      select ${run.organisationId}, ${run.importId}, id from unnest(${moved}::uuid[]) as id`.execute(db)
    await db
      .updateTable('import_jobs')
      .set((eb) => ({ moved_out: eb('moved_out', '+', moved.length) }))
      .where('id', '=', run.importId)
      .execute()
  }
  return rows.length === BATCH
}

/** Ends the import; false when a crash of the database took back what was done, so that it is left to be done again. */
async function finish(db: Db, run: Run, { actor, now }: BulkWriting, isFullList: boolean): Promise<boolean> {
  await stillOurs(db, run)
  if (await isLeft(db, run, isFullList)) return false
  const done = await db
    .updateTable('import_jobs')
    .set({ status: 'Done', failure: '', applied_at: now, run_id: null })
    .where('id', '=', run.importId)
    .returning(['new_lines', 'changed_lines', 'unchanged_lines', 'refused_lines', 'moved_out'])
    .executeTakeFirstOrThrow()
  await removeFile(db, run.importId)
  const { organisationId, importId } = run
  await writeAudit(db, { organisationId, at: now, actor, action: 'residents imported', subjectId: importId, detail: done })
  return true
}

async function isLeft(db: Db, run: Run, isFullList: boolean): Promise<boolean> {
  const leaving = isFullList ? sql`exists (select from residents r where ${isLeaving(run)})` : sql`false`
  const { rows } = await sql<{ is_left: boolean }>`select ${leaving} or exists (select from import_values
    where organisation_id = ${run.organisationId} and import_id = ${run.importId}) as is_left`.execute(db)
  return rows[0]!.is_left
}
