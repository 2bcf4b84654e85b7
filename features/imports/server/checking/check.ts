import { sql } from 'kysely'
import type { ResidentValues } from '#features/residents/fields.ts'
import { analyzeUnknownResidents, residentsForBulk } from '#features/residents/server/api.ts'
import { packMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import { Unreadable } from '#platform/server/parser-thread.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { FIELD_NAMES, FIELDS, type FieldName, whyNotRead } from '../../fields.ts'
import { t } from '../../messages.ts'
import type { Verdict } from '../../rules.ts'
import { isKept, piecesOf } from '../files.ts'
import { countMoveOut, excludeFromMoveOut } from '../full-list.ts'
import { inBatch, type Run } from '../run.ts'
import type { CsvLine } from './csv.ts'
import { assignedFields, headingsOf } from './headings.ts'
import { type Matches, matchLines } from './matching.ts'
import { readPlaces } from './places.ts'
import { checkLine, createDuplicates, createSharedEmails, type LineValues, lineReader, type ReadLine } from './read-line.ts'
import { recordsOf } from './records.ts'

/**
 * Reads a file twice, first for the e-mails that several lines share, and stores a verdict on each line. Ends as Ready or Failed;
 * a later run starts over. A file without residents is refused with a message for the user.
 */
export async function checkFile(run: Run): Promise<void> {
  const startedAt = new Date()
  try {
    const fields = await fieldsOfRun(run)
    await inBatch(run, analyzeUnknownResidents)
    const places = await run.database.readInTenant(run.tenant, readPlaces)
    const read = lineReader(fields, places)
    const emails = createSharedEmails()
    let lines = 0
    for await (const records of linesOf(run)) {
      run.signal?.throwIfAborted()
      for (const record of records) emails.add(read(record))
      lines += records.length
    }
    emails.seal()
    refuseIf(lines === 0 ? t('MsgNoLines') : null)
    await inBatch(run, async (db) => {
      await db.deleteFrom('import_rows').where('import_id', '=', run.importId).execute()
      await db.updateTable('import_jobs').set({ lines, progress: 0 }).where('id', '=', run.importId).execute()
    })
    const isDuplicate = createDuplicates()
    const taken = new Set<string>()
    const propertyIds = new Set<string>()
    let isTruncated = false
    let storing: Promise<void> = Promise.resolve()
    for await (const records of linesOf(run)) {
      isTruncated ||= records.at(-1)?.cells === null
      const batch = records.map((record) => {
        const line = checkLine(read(record))
        if (line.values.property_id) propertyIds.add(line.values.property_id)
        const reason = line.reason || (isDuplicate(line.values) ? packMessage(t('MsgTwice')) : '')
        return { ...line, reason, isShared: emails.has(line) }
      })
      // The next lines are read while these are stored.
      await storing
      storing = inBatch(run, (db) => storeVerdicts(db, run, batch, taken), batch.length)
      storing.catch(() => {})
    }
    await storing
    await inBatch(run, (db) => finishCheck(db, run, { startedAt, isTruncated, propertyIds: [...propertyIds] }))
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreadable)) throw error
    const reason = error instanceof Refusal ? error.reason : t('MsgFileUnreadable')
    await inBatch(run, (db) => failCheck(db, run, packMessage(reason)))
  }
}

const recordsOfFile = (run: Run, pieces?: number) => recordsOf(piecesOf(run.database, run.tenant, run.importId, pieces))

/** The lines below the headings. */
async function* linesOf(run: Run): AsyncGenerator<CsvLine[]> {
  let isFirst = true
  for await (const records of recordsOfFile(run)) {
    yield isFirst ? records.slice(1) : records
    isFirst = false
  }
}

/** Stores the headings of a file with the field of each, and returns the fields. */
async function fieldsOfRun(run: Run): Promise<(FieldName | '')[]> {
  let cells: readonly string[] = []
  // The first piece is longer than the longest line.
  for await (const [first] of recordsOfFile(run, 1)) {
    cells = first?.cells ?? []
    break
  }
  const headings = headingsOf(cells)
  const fields = await inBatch(run, async (db) => {
    if (!headings) throw new Refusal(422, t((await isKept(db, run.importId)) ? 'MsgNoHeadings' : 'MsgFileGone'))
    const found = await assignedFields(db, headings)
    await db.updateTable('import_jobs').set({ headings, fields: found }).where('id', '=', run.importId).execute()
    return found
  })
  refuseIf(whyNotRead(fields))
  return fields
}

type LineToCheck = ReadLine & { readonly isShared: boolean }
type CheckedLine = {
  readonly line: number
  readonly verdict: Verdict
  readonly reason?: string
  readonly changed?: readonly string[]
  readonly resident_id?: string
  readonly values?: LineValues
}

/** Stores the verdicts on some lines, with the values of those that are to be applied. `taken`: the residents of earlier lines. */
async function storeVerdicts(
  db: Db,
  { organisationId, importId }: Run,
  lines: readonly LineToCheck[],
  taken: Set<string>,
): Promise<void> {
  const readable = lines.filter(({ reason }) => reason === '')
  const matches = await matchLines(db, readable)
  const matched = [...matches.values()].flatMap(({ ids }) => [...ids])
  const residents = new Map((await residentsForBulk(db, matched)).map((row) => [row.id, row]))
  const checked = lines.map((line) => verdictOf(line, matches, residents, taken))
  await sql`insert into import_rows (organisation_id, import_id, line, verdict, reason, changed, resident_id, values)
    select ${organisationId}, ${importId}, line, verdict, coalesce(reason, ''), coalesce(changed, '{}'), resident_id, values
    from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb)
      as f (line int, verdict text, reason text, changed text[], resident_id uuid, values jsonb)`.execute(db)
  const refused = new Set(checked.filter(({ verdict }) => verdict === 'Refused').map(({ line }) => line))
  const refusedLines = lines.filter(({ line }) => refused.has(line))
  await excludeFromMoveOut(db, { organisationId, importId }, refusedLines)
}

function verdictOf(
  { line, reason, values }: LineToCheck,
  matches: Matches,
  residents: ReadonlyMap<string, ResidentValues>,
  taken: Set<string>,
): CheckedLine {
  const refused = (why: string): CheckedLine => ({ line, verdict: 'Refused', reason: why })
  if (reason) return refused(reason)
  const [id, ...others] = matches.get(line)?.ids ?? []
  if (!id) return { line, verdict: 'New', resident_id: newId(), values }
  if (others.length > 0) return refused(packMessage(t('MsgAmbiguous')))
  const resident = residents.get(id)!
  if (taken.has(id)) return refused(packMessage(t('MsgTwice')))
  taken.add(id)
  const changed = FIELD_NAMES.filter((name) => {
    const column = FIELDS[name].column
    return values[column] !== undefined && values[column] !== resident[column]
  })
  if (changed.length === 0) return { line, verdict: 'Unchanged', resident_id: id }
  return { line, verdict: 'Changed', resident_id: id, changed, values }
}

type CheckedFile = { readonly startedAt: Date; readonly isTruncated: boolean; readonly propertyIds: readonly string[] }

async function finishCheck(db: Db, run: Run, { startedAt, isTruncated, propertyIds }: CheckedFile): Promise<void> {
  const { organisationId, importId } = run
  const job = db.updateTable('import_jobs').where('id', '=', importId)
  const lines = (verdict: Verdict) =>
    sql<number>`(select count(*) from import_rows w where w.import_id = ${importId} and w.verdict = ${verdict})`
  // A resident who was added after the start is not missing from the file.
  await job.set({ checked_at: startedAt, named_property_ids: propertyIds }).execute()
  const { moveOut, of } = await countMoveOut(db, { organisationId, importId })
  await job
    .set({
      status: 'Ready',
      failure: '',
      run_id: null,
      is_truncated: isTruncated,
      new_lines: lines('New'),
      changed_lines: lines('Changed'),
      unchanged_lines: lines('Unchanged'),
      refused_lines: lines('Refused'),
      moves_out: moveOut,
      moves_out_of: of,
    })
    .execute()
}

async function failCheck(db: Db, { importId }: Run, failure: string): Promise<void> {
  await db.deleteFrom('import_rows').where('import_id', '=', importId).execute()
  await db
    .updateTable('import_jobs')
    .set({ status: 'Failed', failure, checked_at: null, run_id: null, lines: 0 })
    .where('id', '=', importId)
    .execute()
}
