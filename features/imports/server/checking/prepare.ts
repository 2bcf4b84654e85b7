import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import { Unreadable } from '#platform/server/parser-process.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Found, Layout } from '../../layout.ts'
import { t } from '../../messages.ts'
import { isKept, piecesOf } from '../files.ts'
import { rememberSheet } from '../layouts.ts'
import { cleanCell, oneLine } from '../reading/cells.ts'
import { FIRST_LINES } from '../reading/delimiter.ts'
import { type FileLine, type FindSheet, linesOf, type ReadFile, readFile } from '../reading/records.ts'
import { inBatch, type Run } from '../run.ts'
import { type FileLayout, type FileToLayOut, layoutOf, whyNotList } from './layout-of-file.ts'
import { rememberedSheet } from './sheet-choice.ts'
import { isWorkbook } from './workbook.ts'

/** Bytes that are longer than the longest line and the lines above the headings. */
const BEGINNING = 262_144
/** Pieces of a stored file that have these bytes and more. */
const FIRST_PIECES = 2
/** Lines that are shown to choose the headings from, characters of each, and cells shown of each column. */
const SHOWN_LINES = 15
const SHOWN_TEXT = 120
const SHOWN_CELLS = 3
const SHOWN_CELL = 40

/** The first lines of a file, and the file if they are all of it. */
export type Beginning = { readonly lines: readonly FileLine[]; readonly file: ReadFile; readonly isWhole: boolean }
/** Runs queries in a transaction of the tenant. */
export type InTenant = <T>(work: (db: Db) => Promise<T>) => Promise<T>
/**
 * Reads the first lines of a file, or all of a workbook, whose sheet may be remembered. Waits for a parser process: not within a
 * transaction. Throws a Refusal for a file that cannot be read.
 */
export async function readBeginning(bytes: Buffer, { encoding, sheet }: Layout, inTenant: InTenant): Promise<Beginning> {
  const isWhole = isWorkbook(bytes) || bytes.length <= BEGINNING
  try {
    const findSheet: FindSheet = (sheets) => inTenant((db) => rememberedSheet(db, sheets))
    const file = await readFile({ bytes: isWhole ? bytes : wholeLines(bytes), encoding, sheet, findSheet })
    const lines: FileLine[] = []
    for await (const some of linesOf(file)) {
      lines.push(...some)
      if (lines.length >= FIRST_LINES) break
    }
    return { lines, file, isWhole }
  } catch (error) {
    if (error instanceof Unreadable) throw new Refusal(422, t('MsgFileUnreadable'))
    throw error
  }
}

/** The first bytes of a file to the end of their last line, so that no character is cut. */
function wholeLines(bytes: Buffer): Buffer {
  const first = bytes.subarray(0, BEGINNING)
  const end = Math.max(first.lastIndexOf('\n'), first.lastIndexOf('\r'))
  // A line end of UTF-16 has a second byte.
  return end < 0 ? first : first.subarray(0, end + (first[end + 1] === 0 ? 2 : 1))
}

type Prepared = {
  readonly layout: FileLayout
  readonly found: Found
  /** The file, if it has been read to its end. */
  readonly whole: ReadFile | undefined
}
/** Finds the layout of the file of a run and stores it. Refuses a file that cannot be read with it. */
export async function prepareCheck(run: Run): Promise<Prepared> {
  const { beginning, file } = await beginningOf(run)
  const { layout, found } = await inBatch(run, async (db) => {
    const laidOut = await layoutOf(db, beginning.lines, file)
    if (!laidOut) throw new Refusal(422, t((await isKept(db, run.importId)) ? 'MsgNoHeadings' : 'MsgFileGone'))
    const seen = foundIn(beginning, laidOut)
    await storeLayout(db, run, laidOut, seen)
    if (file.chosen.sheet === seen.sheet) await rememberSheet(db, run.organisationId, laidOut.headings, seen.sheet)
    return { layout: laidOut, found: seen }
  })
  refuseIf(whyNotList(layout))
  return { layout, found, whole: beginning.isWhole ? beginning.file : undefined }
}

async function beginningOf(run: Run): Promise<{ beginning: Beginning; file: FileToLayOut }> {
  const inTenant: InTenant = (work) => run.database.readInTenant(run.tenant, work)
  const { file_name, source, layout } = await inTenant((db) =>
    db
      .selectFrom('import_jobs')
      .select(['file_name', 'source', 'layout'])
      .where('id', '=', run.importId)
      .executeTakeFirstOrThrow(),
  )
  const chosen = layout as Layout
  const pieces: Buffer[] = []
  for await (const piece of piecesOf(run.database, run.tenant, run.importId)) {
    pieces.push(piece)
    if (pieces.length === FIRST_PIECES && !isWorkbook(pieces[0]!)) break
  }
  const beginning = await readBeginning(Buffer.concat(pieces), chosen, inTenant)
  return { beginning, file: { name: file_name, source, chosen } }
}

const storeLayout = (db: Db, { importId }: Run, { headings, columns }: FileLayout, found: Found) =>
  db
    .updateTable('import_jobs')
    .set({ headings: [...headings], fields: [...columns], found: JSON.stringify(found) })
    .where('id', '=', importId)
    .execute()

/** What a person sees of a file to choose how it is read. */
function foundIn(
  { lines, file }: Beginning,
  { headings, headingLine, layout: { columns: _, ...layout }, last }: FileLayout,
): Found {
  const shown = lines
    .slice(0, SHOWN_LINES)
    .map(({ line, cells }) => ({ line, cells: (cells ?? []).map((cell) => oneLine(cleanCell(cell))) }))
  const below = lines.filter(({ line }) => line > headingLine)
  return {
    headingLine,
    encoding: file.encoding,
    hasOddLetters: file.hasOddLetters,
    sheet: file.sheet,
    sheets: file.sheets,
    beginning: shown.map(({ line, cells }) => ({
      line,
      text: cells
        .filter((cell) => cell !== '')
        .join(', ')
        .slice(0, SHOWN_TEXT),
    })),
    examples: headings.map((_, i) =>
      below
        .map(({ cells }) => oneLine(cleanCell(cells?.[i] ?? '')).slice(0, SHOWN_CELL))
        .filter((cell) => cell !== '')
        .slice(0, SHOWN_CELLS),
    ),
    statuses: [],
    layout,
    lastPropertyId: last.propertyId ?? '',
    lastBuildingId: last.buildingId ?? '',
  }
}
