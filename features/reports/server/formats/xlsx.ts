import type { Cell, CellKind, Column, Part } from '../../model.ts'
import { XML_START, xmlText, zipFile } from './zip.ts'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Rows are written in pieces of this many characters. */
const PIECE = 64_000
/** Longest text of a cell and of the name of a sheet. */
const MAX_TEXT = 32_767
const MAX_NAME = 31
const DAY_MS = 86_400_000
/** Days from the first day of a spreadsheet to 1970-01-01. */
const EPOCH_DAYS = 25_569

/** Formats of cells: their place in the styles below; those of totals follow after them. */
const STYLES: Readonly<Record<CellKind, number>> = { text: 0, count: 1, percent: 2, hours: 3, time: 4, day: 5 }
const BOLD = 6
const NUMBER_FORMATS = [0, 3, 164, 165, 166, 14]
const cellFormats = [0, 1]
  .flatMap((font) =>
    NUMBER_FORMATS.map((format) => `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"/>`),
  )
  .join('')
const STYLES_XML = `${XML_START}<styleSheet ${MAIN}><numFmts count="3"><numFmt numFmtId="164" formatCode="0.0&quot; %&quot;"/><numFmt numFmtId="165" formatCode="0.0&quot; h&quot;"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="12">${cellFormats}</cellXfs></styleSheet>`

const textCell = (text: string, style: number) =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(text.slice(0, MAX_TEXT))}</t></is></c>`

/** A cell with the type of its value; a text stays a text, also when it begins like a formula. */
function cellXml(cell: Cell, kind: CellKind, bold = 0): string {
  if (cell === null || cell === '') return `<c s="${bold}"/>`
  if (typeof cell === 'number') return `<c s="${STYLES[kind] + bold}"><v>${cell}</v></c>`
  const ms = kind === 'time' || kind === 'day' ? Date.parse(`${cell.replace(' ', 'T')}${kind === 'time' ? 'Z' : ''}`) : Number.NaN
  return Number.isNaN(ms) ? textCell(cell, bold) : `<c s="${STYLES[kind] + bold}"><v>${ms / DAY_MS + EPOCH_DAYS}</v></c>`
}
const rowXml = (cells: readonly string[]) => `<row>${cells.join('')}</row>`

/** The letters of a column, 0 is A; a report has fewer than 26 columns. */
const letterOf = (column: number) => String.fromCharCode(65 + column)

/** A name of a sheet: unique, without the characters that are not allowed there. */
const sheetName = (title: string, number: number) => `${number} ${title.replace(/[[\]:*?/\\']/g, ' ')}`.slice(0, MAX_NAME)

/** A report as a workbook: a sheet for each table, with groups left out, and at the end a sheet of title and parameters. */
export async function* xlsxFile(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const zip = zipFile()
  const names: string[] = []
  let heading: Part & { kind: 'heading' } = { kind: 'heading', title: '', organisation: '', details: [] }
  let columns: readonly Column[] = []
  let rows = 0
  let waiting = ''
  let sheet: ReturnType<typeof zip.entry> | undefined
  const begin = (title: string, start: string) => {
    names.push(sheetName(title, names.length + 1))
    sheet = zip.entry(`xl/worksheets/sheet${names.length}.xml`)
    waiting = `${XML_START}<worksheet ${MAIN}>${start}<sheetData>`
  }
  const finish = () => {
    const filter = rows > 0 ? `<autoFilter ref="A1:${letterOf(columns.length - 1)}${rows + 1}"/>` : ''
    sheet?.end(`${waiting}</sheetData>${filter}</worksheet>`)
    waiting = ''
    rows = 0
  }
  for await (const part of parts) {
    if (part.kind === 'heading') heading = part
    else if (part.kind === 'table') {
      finish()
      columns = part.columns
      const widths = columns.map(({ width }, i) => [i + 1, Math.max(10, width + 2)])
      begin(
        part.title ?? heading.title,
        `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.map(([at, width]) => `<col min="${at}" max="${at}" width="${width}" customWidth="1"/>`).join('')}</cols>`,
      )
      waiting += rowXml(columns.map(({ title }) => textCell(title, BOLD)))
    } else if (part.kind === 'row') {
      rows += 1
      waiting += rowXml(part.cells.map((cell, i) => cellXml(cell, columns[i]!.kind)))
    } else if (part.kind === 'total' && part.isLast)
      waiting += rowXml(
        part.cells.map((cell, i) =>
          i === 0 && cell === null ? textCell(part.text, BOLD) : cellXml(cell, columns[i]!.kind, BOLD),
        ),
      )
    if (waiting.length < PIECE) continue
    sheet?.write(waiting)
    waiting = ''
    yield zip.take()
  }
  finish()
  begin(heading.title, '<cols><col min="1" max="2" width="40" customWidth="1"/></cols>')
  const details = [[heading.title], [heading.organisation], ...heading.details]
  waiting += details.map((cells) => rowXml(cells.map((cell) => textCell(cell, 0)))).join('')
  finish()
  const part = (name: string, xml: string) => zip.entry(name).end(XML_START + xml)
  zip.entry('xl/styles.xml').end(STYLES_XML)
  part(
    'xl/workbook.xml',
    `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${names.map((name, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  )
  part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  part(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${names.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
  )
  zip.end()
  yield zip.take()
}
