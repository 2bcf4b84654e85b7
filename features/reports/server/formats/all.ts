import { textIn } from '#features/resources/server/api.ts'
import type { Translate } from '#platform/server/http/language.ts'
import type { Part } from '../../model.ts'
import type { FileFormat } from '../../reports.ts'
import { cellTexts } from '../engine/cell-text.ts'
import { csvFile } from './csv.ts'
import { jsonFile } from './json.ts'
import type { FileWriter } from './writing.ts'

/**
 * The writer of each format. Those of CSV, JSON and XLSX write rows as they come; the others have a limit of rows. Libraries for files
 * need 80 MB, so only the thread that writes one loads them.
 */
const WRITERS: Readonly<Record<FileFormat, () => Promise<FileWriter>>> = {
  PDF: async () => (await import('./pdf.ts')).pdfFile,
  XLSX: async () => (await import('./xlsx.ts')).xlsxFile,
  DOCX: async () => (await import('./docx.ts')).docxFile,
  CSV:
    async () =>
    (parts, { text }) =>
      csvFile(parts, text),
  JSON: async () => (parts) => jsonFile(parts),
}

export type FileRequest = {
  readonly format: FileFormat
  readonly language: string
  readonly dateFormat: string
  /** The organisation's, as PNG. */
  readonly logo: Buffer | null
}

/** The file of a report's parts, in the order of its bytes. */
export async function* fileOf(
  parts: AsyncIterable<Part>,
  { format, language, dateFormat, logo }: FileRequest,
): AsyncGenerator<Buffer> {
  const translate: Translate = (message) => textIn(language, message)
  const write = await WRITERS[format]()
  yield* write(parts, { text: cellTexts(language, dateFormat), translate, language, dateFormat, logo })
}
