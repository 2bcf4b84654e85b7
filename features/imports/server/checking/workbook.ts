import { Refusal } from '#platform/server/http/refusal.ts'
import { parserProcess, Unreadable } from '#platform/server/parser-process.ts'
import { t } from '../../messages.ts'
import { MAX_FILE_BYTES } from '../../rules.ts'
import type { WorkbookRefusal } from './workbook/archive.ts'
import type { Sheet } from './workbook/sheets.ts'

export type { Sheet } from './workbook/sheets.ts'

/** A workbook with 200,000 cells takes a few seconds and some 200 MB. */
const sheetsOf = parserProcess<Uint8Array, Sheet[] | WorkbookRefusal>(new URL('workbook/sheets.ts', import.meta.url), {
  seconds: 30,
  megabytes: 384,
})

const ARCHIVE = ['504b0304', '504b0506']
const COMPOUND_FILE = 'd0cf11e0'
/** Whether a file is to be read as a workbook, whatever its name: an archive or a compound file of Office, which are no text. */
export function isWorkbook(file: Uint8Array): boolean {
  const signature = Buffer.from(file.subarray(0, 4)).toString('hex')
  return ARCHIVE.includes(signature) || signature === COMPOUND_FILE
}

/**
 * The sheets of an Excel workbook (.xlsx) that have rows, in their order, read in a process of its own: not within a transaction.
 * Rows without values are left out; each row has its number in the sheet. Cells have the text that Excel shows (dates as YYYY-MM-DD,
 * errors empty). Throws a Refusal (422) with the reason for other kinds of files, protected ones, ones with macros, too large and damaged ones.
 */
export async function readWorkbook(file: Uint8Array): Promise<readonly Sheet[]> {
  if (file.length > MAX_FILE_BYTES) throw new Refusal(422, t('MsgWorkbookTooLarge'))
  const sheets = await sheetsOf(file).catch((error: unknown) => {
    if (error instanceof Unreadable) throw new Refusal(422, t('MsgWorkbookUnreadable'))
    throw error
  })
  if (typeof sheets === 'string') throw new Refusal(422, t(`MsgWorkbook${sheets}`))
  return sheets
}
