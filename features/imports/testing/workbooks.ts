import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

// Workbooks part by part, as programs that are not Excel write them too.

const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** An archive with these entries. */
export async function archive(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

type SheetOfTest = { readonly name: string; readonly xml: string; readonly state?: 'hidden' | 'veryHidden' }
type WorkbookOfTest = {
  readonly sheets: readonly SheetOfTest[]
  /** `<si>` elements. */
  readonly strings?: string
  /** Number formats; the cell style 1 has the first one, and so on. */
  readonly formats?: readonly string[]
  readonly is1904?: boolean
  readonly mainType?: string
  /** Entries that are added, or take the place of others. */
  readonly others?: Readonly<Record<string, string | Buffer>>
}

/** The entries of a workbook. */
export function workbookEntries({
  sheets,
  strings = '',
  formats = [],
  is1904 = false,
  mainType = 'sheet',
  others = {},
}: WorkbookOfTest) {
  const list = sheets.map(
    ({ name, state }, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}" state="${state ?? 'visible'}"/>`,
  )
  const relationships = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  const numFmts = formats.map((format, i) => `<numFmt numFmtId="${200 + i}" formatCode="${format.replaceAll('"', '&quot;')}"/>`)
  const xfs = ['<xf numFmtId="0"/>', ...formats.map((_, i) => `<xf numFmtId="${200 + i}" applyNumberFormat="1"/>`)]
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${SHEET_ML}.${mainType}.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><workbookPr date1904="${is1904}"/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relationships.join('')}<Relationship Id="strings" Type="${DOCUMENT}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="styles" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${numFmts.join('')}</numFmts><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ xml }, i) => [`xl/worksheets/sheet${i + 1}.xml`, `<worksheet xmlns="${MAIN}">${xml}</worksheet>`]),
    ),
    ...others,
  }
}

/** A workbook. */
export const workbook = (parts: WorkbookOfTest): Promise<Buffer> => archive(workbookEntries(parts))

/** A workbook with one sheet, whose rows are these. */
export const workbookOf = (rows: string, parts: Partial<WorkbookOfTest> = {}): Promise<Buffer> =>
  workbook({ sheets: [{ name: 'Residents', xml: `<sheetData>${rows}</sheetData>` }], ...parts })

const columnName = (column: number): string =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

const rowsOfTexts = (lines: readonly (readonly string[])[]): string =>
  lines
    .map((cells, row) => {
      const texts = cells.map(
        (text, column) => `<c r="${columnName(column)}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`,
      )
      return `<row r="${row + 1}">${texts.join('')}</row>`
    })
    .join('')

/** A workbook with a sheet of texts. */
export const workbookOfTexts = (lines: readonly (readonly string[])[]): Promise<Buffer> => workbookOf(rowsOfTexts(lines))

/** A workbook with these sheets of texts, of which those with a name in brackets are hidden. */
export const workbookOfSheets = (sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Promise<Buffer> =>
  workbook({
    sheets: Object.entries(sheets).map(([name, lines]) => ({
      name: name.replace(/[()]/g, ''),
      xml: `<sheetData>${rowsOfTexts(lines)}</sheetData>`,
      ...(name.startsWith('(') && { state: 'hidden' as const }),
    })),
  })
