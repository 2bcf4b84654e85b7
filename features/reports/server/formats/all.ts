import { textIn } from '#features/resources/server/api.ts'
import type { Translate } from '#platform/server/http/language.ts'
import type { Part } from '../../model.ts'
import type { FileFormat } from '../../reports.ts'
import { cellTexts } from '../engine/cell-text.ts'
import { csvFile } from './csv.ts'
import { docxFile } from './docx.ts'
import { jsonFile } from './json.ts'
import { pdfFile } from './pdf.ts'
import type { FileWriter } from './writing.ts'
import { xlsxFile } from './xlsx.ts'

/** The writer of each format. Those of CSV, JSON and XLSX write rows as they come; the others have a limit of rows. */
const WRITERS: Readonly<Record<FileFormat, FileWriter>> = {
  PDF: pdfFile,
  XLSX: xlsxFile,
  DOCX: docxFile,
  CSV: (parts, { text }) => csvFile(parts, text),
  JSON: (parts) => jsonFile(parts),
}

export type FileRequest = {
  readonly format: FileFormat
  readonly language: string
  readonly dateFormat: string
  /** The organisation's, as PNG. */
  readonly logo: Buffer | null
}

/** The file of a report's parts, in the order of its bytes. */
export function fileOf(parts: AsyncIterable<Part>, { format, language, dateFormat, logo }: FileRequest): AsyncIterable<Buffer> {
  const translate: Translate = (message) => textIn(language, message)
  return WRITERS[format](parts, { text: cellTexts(language, dateFormat), translate, language, dateFormat, logo })
}
