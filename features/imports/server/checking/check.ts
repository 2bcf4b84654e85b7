import { sql } from 'kysely'
import { analyzeUnknownResidents } from '#features/residents/server/api.ts'
import { packMessage } from '#platform/define-messages.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import { Unreadable } from '#platform/server/parser-process.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { headingKey } from '../../fields.ts'
import { type Found, MAX_WORDS } from '../../layout.ts'
import { t } from '../../messages.ts'
import type { RowVerdict } from '../../rules.ts'
import { piecesOf } from '../files.ts'
import { countMoveOut } from '../full-list.ts'
import { ABOVE_HEADINGS } from '../reading/left-out.ts'
import { linesOf, type ReadFile, readFile } from '../reading/records.ts'
import { inBatch, type Run } from '../run.ts'
import { createDuplicates, createSharedEmails } from './duplicates.ts'
import type { FileLayout } from './layout-of-file.ts'
import { prepareCheck } from './prepare.ts'
import { checkLine, lineReader, type ReadLine } from './read-line.ts'
import { storeVerdicts } from './verdicts.ts'

/**
 * Reads a file twice, first for the e-mails that several lines share, and stores a verdict on each line. Ends as Ready or Failed;
 * a later run starts over. A file without residents is refused with a message for the user.
 */
export async function checkFile(run: Run): Promise<void> {
  const startedAt = new Date()
  try {
    const { layout, found, whole } = await prepareCheck(run)
    await inBatch(run, analyzeUnknownResidents)
    const statuses: Statuses = new Map()
    const first = whole ?? (await readWhole(run, layout))
    const emails = createSharedEmails()
    let lines = 0
    for await (const some of peopleOf(first, layout, statuses)) {
      run.signal?.throwIfAborted()
      for (const person of some) emails.add(person)
      lines += some.length
    }
    emails.seal()
    refuseIf(lines === 0 ? t('MsgNoLines') : null)
    const { encoding, hasOddLetters } = first
    await inBatch(run, async (db) => {
      await db.deleteFrom('import_rows').where('import_id', '=', run.importId).execute()
      const seen = JSON.stringify({ ...found, encoding, hasOddLetters, ...statusesOf(found, statuses) } satisfies Found)
      await db.updateTable('import_jobs').set({ lines, found: seen, progress: 0 }).where('id', '=', run.importId).execute()
    })
    const { isTruncated, propertyIds } = await storeLines(run, layout, { file: whole, isShared: emails.has })
    await inBatch(run, (db) => finishCheck(db, run, { startedAt, isTruncated, propertyIds }))
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreadable)) throw error
    const reason = error instanceof Refusal ? error.reason : t('MsgFileUnreadable')
    await inBatch(run, (db) => failCheck(db, run, packMessage(reason)))
  }
}

const readWhole = async (run: Run, { layout }: FileLayout) => readFile({ bytes: await wholeFile(run), encoding: layout.encoding })

async function wholeFile(run: Run): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of piecesOf(run.database, run.tenant, run.importId)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The words for a status that the program does not know, by key, with what a person has said of them. */
type Statuses = Map<string, { readonly word: string; readonly status: number | undefined }>
/** The words to ask about, and those that have been explained. */
function statusesOf({ layout }: Found, statuses: Statuses): Pick<Found, 'statuses' | 'layout'> {
  const words = [...statuses.values()]
  const explained = words.flatMap(({ word, status }) => (status === undefined ? [] : [[word, status] as const]))
  const asked = words.filter(({ status }) => status === undefined).map(({ word }) => word)
  return { statuses: asked, layout: { ...layout, statuses: Object.fromEntries(explained) } }
}

/** The residents of the lines and the lines that are left out, those above the headings included. */
async function* peopleOf(file: ReadFile, layout: FileLayout, statuses: Statuses = new Map()) {
  const counts = { asked: 0, explained: 0 }
  const onStatus = (word: string, status: number | undefined) => {
    const [key, kind] = [headingKey(word), status === undefined ? 'asked' : 'explained'] as const
    if (statuses.has(key) || counts[kind] === MAX_WORDS) return
    counts[kind] += 1
    statuses.set(key, { word, status })
  }
  const read = lineReader({ ...layout, isAligned: file.encoding === '', onStatus })
  const above = (line: number): ReadLine => ({ line, leftOut: ABOVE_HEADINGS, reason: '', warnings: [], values: {} })
  for await (const lines of linesOf(file))
    yield lines.flatMap((one) => {
      if (one.line > layout.headingLine) return read(one)
      return one.line === layout.headingLine ? [] : [above(one.line)]
    })
}

type ToStore = { readonly file: ReadFile | undefined; readonly isShared: (line: ReadLine) => boolean }
/** Stores the verdict on each line; the next lines are read while some are stored. */
async function storeLines(run: Run, layout: FileLayout, { file, isShared }: ToStore) {
  const isDuplicate = createDuplicates()
  const taken = new Set<string>()
  const propertyIds = new Set<string>()
  let isTruncated = false
  let position = 0
  let storing: Promise<void> = Promise.resolve()
  for await (const people of peopleOf(file ?? (await readWhole(run, layout)), layout)) {
    const batch = people.map((person) => {
      const line = checkLine(person, layout.culture)
      if (line.values.property_id) propertyIds.add(line.values.property_id)
      isTruncated ||= line.isEnd === true
      position += 1
      const reason = line.reason || (line.leftOut === '' && isDuplicate(line.values) ? packMessage(t('MsgTwice')) : '')
      return { ...line, reason, position, isShared: isShared(line) }
    })
    await storing
    storing = inBatch(run, (db) => storeVerdicts(db, run, batch, taken), batch.length)
    storing.catch(() => {})
  }
  await storing
  return { isTruncated, propertyIds: [...propertyIds] }
}

type CheckedFile = { readonly startedAt: Date; readonly isTruncated: boolean; readonly propertyIds: readonly string[] }

async function finishCheck(db: Db, run: Run, { startedAt, isTruncated, propertyIds }: CheckedFile): Promise<void> {
  const { organisationId, importId } = run
  const job = db.updateTable('import_jobs').where('id', '=', importId)
  const lines = (verdict: RowVerdict) =>
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
      left_out_lines: lines('LeftOut'),
      warned_lines: sql<number>`(select count(*) from import_rows w where w.import_id = ${importId} and w.warnings <> '{}')`,
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
