import type { Part } from '../../model.ts'
import type { FileFormat } from '../../reports.ts'
import type { CellText } from '../engine/cell-text.ts'
import { csvFile } from './csv.ts'
import { docxFile } from './docx.ts'
import { jsonFile } from './json.ts'
import { xlsxFile } from './xlsx.ts'

/** What a file is written with: texts of cells in the reader's language and format of dates. */
export type Writing = {
  readonly text: CellText
  readonly language: string
  readonly dateFormat: string
  readonly logo: Buffer | null
}
export type FileWriter = (parts: AsyncIterable<Part>, writing: Writing) => AsyncIterable<Buffer>

/** The writer of each format; memory does not grow with the rows. */
export const WRITERS: Readonly<Partial<Record<FileFormat, FileWriter>>> = {
  XLSX: (parts) => xlsxFile(parts),
  DOCX: (parts, { text, language }) => docxFile(parts, text, language),
  CSV: (parts, { text }) => csvFile(parts, text),
  JSON: (parts) => jsonFile(parts),
}
