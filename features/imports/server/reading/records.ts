import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { refuseIf } from '#platform/server/http/refusal.ts'
import { parserProcess } from '#platform/server/parser-process.ts'
import type { Encoding } from '../../layout.ts'
import { t } from '../../messages.ts'
import { defaultSheet } from '../checking/sheet-choice.ts'
import { isWorkbook, readWorkbook, type Sheet } from '../checking/workbook.ts'
import type { CsvToRead, FileLine, ReadCsv } from './csv.ts'

export type { FileLine }
/** A file to read; without an encoding it is found by its bytes, without a sheet that of `findSheet`, else the default one is read. */
export type FileToRead = CsvToRead & { readonly sheet?: string | undefined; readonly findSheet?: FindSheet | undefined }
export type FindSheet = (sheets: readonly Sheet[]) => Promise<Sheet | undefined>
/** The lines of a file as in `ReadCsv`, and what a workbook has instead of an encoding. */
export type ReadFile = Omit<ReadCsv, 'encoding'> & {
  readonly encoding: Encoding | ''
  readonly sheet: string
  readonly sheets: readonly string[]
}

/** A file of the largest size takes a few seconds and some 100 MB. */
const readCsv = parserProcess<CsvToRead, ReadCsv>(new URL('csv.ts', import.meta.url), { seconds: 60, megabytes: 512 })
/** Rows of a workbook that are handled at once. */
const ROWS_AT_ONCE = 300

/**
 * Reads a CSV file or a workbook in a process of its own: not within a transaction. Throws Unreadable beyond the bounds, and a Refusal with the
 * reason for a workbook that cannot be read.
 */
export async function readFile({ bytes, encoding, sheet, findSheet }: FileToRead): Promise<ReadFile> {
  refuseIf(isOtherDocument(bytes) ? t('MsgWorkbookOtherFile') : null)
  if (!isWorkbook(bytes)) return { ...(await readCsv({ bytes, encoding })), sheet: '', sheets: [] }
  const sheets = await readWorkbook(bytes)
  const { name = '', rows = [] } =
    sheets.find((one) => one.name === sheet) ?? (await findSheet?.(sheets)) ?? defaultSheet(sheets) ?? {}
  const slices: string[] = []
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) slices.push(JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE)))
  return { slices, encoding: '', hasOddLetters: false, sheet: name, sheets: sheets.map((one) => one.name) }
}

/** Web pages that are named like spreadsheets, and other documents. */
const isOtherDocument = (bytes: Uint8Array): boolean =>
  /^[^\w<%{]{0,10}(?:<(?:!doctype|html|table|\?xml)|%pdf-|\{\\rtf)/i.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'))

/** The lines of a file, a few hundred at a time. */
export async function* linesOf({ slices }: Pick<ReadFile, 'slices'>): AsyncGenerator<FileLine[]> {
  for (const lines of slices) {
    yield JSON.parse(lines) as FileLine[]
    await yieldToOthers()
  }
}
