import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readXlsx, type Sheet, type Cell as SheetCell } from 'hucre/xlsx'
import mammoth from 'mammoth'
import sharp from 'sharp'
import { getDocument } from 'unpdf/pdfjs'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Cell, Part } from '../../model.ts'
import type { FileFormat } from '../../reports.ts'
import { fileOf } from './all.ts'
import { MAX_DOCX_ROWS } from './docx.ts'
import { fileInThread } from './file-in-thread.ts'
import { MAX_PDF_ROWS } from './pdf.ts'

const COLUMNS = [
  { id: 'Name', title: 'Resident', kind: 'text', width: 30 },
  { id: 'At', title: 'Time', kind: 'time', width: 20 },
  { id: 'Day', title: 'Day', kind: 'day', width: 20 },
  { id: 'Count', title: 'Packages', kind: 'count', width: 10 },
  { id: 'Share', title: 'Share', kind: 'percent', width: 10 },
  { id: 'Hours', title: 'Hours', kind: 'hours', width: 10 },
] as const
const row = (...cells: Cell[]): Part => ({ kind: 'row', cells })
const PARTS: readonly Part[] = [
  {
    kind: 'heading',
    title: 'Resident Usage',
    organisation: 'Riverside Living',
    details: [
      ['Data as of', '11/20/2026'],
      ['Property', 'All'],
    ],
  },
  {
    kind: 'chart',
    chart: { title: 'Per day', kind: 'bars', labels: ['Mon', 'Tue'], series: [{ name: 'Dropped off', values: [3, 7] }] },
  },
  { kind: 'table', group: { title: 'Building', kind: 'text' }, columns: [...COLUMNS] },
  { kind: 'group', id: 'g1', text: 'Building Łódź' },
  row('=HYPERLINK("http://x")', '2026-11-20 23:15:00', '2026-11-20', 1234, 12.5, 3.25),
  row('Ηλίας Þór, a very long name that does not fit into its column and goes on in a second line', null, '', 2, null, 0.5),
  { kind: 'total', text: 'Total of Building Łódź', cells: [null, null, null, 1236, null, null], isLast: false },
  { kind: 'total', text: 'Total', cells: [null, null, null, 1236, null, null], isLast: true },
]
const LOGO = await sharp({ create: { width: 120, height: 50, channels: 3, background: '#1864ab' } })
  .png()
  .toBuffer()

async function* streamed(parts: Iterable<Part>) {
  for (const part of parts) yield part
}
const ASKED = { language: 'en', dateFormat: 'en-US', logo: LOGO }
async function written(format: FileFormat, parts: Iterable<Part> = PARTS): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of fileOf(streamed(parts), { ...ASKED, format })) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const many = (count: number): Part[] => [
  ...PARTS.slice(0, 4),
  ...Array.from({ length: count }, (_, i) => row(`Resident ${i}`, '2026-11-20 23:15:00', '2026-11-20', i, 1, 1)),
]
const openPdf = (file: Buffer) => getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise

describe('a PDF', () => {
  test('is read by another program: every text, also beyond Latin, and the pages repeat the header', async () => {
    const pdf = await openPdf(await written('PDF', many(120)))
    expect(pdf.numPages).toBeGreaterThan(2)
    const texts = await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, i) => {
        const { items } = await (await pdf.getPage(i + 1)).getTextContent()
        return items.map((item) => ('str' in item ? item.str : '')).join('|')
      }),
    )
    expect(texts[0]).toContain('Resident Usage')
    expect(texts[0]).toContain('Data as of: 11/20/2026')
    expect(texts[0]).toContain('Building Łódź')
    for (const text of texts) expect(text).toContain('Packages')
    expect(texts.join('|')).toContain('Resident 119')
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: 'Resident Usage', Author: 'Riverside Living', Language: 'en' })
  })

  test('is tagged: headings, a picture with its values in words, and a table of rows and cells', async () => {
    const pdf = await openPdf(await written('PDF'))
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree())
    for (const role of ['H1', 'H2', 'Figure', 'Table', 'TR', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`)
    expect(tree).toContain('Per day. Dropped off: Mon 3, Tue 7')
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  })

  test('shows a text that is longer than its column whole', async () => {
    const { items } = await (await (await openPdf(await written('PDF'))).getPage(1)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    expect(text.replace(/\s+/g, ' ')).toContain('does not fit into its column and goes on in a second line')
  })

  test('tags the cells of so many rows as fit into memory, and shows all', async () => {
    const pdf = await openPdf(await written('PDF', many(10_050)))
    const last = await pdf.getPage(pdf.numPages)
    expect(JSON.stringify(await last.getStructTree())).not.toContain('"role":"TD"')
    const { items } = await last.getTextContent()
    expect(items.map((item) => ('str' in item ? item.str : '')).join('|')).toContain('Resident 10049')
  })

  test('of more rows than fit into it is refused', async () => {
    const tooMany = function* (): Generator<Part> {
      yield* PARTS.slice(0, 3)
      for (let i = 0; i <= MAX_PDF_ROWS; i += 1) yield { kind: 'row', cells: [] }
    }
    await expect(written('PDF', tooMany())).rejects.toThrow('at most 100000 rows')
  })
})

describe('an XLSX', () => {
  const opened = async (parts?: Iterable<Part>) => readXlsx(await written('XLSX', parts), { readStyles: true })
  const cellOf = (sheet: Sheet, row: number, column: number): SheetCell | undefined => sheet.cells?.get(`${row},${column}`)

  test('has every value with its type, a filter, a header that stays, and the parameters', async () => {
    const { sheets } = await opened()
    expect(sheets.map(({ name }) => name)).toEqual(['Resident Usage', 'Parameters'])
    const sheet = sheets[0]!
    expect(sheet.rows[0]).toEqual(['Building', 'Resident', 'Time', 'Day', 'Packages', 'Share', 'Hours'])
    expect(cellOf(sheet, 0, 1)?.style).toMatchObject({ font: { bold: true }, alignment: { wrapText: true, vertical: 'top' } })
    expect(sheet.rows[1]).toEqual([
      'Building Łódź',
      '=HYPERLINK("http://x")',
      new Date('2026-11-20T23:15:00Z'),
      new Date('2026-11-20T00:00:00Z'),
      1234,
      0.125,
      3.25,
    ])
    expect(cellOf(sheet, 1, 1)).toMatchObject({ type: 'string' })
    expect(cellOf(sheet, 1, 1)?.formula).toBeUndefined()
    expect(sheet.rows[3]![0]).toBe('Total')
    expect(cellOf(sheet, 3, 0)?.style?.font).toMatchObject({ bold: true })
    expect(sheet.rows).toHaveLength(4)
    expect(sheet.autoFilter).toMatchObject({ range: 'A1:G1' })
    expect(sheet.freezePane).toEqual({ rows: 1 })
    expect(sheets[1]!.rows[2]).toEqual(['Property', 'All'])
  })

  test('is printed in landscape with the header on each page, and has its units in the cells', async () => {
    const sheet = (await opened()).sheets[0]!
    expect(sheet.pageSetup).toMatchObject({ orientation: 'landscape', fitToWidth: 1, printTitlesRow: '$1:$1' })
    expect(cellOf(sheet, 1, 6)?.style?.numFmt).toBe('0.0 "h"')
  })

  test('has a day that its rows are grouped by as a date', async () => {
    const parts: Part[] = [
      PARTS[0]!,
      { kind: 'table', group: { title: 'Day', kind: 'day' }, columns: [...COLUMNS] },
      { kind: 'group', id: 'g1', text: '11/20/2026', value: '2026-11-20' },
      row('Ada', null, null, 1, null, null),
    ]
    const cell = cellOf((await opened(parts)).sheets[0]!, 1, 0)
    expect(cell?.value).toEqual(new Date('2026-11-20T00:00:00Z'))
    expect(cell?.style?.numFmt).toBe('yyyy-mm-dd')
  })

  test('has a sheet for each table, with a name that the program accepts', async () => {
    const table = (title: string): Part => ({ kind: 'table', title, columns: [...COLUMNS] })
    const parts = [PARTS[0]!, table('Packages: in/out'), row('A', null, null, 1, null, null), table('Packages: in/out')]
    const { sheets } = await opened(parts)
    expect(sheets.map(({ name }) => name)).toEqual(['Packages  in out', 'Packages  in out 2', 'Parameters'])
  })

  test('has texts to the letter, except characters that XML excludes', async () => {
    const text = ` <Ada> & "Bo's"\n\tKöln 👍🏽 `
    const { sheets } = await opened([...PARTS.slice(0, 4), row(`${text}\u0000\u001b\uffff`, null, null, 1, null, null)])
    expect(sheets[0]!.rows[1]![1]).toBe(text)
  })

  test('of many rows has them all', async () => {
    const sheet = (await opened(many(20_000))).sheets[0]!
    expect(sheet.rows).toHaveLength(20_001)
    expect(sheet.rows[20_000]![4]).toBe(19_999)
  })

  test('whose rows fail fails, and does not wait for ever', async () => {
    const failing = function* (): Generator<Part> {
      yield* PARTS.slice(0, 5)
      throw new Error('the query was cancelled')
    }
    await expect(written('XLSX', failing())).rejects.toThrow('the query was cancelled')
  })
})

describe('a DOCX', () => {
  test('is read by another program with its headings and tables', async () => {
    const { value } = await mammoth.convertToHtml({ buffer: await written('DOCX') })
    expect(value).toContain('<h1>Resident Usage</h1>')
    expect(value).toContain('<h2>Per day</h2>')
    expect(value).toMatch(/<thead>.*Resident.*<\/thead>/s)
    for (const text of ['Building Łódź', '=HYPERLINK(', '1,234', '12.5 %', 'Total']) expect(value).toContain(text)
  })

  test('of more rows than word processors open is refused', async () => {
    await expect(written('DOCX', many(MAX_DOCX_ROWS + 1))).rejects.toThrow('at most 5000 rows')
  })
})

test('a CSV has a group in its first column, units in its header, guards formulas, and writes numbers with at most two decimals', async () => {
  const cells = row('=1+1', '2026-11-20 23:15:00', '2026-11-20', 1234, 100 / 3, 5 / 6)
  expect(String(await written('CSV', [...PARTS.slice(0, 4), cells]))).toBe(
    "\ufeffBuilding,Resident,Time,Day,Packages,Share (%),Hours (h)\r\nBuilding Łódź,'=1+1,11/20/2026 11:15 PM,11/20/2026,1234,33.33,0.83\r\n",
  )
})

test('a CSV without a table has the notes of the report', async () => {
  const file = await written('CSV', [PARTS[0]!, { kind: 'note', text: 'Choose a resident.' }])
  expect(String(file)).toBe('\ufeffChoose a resident.\r\n')
})

test.each(['CSV', 'JSON', 'XLSX', 'PDF'] as const)(
  'whoever stops reading a %s file ends the reading of its rows',
  async (format) => {
    const ended = Promise.withResolvers<void>()
    async function* endless(): AsyncGenerator<Part> {
      try {
        yield* PARTS
        for (;;) {
          yield row('Ada', '2026-11-20 23:15:00', '2026-11-20', 1, 1, 1)
          await new Promise(setImmediate)
        }
      } finally {
        ended.resolve()
      }
    }
    for await (const chunk of fileInThread(endless(), { ...ASKED, format })) if (chunk.length > 0) break
    await ended.promise
  },
)

describe('a long file', () => {
  async function apart(format: FileFormat, parts: AsyncIterable<Part>): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of fileInThread(parts, { ...ASKED, format })) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  test.each(['XLSX', 'DOCX', 'PDF'] as const)('is written in a thread: %s', async (format) => {
    const file = await apart(format, streamed(many(2_000)))
    const here = await written(format, many(2_000))
    // They have the time in them.
    expect(Math.abs(file.length - here.length)).toBeLessThan(200)
  })

  test('is written by the thread of an earlier one', async () => {
    await apart('XLSX', streamed(many(10)))
    const started: unknown[] = []
    const onWorker = (worker: unknown) => started.push(worker)
    process.on('worker', onWorker)
    onTestFinished(() => void process.off('worker', onWorker))
    await apart('XLSX', streamed(many(10)))
    expect(started).toEqual([])
  })

  test('does not keep others waiting', async () => {
    const [before, all] = [process.threadCpuUsage(), process.cpuUsage()]
    await apart('PDF', streamed(many(6_000)))
    const [here, total] = [process.threadCpuUsage(before), process.cpuUsage(all)]
    expect(here.user + here.system).toBeLessThan((total.user + total.system) / 4)
  })

  test('is refused as a short one is', async () => {
    await expect(apart('DOCX', streamed(many(MAX_DOCX_ROWS + 1)))).rejects.toMatchObject({ status: 422 })
  })

  test('ends when its rows cannot be read', async () => {
    async function* broken(): AsyncGenerator<Part> {
      yield* many(2_000)
      throw new Error('the database has gone')
    }
    await expect(apart('XLSX', broken())).rejects.toThrow('the database has gone')
  })
})

test('a PDF with different words in every row is written in bounded memory', async () => {
  const program = join(import.meta.dirname, '../../testing/write-long-pdf.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, '15000'])
  const { bytes, kept } = JSON.parse(stdout)
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(kept).toBeLessThan(1_000)
})
