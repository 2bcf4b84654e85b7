import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Part } from '../../model.ts'
import { cellTexts } from '../engine/cell-text.ts'
import { docxFile, MAX_DOCX_ROWS } from './docx.ts'
import { xlsxFile } from './xlsx.ts'

const columns = [
  { id: 'Name', title: 'Name & co', kind: 'text', width: 2 },
  { id: 'Count', title: 'Count', kind: 'count', width: 1 },
  { id: 'Day', title: 'Day', kind: 'day', width: 1 },
  { id: 'Time', title: 'Time', kind: 'time', width: 1 },
] as const
async function* partsOf(rows: number): AsyncGenerator<Part> {
  yield { kind: 'heading', title: 'Tenants', organisation: 'Riverside', details: [['Status', 'All']] }
  yield { kind: 'table', columns }
  yield { kind: 'group', id: 'g1', text: 'Building A' }
  for (let i = 0; i < rows; i++) yield { kind: 'row', cells: ['=1+1 <x>\u0001', 7, '2026-11-23', '2026-11-23 12:00:00'] }
  yield { kind: 'total', text: 'Total', cells: [null, 14, null, null], isLast: true }
}
async function entriesOf(file: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Object.fromEntries(Object.entries(unzipSync(Buffer.concat(chunks))).map(([name, data]) => [name, strFromU8(data)]))
}
const text = cellTexts('en', 'YYYY-MM-DD')

test('a workbook has typed cells, a frozen header, a filter, totals and a sheet of parameters', async () => {
  const entries = await entriesOf(xlsxFile(partsOf(2)))
  const sheet = entries['xl/worksheets/sheet1.xml']!
  expect(sheet).toContain('<c t="inlineStr" s="0"><is><t xml:space="preserve">=1+1 &lt;x&gt;</t></is></c>')
  expect(sheet).toContain('<c s="1"><v>7</v></c><c s="5"><v>46349</v></c><c s="4"><v>46349.5</v></c>')
  expect(sheet).toContain('state="frozen"')
  expect(sheet).toContain('<autoFilter ref="A1:D3"/>')
  expect(sheet).toContain('<v>14</v>')
  expect(sheet).not.toContain('<f>')
  expect(entries['xl/worksheets/sheet2.xml']).toContain('Status')
  expect(entries['xl/workbook.xml']).toContain('name="1 Tenants"')
})

test('a Word document has a heading, parameters, and a table whose header repeats', async () => {
  const body = (await entriesOf(docxFile(partsOf(2), text, 'en')))['word/document.xml']!
  expect(body).toContain('<w:pStyle w:val="Heading1"/>')
  expect(body).toContain('Status: All')
  expect(body).toContain('<w:tblHeader/>')
  expect(body).toContain('Name &amp; co')
  expect(body).toContain('Building A')
  expect(body.match(/=1\+1/g)).toHaveLength(2)
})

test('a Word document of too many rows is refused', async () => {
  await expect(entriesOf(docxFile(partsOf(MAX_DOCX_ROWS + 1), text, 'en'))).rejects.toMatchObject({ status: 422 })
})
