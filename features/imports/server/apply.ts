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
} from '#features/residents/server/api.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Db } from '#platform/server/db.ts'
import { say } from '../messages.ts'
import { removeFile } from './files.ts'
import { type ImportNeeds, type Run, stillOurs, visibleImports } from './job.ts'
import { isLeaving } from './leaving.ts'
import { matchedLines } from './matching.ts'
import type { Understood } from './read-line.ts'

/** Lines of one transaction: others wait for its locks, and a program that dies loses no more. */
const BATCH = 500

type Values = Understood & { readonly resident_id: string; readonly is_new: boolean }

/**
 * Does what the lines of a checked file say, a batch at a time, each with the lines that it took in one transaction: what is
 * done is no longer there to be done, so that a run that breaks off is gone on with by the next.
 */
export async function applyFile({ database, keys }: ImportNeeds, run: Run): Promise<void> {
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
  const steps = job.is_full_list ? [applyBatch, moveOutBatch] : [applyBatch]
  for (const step of steps) {
    let isLeft = true
    while (isLeft)
      isLeft = await within(async (db) => {
        await stillOurs(db, run)
        // Two files of one organisation may name the same people.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${run.organisationId}`}, 0))`.execute(db)
        return step(db, run, writing)
      })
  }
  await within((db) => finish(db, run, writing))
}

/** Takes the next lines and does what they say; false when none are left. */
async function applyBatch(db: Db, run: Run, writing: BulkWriting): Promise<boolean> {
  const lines = await takeLines(db, run)
  if (lines.length === 0) return false
  const known = await foundMeanwhile(
    db,
    run,
    lines.filter((one) => one.is_new),
  )
  await createResidents(db, writing, lines.filter((one) => one.is_new && !known.has(one.line)).map(asNew))
  const { gone, kept } = await changeResidents(db, writing, lines.filter((one) => !one.is_new).map(asChange))
  const refused = lines.flatMap((one) => {
    if (known.has(one.line)) return [{ ...one, reason: say('MsgAddedMeanwhile').text }]
    if (gone.includes(one.resident_id)) return [{ ...one, reason: say('MsgGoneMeanwhile').text }]
    return kept.includes(one.resident_id) ? [{ ...one, reason: say('MsgPackagesInHouse').text }] : []
  })
  await refuseLines(db, run, refused, known)
  await db
    .updateTable('import_jobs')
    .set((eb) => ({ progress: eb('progress', '+', lines.length) }))
    .where('id', '=', run.importId)
    .execute()
  return true
}

/** The next lines, taken from what is left. */
async function takeLines(db: Db, { organisationId, importId }: Run): Promise<Values[]> {
  const { rows } = await sql<Values>`
    with taken as (delete from import_values v where v.organisation_id = ${organisationId} and v.import_id = ${importId} and v.line <= (
      select max(line) from (select line from import_values where organisation_id = ${organisationId} and import_id = ${importId}
        order by line limit ${BATCH}) as n)
      returning line, resident_id, is_new, ${sql.join(BULK_COLUMNS.map((name) => sql.ref(name)))})
    select * from taken order by line`.execute(db)
  return rows
}

/** Lines of new residents that mean somebody by now, with whom. */
async function foundMeanwhile(db: Db, { organisationId }: Run, lines: readonly Values[]): Promise<Map<number, string>> {
  if (lines.length === 0) return new Map()
  const named = lines.map((one) => ({ ...one, id: one.resident_id }))
  const { rows } = await sql<{ line: number; id: string }>`
    select m.line, m.ids[1] as id from (${matchedLines(organisationId, named)}) as m where m.ids is not null`.execute(db)
  return new Map(rows.map(({ line, id }) => [line, id]))
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

async function finish(db: Db, run: Run, { actor, now }: BulkWriting): Promise<void> {
  await stillOurs(db, run)
  const done = await db
    .updateTable('import_jobs')
    .set({ status: 'Done', failure: '', applied_at: now, run_id: null })
    .where('id', '=', run.importId)
    .returning(['new_lines', 'changed_lines', 'unchanged_lines', 'refused_lines', 'moved_out'])
    .executeTakeFirstOrThrow()
  await removeFile(db, run.importId)
  const { organisationId, importId } = run
  await writeAudit(db, { organisationId, at: now, actor, action: 'residents imported', subjectId: importId, detail: done })
}
