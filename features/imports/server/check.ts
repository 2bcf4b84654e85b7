import { newId } from '#platform/ids.ts'
import { type Db, withAsyncCommit } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { t } from '../messages.ts'
import { type Column, columnsOf, headingKey, whyNotRead } from '../rules.ts'
import { clearStaged } from './clear.ts'
import { asUtf8 } from './encoding.ts'
import { piecesOf } from './files.ts'
import { type ImportDeps, type Run, stillOurs, visibleImports } from './job.ts'
import { countLeaving } from './leaving.ts'
import { placesOf } from './places.ts'
import { lineReader, type RefusedLine, type Understood } from './read-line.ts'
import { type Line, recordsOf } from './records.ts'
import { createNaming, stageLines, stageRefused } from './stage.ts'

/** Lines that are put down in one transaction. */
const BATCH = 1000
const MAX_HEADINGS = 500
const MAX_HEADING = 200

/** A file that cannot be read as residents; the text says why, to people. */
class Unreadable extends Error {}

/** Reads a file from its beginning and puts down what each line would do. Ends as Ready or Failed; a later run begins anew. */
export async function checkFile({ database, keys }: ImportDeps, run: Run): Promise<void> {
  const within = <T>(work: (db: Db) => Promise<T>) => database.inTenant(run.tenant, work)
  const begunAt = new Date()
  const job = await within(async (db) => {
    await stillOurs(db, run, { progress: 0, lines: 0, new_lines: 0, changed_lines: 0, unchanged_lines: 0, refused_lines: 0 })
    await clearStaged(db, [run.importId])
    return visibleImports(db).select(['j.encoding', 'j.file_size']).where('j.id', '=', run.importId).executeTakeFirstOrThrow()
  })
  const places = await within(placesOf)
  const staging = createStaging(within, run, keys)
  let reader: ReturnType<typeof lineReader> | undefined
  try {
    for await (const lines of recordsOf(
      asUtf8(heard(piecesOf(database, run.tenant, run.importId), staging.hear), job.encoding),
    )) {
      const first = reader ? undefined : lines.shift()
      if (first) reader = lineReader(readable(await within((db) => columnsOfFile(db, run, first))), places)
      if (!reader) continue
      for (const line of lines) staging.add(reader.read(line), line.cells === null)
      await staging.putDown(BATCH, reader.sharesEmail)
    }
    if (reader) await staging.putDownLast(reader.sharesEmail)
    if (!reader)
      throw new Unreadable(t(job.file_size > 0 && staging.told().progress === 0 ? 'MsgFileGone' : 'MsgNoHeadings').text)
    if (staging.lines() === 0) throw new Unreadable(t('MsgNoLines').text)
    await within((db) => ready(db, run, begunAt, staging))
  } catch (error) {
    await staging.settled()
    if (!(error instanceof Unreadable)) throw error
    await within((db) => unreadable(db, run, error.message))
  }
}

async function* heard(pieces: AsyncIterable<Buffer>, hear: (bytes: number) => void) {
  for await (const piece of pieces) {
    hear(piece.length)
    yield piece
  }
}

type LineReader = ReturnType<typeof lineReader>

/** Gathers lines and puts them down batch by batch, with the counts. */
function createStaging(within: <T>(work: (db: Db) => Promise<T>) => Promise<T>, run: Run, keys: Keys) {
  const understood: Understood[] = []
  const refused: RefusedLine[] = []
  const held: Understood[] = []
  const nameProperties = createNaming(run)
  let isTruncated = false
  let underWay: Promise<unknown> = Promise.resolve()
  const told = { progress: 0, lines: 0, new_lines: 0, changed_lines: 0, unchanged_lines: 0, refused_lines: 0 }
  const putDown = async (atLeast: number, sharesEmail: LineReader['sharesEmail'], areLast = false) => {
    while (understood.length + refused.length >= atLeast) {
      const lines = understood.splice(0, BATCH).map((line) => ({ ...line, id: newId(), sharesEmail: sharesEmail(line) }))
      const others = refused.splice(0, BATCH)
      await underWay
      underWay = within(async (db) => {
        await withAsyncCommit(db)
        await stillOurs(db, run, told)
        const { counted, held: heldNow } = await stageLines(db, run, lines, { areLast, keys })
        await stageRefused(db, run, others)
        await nameProperties(db, [...lines.map((line) => line.property_id), ...others.map((line) => line.propertyId)])
        held.push(...heldNow)
        told.lines += lines.length - heldNow.length + others.length
        told.new_lines += counted.New
        told.changed_lines += counted.Changed
        told.unchanged_lines += counted.Unchanged
        told.refused_lines += counted.Refused + others.length
      })
      // Told to whoever waits for it.
      underWay.catch(() => {})
    }
  }
  return {
    hear: (bytes: number) => {
      told.progress += bytes
    },
    add: (line: ReturnType<LineReader['read']>, isUnreadable: boolean) => {
      isTruncated ||= isUnreadable
      if ('understood' in line) understood.push(line.understood)
      else refused.push(line.refused)
    },
    /** Puts down batches while at least so many lines are waiting; the last goes on while more lines are read. */
    putDown,
    /** Puts down what is left, and what was held back until every line was read. */
    putDownLast: async (sharesEmail: LineReader['sharesEmail']) => {
      await putDown(1, sharesEmail)
      await underWay
      understood.push(...held.splice(0))
      await putDown(1, sharesEmail, true)
      await underWay
    },
    settled: () => underWay,
    lines: () => told.lines,
    /** What is to be told of the lines that were put down. */
    told: () => told,
    isTruncated: () => isTruncated,
  }
}

/** The columns, if they are enough to read residents by. */
function readable(columns: readonly (Column | '')[]): readonly (Column | '')[] {
  const whyNot = whyNotRead(columns)
  if (whyNot) throw new Unreadable(whyNot.text)
  return columns
}

/** The columns of the first line: as the organisation said before, else by their names; told to the import. */
async function columnsOfFile(db: Db, run: Run, { cells }: Line): Promise<(Column | '')[]> {
  const headings = (cells ?? []).map((cell) => cell.replace(/\p{Cc}/gu, ' ').trim())
  const isReadable = headings.length > 0 && headings.length <= MAX_HEADINGS && headings.every((one) => one.length <= MAX_HEADING)
  if (!isReadable) throw new Unreadable(t('MsgNoHeadings').text)
  const remembered = await db
    .selectFrom('import_headings')
    .select(['heading', 'field'])
    .where((eb) => eb('heading', '=', eb.fn.any(eb.val(headings.map(headingKey)))))
    .execute()
  const columns = columnsOf(headings, new Map(remembered.map(({ heading, field }) => [heading, field])))
  await stillOurs(db, run)
  await db.updateTable('import_jobs').set({ headings, fields: columns }).where('id', '=', run.importId).execute()
  return columns
}

async function ready(db: Db, run: Run, begunAt: Date, staging: ReturnType<typeof createStaging>): Promise<void> {
  await stillOurs(db, run, staging.told())
  if ((await linesPutDown(db, run)) !== staging.lines()) throw new Error('a crash of the database took lines back')
  // Whoever comes from here on is not missing from the file.
  await db.updateTable('import_jobs').set({ checked_at: begunAt }).where('id', '=', run.importId).execute()
  const { leaving, of } = await countLeaving(db, run)
  await db
    .updateTable('import_jobs')
    .set({
      status: 'Ready',
      failure: '',
      is_truncated: staging.isTruncated(),
      leaving,
      leaving_of: of,
      run_id: null,
      progress: 0,
      attempts: 0,
    })
    .where('id', '=', run.importId)
    .execute()
}

const linesPutDown = async (db: Db, { importId }: Run): Promise<number> => {
  const { lines } = await db
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('lines'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return lines
}

async function unreadable(db: Db, run: Run, failure: string): Promise<void> {
  await stillOurs(db, run, { lines: 0, new_lines: 0, changed_lines: 0, unchanged_lines: 0, refused_lines: 0 })
  await clearStaged(db, [run.importId])
  await db
    .updateTable('import_jobs')
    .set({ status: 'Failed', failure, checked_at: null, run_id: null })
    .where('id', '=', run.importId)
    .execute()
}
