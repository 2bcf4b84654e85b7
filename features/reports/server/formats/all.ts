import type { FileFormat } from '../../reports.ts'
import { csvFile } from './csv.ts'
import { docxFile } from './docx.ts'
import { jsonFile } from './json.ts'
import { pdfFile } from './pdf.ts'
import type { FileWriter } from './writing.ts'
import { xlsxFile } from './xlsx.ts'

/** The writer of each format. Those of CSV, JSON and XLSX write rows as they come; the others have a limit of rows. */
export const WRITERS: Readonly<Record<FileFormat, FileWriter>> = {
  PDF: pdfFile,
  XLSX: xlsxFile,
  DOCX: docxFile,
  CSV: (parts, { text }) => csvFile(parts, text),
  JSON: (parts) => jsonFile(parts),
}
