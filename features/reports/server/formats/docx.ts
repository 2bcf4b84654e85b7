import { Refusal } from '#platform/server/http/refusal.ts'
import { t } from '../../messages.ts'
import type { Column, Part } from '../../model.ts'
import type { CellText } from '../engine/cell-text.ts'
import { XML_START, xmlText, zipFile } from './zip.ts'

/** Rows of a Word document at most: word processors take minutes to open larger tables. */
export const MAX_DOCX_ROWS = 10_000
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`
const strong = (text: string) => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`
const row = (paragraphs: readonly string[], properties = '') =>
  `<w:tr>${properties}${paragraphs.map((one) => `<w:tc><w:tcPr/>${one}</w:tc>`).join('')}</w:tr>`
const spanned = (text: string, columns: number) =>
  `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="${columns}"/></w:tcPr>${strong(text)}</w:tc></w:tr>`
const BORDERS = ['top', 'bottom', 'insideH'].map((side) => `<w:${side} w:val="single" w:sz="4" w:color="ADB5BD"/>`).join('')
const TABLE = `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${BORDERS}</w:tblBorders></w:tblPr>`
const heading = (id: string, name: string, level: number, size: number) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:outlineLvl w:val="${level}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`
const styles = (language: string) =>
  `<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="18"/><w:lang w:val="${xmlText(language)}"/></w:rPr></w:rPrDefault></w:docDefaults>${heading('Heading1', 'heading 1', 0, 36)}${heading('Heading2', 'heading 2', 1, 26)}</w:styles>`

/**
 * A report as a Word document: heading, parameters, and tables whose headers repeat on each page; charts are left out.
 * @throws Refusal 422 beyond MAX_DOCX_ROWS.
 */
export async function* docxFile(parts: AsyncIterable<Part>, text: CellText, language: string): AsyncGenerator<Buffer> {
  const zip = zipFile()
  const body = zip.entry('word/document.xml')
  let columns: readonly Column[] = []
  let isInTable = false
  let rows = 0
  const end = () => (isInTable ? '</w:tbl><w:p/>' : '')
  body.write(`${XML_START}<w:document xmlns:w="${WORD}"><w:body>`)
  for await (const part of parts) {
    if (part.kind === 'heading') {
      const details = part.details.map(([label, value]) => paragraph(`${label}: ${value}`)).join('')
      body.write(paragraph(part.title, 'Heading1') + paragraph(part.organisation) + details)
    } else if (part.kind === 'table') {
      columns = part.columns
      const title = part.title ? paragraph(part.title, 'Heading2') : ''
      const grid = `<w:tblGrid>${columns.map(() => '<w:gridCol/>').join('')}</w:tblGrid>`
      const header = row(
        columns.map((column) => strong(column.title)),
        '<w:trPr><w:tblHeader/></w:trPr>',
      )
      body.write(end() + title + TABLE + grid + header)
      isInTable = true
    } else if (part.kind === 'group') body.write(spanned(part.text, columns.length))
    else if (part.kind === 'row') {
      rows += 1
      if (rows > MAX_DOCX_ROWS) throw new Refusal(422, t('MsgReportTooLarge'))
      body.write(row(part.cells.map((cell, i) => paragraph(text(cell, columns[i]!.kind)))))
    } else if (part.kind === 'total')
      body.write(row(part.cells.map((cell, i) => strong(i === 0 && cell === null ? part.text : text(cell, columns[i]!.kind)))))
    else if (part.kind === 'note') {
      body.write(isInTable ? spanned(part.text, columns.length) : paragraph(part.text))
    }
    yield zip.take()
  }
  body.end(`${end()}<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/></w:sectPr></w:body></w:document>`)
  const entry = (name: string, xml: string) => zip.entry(name).end(XML_START + xml)
  entry('word/styles.xml', styles(language))
  const relation = (type: string, target: string) =>
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
  entry('word/_rels/document.xml.rels', relation('styles', 'styles.xml'))
  entry('_rels/.rels', relation('officeDocument', 'word/document.xml'))
  entry(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  )
  zip.end()
  yield zip.take()
}
