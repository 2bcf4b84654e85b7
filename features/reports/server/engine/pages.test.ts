import { getDocument } from 'unpdf/pdfjs'
import { describe, expect, test } from 'vitest'
import type { Part } from '../../model.ts'
import { fileOf } from '../formats/all.ts'
import { htmlPages, pageOfContent } from './html.ts'

const ASKED = { language: 'en-US', dateFormat: 'en-US', logo: null } as const
const LONG = 'a name that is so long that it needs more than one line of its column, 王小明'
const HEADING: Part = { kind: 'heading', title: 'Usage', organisation: 'Riverside', details: [['Property', 'All']] }
const COLUMNS = [
  { id: 'Unit', title: 'Unit', kind: 'text', width: 8 },
  { id: 'Resident', title: 'Resident', kind: 'text', width: 62 },
  { id: 'Note', title: 'Note', kind: 'text', width: 15 },
  { id: 'Packages', title: 'Packages', kind: 'count', width: 15 },
] as const

async function* reportOf(groups: readonly { readonly name: string; readonly rows: number }[]): AsyncGenerator<Part> {
  yield HEADING
  yield { kind: 'chart', chart: { title: 'Per day', kind: 'bars', labels: ['1'], series: [{ name: 'Packages', values: [1] }] } }
  yield { kind: 'table', group: { title: 'Building', kind: 'text' }, columns: [...COLUMNS] }
  for (const [g, { name, rows }] of groups.entries()) {
    yield { kind: 'group', id: `g${g}`, text: name }
    for (let i = 0; i < rows; i++) yield { kind: 'row', cells: [`<${g}.${i}>`, 'Ada', i % 3 ? '' : LONG, 1] }
    yield { kind: 'total', text: `Total ${name}`, cells: [null, null, null, rows], isLast: false }
  }
}

type Report = Parameters<typeof reportOf>[0]
async function previewOf(report: Report): Promise<string[]> {
  const pages: string[] = []
  for await (const { content } of htmlPages(reportOf(report), { ...ASKED, format: 'HTML5', changes: {} }))
    pages.push(pageOfContent(content).pageContent)
  return pages
}
async function printOf(report: Report): Promise<string[][]> {
  const chunks: Buffer[] = []
  for await (const chunk of fileOf(reportOf(report), { ...ASKED, format: 'PDF' })) chunks.push(chunk)
  const pdf = await getDocument({ data: new Uint8Array(Buffer.concat(chunks)), verbosity: 0 }).promise
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, i) => {
      const { items } = await (await pdf.getPage(i + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : ''))
    }),
  )
}
const unitsIn = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .match(/<\d+\.\d+>/g) ?? []
const BUILDINGS: Report = [
  { name: 'Mill Lofts · Dye House of the former cotton mill', rows: 47 },
  { name: 'Quay', rows: 70 },
  { name: 'Yard', rows: 5 },
]

describe('the pages of a report', () => {
  test('are the same ones in the print preview and in print', async () => {
    const [preview, print] = [await previewOf(BUILDINGS), await printOf(BUILDINGS)]
    expect(preview.length).toBeGreaterThan(4)
    expect(preview.map(unitsIn)).toEqual(print.map((texts) => unitsIn(texts.join('|'))))
    for (const [i, page] of preview.entries()) {
      expect(page).toContain(`<span>Riverside · Usage</span><span>${i + 1}</span>`)
      expect(print[i]).toContain('Riverside · Usage')
      expect(print[i]).toContain(String(i + 1))
    }
  })

  test('repeat the titles of the columns and the group that goes on', async () => {
    const [preview, print] = [await previewOf(BUILDINGS), await printOf(BUILDINGS)]
    for (const [i, page] of preview.entries()) {
      const first = unitsIn(page)[0]!
      const { name } = BUILDINGS[Number(first.slice(1).split('.')[0])]!
      expect(page.indexOf(name)).toBeGreaterThan(0)
      expect(page.indexOf(name)).toBeLessThan(page.indexOf(first.replace('<', '&lt;').replace('>', '&gt;')))
      expect(print[i]!.indexOf(name)).toBeGreaterThanOrEqual(0)
      expect(print[i]!.indexOf(name)).toBeLessThan(print[i]!.indexOf(first))
      expect(print[i]).toContain('Resident')
    }
  })

  test('do not end with the name of a group', async () => {
    for (let rows = 20; rows < 60; rows++) {
      const pages = await previewOf([
        { name: 'Quay', rows },
        { name: 'Yard', rows: 3 },
      ])
      for (const page of pages) expect(page).not.toMatch(/rowgroup[^>]*>[^<]*<\/th><\/tr><\/tbody>/)
    }
  })

  test('have the name of a total in one line over the columns without a number', async () => {
    const [preview, print] = [await previewOf(BUILDINGS), await printOf(BUILDINGS)]
    const total = `Total ${BUILDINGS[0]!.name}`
    expect(preview.join('')).toContain(`<td colspan="3">${total}</td><td class="number">47</td>`)
    expect(print.flat()).toContain(total)
  })
})
