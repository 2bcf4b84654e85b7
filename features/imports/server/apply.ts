import { sql } from 'kysely'
import {
  BULK_COLUMNS,
  type BulkChange,
  type BulkWriting,
  changeResidents,
  creating,
  keepCounted,
  moveOutResidents,
} from '#features/residents/server/api.ts'
import { createQueue, forEachConcurrent } from '#platform/concurrency.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { type Db, withAsyncCommit } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { removeFile } from './files.ts'
import { holdForOthers, type ImportDeps, type Run, stillHeld, stillOurs, stillOursAlone, visibleImports } from './job.ts'
import { isLeaving } from './leaving.ts'
import { LINE_COLUMNS, matchedLines } from './matching.ts'
import type { Understood } from './read-line.ts'

/** Lines of one transaction: a program that dies loses no more. */
const BATCH = 1000
/** Batches of new residents that are written at once, each over a connection of its own; the database writes each with one core. */
const WRITERS = 2
/** Batches for which the import is held at a time, once the first few are there: so long others wait. */
const HELD = 10
/**
 * Imports hold, or wait until they may change somebody, one after the other: several that each had a connection meanwhile would
 * leave none to the batches of the one that holds.
 */
const inTurn = createQueue()

/**
 * Does what the lines of a checked file say, a batch at a time, each with the lines that it took in one transaction: what is
 * done is no longer there to be done, so that a run that breaks off is gone on with by the next. First whom lines make, then whom
 * they change: lines of one file mean different people, so that their order does not matter.
 */
export async function applyFile({ database, keys }: ImportDeps, run: Run): Promise<void> {
  const within = <T>(work: (db: Db) => Promise<T>) => database.inTenant(run.tenant, work)
  const job = await within((db) =>
    visibleImports(db)
      .select(['j.applied_by', 'j.applied_by_name', 'j.is_full_list'])
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
  const quickly = <T>(work: (db: Db) => Promise<T>) =>
    within(async (db) => {
      await withAsyncCommit(db)
      return work(db)
    })
  do {
    const { made, changed } = await within((db) => batchesOf(db, run))
    for (let held = WRITERS; made.length > 0; held = HELD) {
      const some = made.splice(0, held)
      const create = (batch: Batch) => quickly((db) => createBatch(db, run, writing, batch))
      await inTurn(() =>
        within(async (holding) => {
          await holdForOthers(holding, run)
          await forEachConcurrent(WRITERS, some, async (batch) => {
            await stillHeld(holding)
            await create(batch)
          })
        }),
      )
      // Before there are many more, each of whom is looked up.
      if (made.length > 0) await within(keepCounted)
    }
    for (const batch of changed) await inTurn(() => quickly((db) => changeBatch(db, run, writing, batch)))
    if (job.is_full_list) while (await inTurn(() => quickly((db) => moveOutBatch(db, run, writing))));
  } while (!(await within((db) => finish(db, run, writing, job.is_full_list))))
}

/** Lines from one to another, and how many of their kind they are: that make somebody, or change somebody. */
type Batch = { readonly first: number; readonly last: number; readonly lines: number }

/** The lines that are left to be done. */
async function batchesOf(db: Db, { organisationId, importId }: Run): Promise<{ made: Batch[]; changed: Batch[] }> {
  const { rows } = await sql<Batch & { is_new: boolean }>`select is_new, min(line) as first, max(line) as last, count(*) as lines
    from (select line, is_new, (row_number() over (partition by is_new order by line) - 1) / ${BATCH}::int as nth from import_values
      where organisation_id = ${organisationId} and import_id = ${importId}) as one group by is_new, nth order by nth`.execute(db)
  return { made: rows.filter((one) => one.is_new), changed: rows.filter((one) => !one.is_new) }
}

/** Makes the residents of lines, but for those who have come since the file was checked. */
async function createBatch(db: Db, run: Run, writing: BulkWriting, { first, last, lines }: Batch): Promise<void> {
  const { organisationId, importId } = run
  const named = sql`(select line, resident_id as id, false as shares_email, ${LINE_COLUMNS} from taken)`
  // Whoever another line means is not meant by an e-mail alone.
  const { rows: known } = await sql<{ line: number; id: string }>`
    with taken as (delete from import_values where organisation_id = ${organisationId} and import_id = ${importId}
      and is_new and line between ${first} and ${last} returning line, resident_id, audit_key, sealed, ${LINE_COLUMNS}),
    known as materialized (select m.line, m.ids[1] as id from (${matchedLines(named)}) as m where m.ids is not null
      and not (m.by_email and exists (select from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId}
        and w.resident_id = any(m.ids)))),
    made as (select t.*, t.resident_id as id from taken t where t.line not in (select line from known)),
    ${creating(writing, sql`made`)}
    select line, id from known`.execute(db)
  await refuseLines(
    db,
    run,
    known.map(({ line, id }) => ({ line, is_new: true, resident_id: id, reason: t('MsgAddedMeanwhile').text })),
  )
  await tellDone(db, run, lines)
}

/** Does what lines say that change somebody. */
async function changeBatch(db: Db, run: Run, writing: BulkWriting, { first, last }: Batch): Promise<void> {
  const { organisationId, importId } = run
  // Both leave together: what was taken is given back when the import is another run's by now.
  const [, { rows: lines }] = await Promise.all([
    stillOursAlone(db, run),
    sql<Values>`delete from import_values where organisation_id = ${organisationId} and import_id = ${importId} and not is_new
      and line between ${first} and ${last} returning line, resident_id, ${LINE_COLUMNS}`.execute(db),
  ])
  const { gone, kept } = await changeResidents(db, writing, lines.map(asChange))
  const refused = lines.flatMap(({ line, resident_id }) => {
    const whyNot = gone.includes(resident_id) ? 'MsgGoneMeanwhile' : kept.includes(resident_id) ? 'MsgPackagesInHouse' : null
    return whyNot ? [{ line, is_new: false, resident_id, reason: t(whyNot).text }] : []
  })
  await refuseLines(db, run, refused)
  await tellDone(db, run, lines.length)
}

type Values = Understood & { readonly resident_id: string }
/** What is empty in the file stays as it is. */
const asChange = (line: Values): BulkChange => ({
  id: line.resident_id,
  set: Object.fromEntries(
    BULK_COLUMNS.filter((name) => line[name] !== '' && line[name] !== null).map((name) => [name, line[name]]),
  ),
})

/** Counts the lines as done. The last statement of their transaction: parallel transactions update the same row. */
const tellDone = (db: Db, { importId }: Run, lines: number) =>
  db
    .updateTable('import_jobs')
    .set((eb) => ({ progress: eb('progress', '+', lines), touched_at: new Date(), attempts: 0 }))
    .where('id', '=', importId)
    .execute()

type Refusal = { readonly line: number; readonly is_new: boolean; readonly resident_id: string; readonly reason: string }
/** Lines that could be done when the file was checked, and cannot any more. */
async function refuseLines(db: Db, run: Run, lines: readonly Refusal[]): Promise<void> {
  if (lines.length === 0) return
  for (const { line, reason, resident_id } of lines)
    await db
      .updateTable('import_rows')
      .set({ verdict: 'Refused', reason, resident_id })
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
      .set((eb) => ({ moved_out: eb('moved_out', '+', moved.length), attempts: 0 }))
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
