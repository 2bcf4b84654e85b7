import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import yazl from 'yazl'
import { escaped } from '#platform/html.ts'
import { stylesXml, styleTable } from './styles.ts'

/** A date has no zone: it is written as it is in UTC. Texts are never formulas. */
export type Value = string | number | Date | null
export type SheetColumn = {
  /** Its heading in the first row; none of the columns has one in a sheet without headings. */
  readonly title?: string
  /** In characters. */
  readonly width: number
  /** Of its numbers and dates, as the spreadsheet program writes formats. */
  readonly format?: string | undefined
}

/** Characters that are collected before they are compressed. */
const CHUNK = 32_768
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const DAY_MS = 86_400_000
/** The days from the first one of spreadsheets to 1970. */
const EPOCH_DAYS = 25_569

/**
 * A workbook that is written while its rows come (Office Open XML, ECMA-376): its sheets one after the other, then `finish`. `out` has
 * its bytes, and is destroyed to stop.
 */
export function openWorkbook(stopped: AbortSignal) {
  const zip = new yazl.ZipFile()
  const styles = styleTable()
  const sheets: { name: string; titles: string }[] = []
  const addPart = (path: string, xml: string) => zip.addBuffer(Buffer.from(DECLARATION + xml), path)

  /** Begins a sheet after the one before was closed. */
  function openSheet(name: string, columns: readonly SheetColumn[]) {
    const letters = columns.map((_, i) => lettersOf(i))
    const hasHeadings = columns.some(({ title }) => title !== undefined)
    sheets.push({ name, titles: hasHeadings ? `'${name.replaceAll("'", "''")}'!$1:$1` : '' })
    const out = new PassThrough()
    zip.addReadStream(out, `xl/worksheets/sheet${sheets.length}.xml`)
    const formats = columns.map(({ format }) => ({ plain: styles.of(format), bold: styles.of(format, 'bold') }))
    let rows = 0
    let text = DECLARATION + headOf(columns, hasHeadings)
    const add = (values: readonly Value[], styleOf: (column: number) => number) => {
      rows += 1
      text += `<row r="${rows}">`
      for (const [i, value] of values.entries()) if (value !== null) text += cellXml(`${letters[i]}${rows}`, value, styleOf(i))
      text += '</row>'
    }
    if (hasHeadings) {
      const style = styles.of(undefined, 'heading')
      add(
        columns.map(({ title }) => title ?? null),
        () => style,
      )
    }
    return {
      /** Adds a row, and waits while the reader of the file is behind. */
      async addRow(values: readonly Value[], look: 'plain' | 'bold' = 'plain'): Promise<void> {
        add(values, (column) => formats[column]![look])
        if (text.length < CHUNK) return
        const isFull = !out.write(text)
        text = ''
        if (isFull) await once(out, 'drain', { signal: stopped })
      },
      close(): void {
        const [filter, page] = hasHeadings ? [`<autoFilter ref="A1:${letters.at(-1)}1"/>`, LANDSCAPE] : ['', '']
        out.end(`${text}</sheetData>${filter}${MARGINS}${page}</worksheet>`)
      },
    }
  }

  /** Writes what names the sheets and styles. */
  function finish(): void {
    addPart('xl/styles.xml', stylesXml(styles.all))
    addPart('xl/workbook.xml', workbookXml(sheets))
    const sheetRelations = sheets.map((_, i) => relation(`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`))
    addPart('xl/_rels/workbook.xml.rels', relations([...sheetRelations, relation('styles', 'styles', 'styles.xml')]))
    addPart('_rels/.rels', relations([relation('workbook', 'officeDocument', 'xl/workbook.xml')]))
    addPart('[Content_Types].xml', contentTypes(sheets.length))
    zip.end()
  }
  return { out: zip.outputStream as PassThrough, openSheet, finish }
}

const MARGINS = '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>'
/** In print: landscape A4, as wide as the table. */
const LANDSCAPE = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
/** The first row stays in place. */
const FROZEN = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'

function headOf(columns: readonly SheetColumn[], hasHeadings: boolean): string {
  const widths = columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')
  return `<worksheet xmlns="${MAIN}">${hasHeadings ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : ''}\
<sheetViews><sheetView workbookViewId="0">${hasHeadings ? FROZEN : ''}</sheetView></sheetViews><cols>${widths}</cols><sheetData>`
}

function cellXml(place: string, value: string | number | Date, style: number): string {
  if (typeof value === 'string')
    return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
  return `<c r="${place}" s="${style}"><v>${typeof value === 'number' ? value : value.getTime() / DAY_MS + EPOCH_DAYS}</v></c>`
}

function workbookXml(sheets: readonly { readonly name: string; readonly titles: string }[]): string {
  const named = sheets.map(({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')
  const printed = sheets.map(({ titles }, i) =>
    titles ? `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${escapeXml(titles)}</definedName>` : '',
  )
  const names = printed.join('') && `<definedNames>${printed.join('')}</definedNames>`
  return `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${named}</sheets>${names}</workbook>`
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
const relations = (all: readonly string[]) => `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`

function contentTypes(sheets: number): string {
  const part = (path: string, type: string) => `<Override PartName="/xl/${path}.xml" ContentType="${TYPE}.${type}+xml"/>`
  const parts = Array.from({ length: sheets }, (_, i) => part(`worksheets/sheet${i + 1}`, 'worksheet'))
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
${part('workbook', 'sheet.main')}${part('styles', 'styles')}${parts.join('')}</Types>`
}

/** The letters of a column: 0 is A, 26 is AA. */
const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Characters that no XML document may contain, and other control characters. */
const NOT_IN_XML = /[\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu
const escapeXml = (text: string): string => escaped(text).replace(NOT_IN_XML, '')
