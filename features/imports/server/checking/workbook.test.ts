import { describe, expect, test } from 'vitest'
import { archive, workbook, workbookEntries, workbookOf, workbookOfTexts } from '../../testing/workbooks.ts'
import { defaultSheet } from './sheet-choice.ts'
import { isWorkbook, readWorkbook } from './workbook.ts'

/** The rows of the first sheet, by their number. */
const rowsOf = async (file: Buffer) =>
  Object.fromEntries(((await readWorkbook(file))[0]?.rows ?? []).map(({ line, cells }) => [line, cells]))
/** The text of one cell. */
const shown = async (cell: string, formats: readonly string[] = [], parts = {}) =>
  (await rowsOf(await workbookOf(`<row r="1">${cell}</row>`, { formats, ...parts })))[1]?.[0] ?? ''
/** Why a file is not read. */
const refusal = (file: Buffer) =>
  readWorkbook(file).then(
    () => 'read',
    (error: { reason: { text: string } }) => error.reason.text,
  )

describe('a cell is read as it is shown', () => {
  test.each<[what: string, cell: string, text: string, format?: string]>([
    ['a text of digits', '<c r="A1" t="inlineStr"><is><t>007</t></is></c>', '007'],
    ['a text of digits that a formula gave', '<c r="A1" t="str"><f>TEXT(7,"000")</f><v>007</v></c>', '007'],
    [
      'an inline text in runs',
      '<c r="A1" t="inlineStr"><is><r><t>Anna </t></r><r><rPr><b/></rPr><t>Schmidt</t></r></is></c>',
      'Anna Schmidt',
    ],
    ['an escaped character', '<c r="A1" t="inlineStr"><is><t>A &amp; B_x000A_C</t></is></c>', 'A & B\nC'],
    ['a whole number', '<c r="A1"><v>101</v></c>', '101'],
    ['a whole number with decimals in the file', '<c r="A1"><v>101.0</v></c>', '101'],
    ['a whole number with an exponent in the file', '<c r="A1"><v>1.2025550147E10</v></c>', '12025550147'],
    ['the longest exact number', '<c r="A1"><v>123456789012345</v></c>', '123456789012345'],
    ['a number beyond exactness', '<c r="A1"><v>1E+21</v></c>', '1000000000000000000000'],
    ['a fraction', '<c r="A1"><v>0.30000000000000004</v></c>', '0.3'],
    ['a small fraction', '<c r="A1"><v>1E-7</v></c>', '0.0000001'],
    ['a negative number', '<c r="A1"><v>-5</v></c>', '-5'],
    ['a unit with leading zeros by format', '<c r="A1" s="1"><v>807</v></c>', '0807', '0000'],
    ['a postcode', '<c r="A1" s="1"><v>501</v></c>', '00501', '00000'],
    ['a postcode with four more digits', '<c r="A1" s="1"><v>5010123</v></c>', '00501-0123', '00000\\-0000'],
    [
      'a phone number by format',
      '<c r="A1" s="1"><v>2025550147</v></c>',
      '(202) 555-0147',
      '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####',
    ],
    ['a phone number with an exponent by format', '<c r="A1" s="1"><v>12025550147</v></c>', '12025550147', '0.00E+00'],
    ['a number with a text by format', '<c r="A1" s="1"><v>7</v></c>', 'Unit 007', '"Unit "000'],
    ['a number with grouping by format', '<c r="A1" s="1"><v>1234</v></c>', '1234', '#,##0'],
    ['a number with decimals by format', '<c r="A1" s="1"><v>101</v></c>', '101', '0.00'],
    ['a number in a currency', '<c r="A1" s="1"><v>950.5</v></c>', '950.5', '_-* #,##0.00\\ _€_-'],
    ['a number in a column of texts', '<c r="A1" s="1"><v>101</v></c>', '101', '@'],
    ['per cent', '<c r="A1" s="1"><v>0.25</v></c>', '25%', '0%'],
    ['per cent with a decimal', '<c r="A1" s="1"><v>0.125</v></c>', '12.5%', '0.0%'],
    ['a date', '<c r="A1" s="1"><v>46000</v></c>', '2025-12-09', 'mm-dd-yy'],
    ['a date in German', '<c r="A1" s="1"><v>46000</v></c>', '2025-12-09', '[$-407]d. mmmm yyyy;@'],
    ['a date with a time', '<c r="A1" s="1"><v>46000.75</v></c>', '2025-12-09 18:00', 'yyyy-mm-dd hh:mm'],
    ['a date before the leap day that never was', '<c r="A1" s="1"><v>59</v></c>', '1900-02-28', 'yyyy-mm-dd'],
    ['a time', '<c r="A1" s="1"><v>0.3541666667</v></c>', '08:30', 'h:mm AM/PM'],
    ['a date that is stored as one', '<c r="A1" t="d"><v>2025-12-09T00:00:00</v></c>', '2025-12-09'],
    ['true', '<c r="A1" t="b"><v>1</v></c>', 'TRUE'],
    ['false', '<c r="A1" t="b"><v>0</v></c>', 'FALSE'],
    ['the last result of a formula', '<c r="A1"><f>1+1</f><v>2</v></c>', '2'],
    ['a formula without a result', '<c r="A1"><f>1+1</f></c>', ''],
    ['an error', '<c r="A1" t="e"><f>NA()</f><v>#N/A</v></c>', ''],
    ['an error of a name', '<c r="A1" t="e"><v>#NAME?</v></c>', ''],
    ['a style that does not exist', '<c r="A1" s="99"><v>101</v></c>', '101'],
    ['a shared text that does not exist', '<c r="A1" t="s"><v>99</v></c>', ''],
    ['white space alone', '<c r="A1" t="inlineStr"><is><t xml:space="preserve">  </t></is></c>', ''],
  ])('%s', async (_, cell, text, format) => {
    expect(await shown(cell, format ? [format] : [])).toBe(text)
  })

  test('a date of a Macintosh, whose days count from 1904', async () => {
    expect(await shown('<c r="A1" s="1"><v>44538</v></c>', ['yyyy-mm-dd'], { is1904: true })).toBe('2025-12-09')
  })

  test('shared texts: plain, in runs, and without the readings of East Asian signs', async () => {
    const strings =
      '<si><t>Plain</t></si><si><r><t>Anna </t></r><r><t>Schmidt</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>'
    const file = await workbookOf(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>',
      { strings },
    )
    expect(await rowsOf(file)).toEqual({ 1: ['Plain', 'Anna Schmidt', '東京'] })
  })
})

describe('rows', () => {
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`

  test('keep their number in the sheet; those without values and cells right of the last value are left out', async () => {
    const rows = `<row r="2">${text('B2', 'x')}<c r="C2" s="1"/><c r="XFD2" s="1"/></row><row r="3"/><row r="7">${text('A7', 'y')}</row>`
    expect(await rowsOf(await workbookOf(rows, { formats: ['0'] }))).toEqual({ 2: ['', 'x'], 7: ['y'] })
  })

  test('may come in another order, and without their number or that of their cells', async () => {
    const rows = `<row r="3">${text('A3', 'third')}</row><row r="1">${text('B1', 'b')}${text('A1', 'a')}</row><row><c><v>2</v></c><c><v>3</v></c></row>`
    expect(await rowsOf(await workbookOf(rows))).toEqual({ 1: ['a', 'b'], 2: ['2', '3'], 3: ['third'] })
  })

  test('have the value of a cell that is merged over several of them', async () => {
    const rows = `<row r="1">${text('A1', 'Title')}</row><row r="2"/><row r="3">${text('A3', '101')}${text('B3', 'Ada')}</row><row r="4">${text('B4', 'Ben')}</row>`
    const merged = '<mergeCells><mergeCell ref="A1:C2"/><mergeCell ref="A3:A4"/><mergeCell ref="A5:A1048576"/></mergeCells>'
    const file = await workbook({ sheets: [{ name: 'x', xml: `<sheetData>${rows}</sheetData>${merged}` }] })
    expect(await rowsOf(file)).toEqual({ 1: ['Title'], 3: ['101', 'Ada'], 4: ['101', 'Ben'] })
  })

  test('are read with prefixed elements, as other programs write them', async () => {
    const xml = '<x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row></x:sheetData>'
    expect(await rowsOf(await workbook({ sheets: [{ name: 'x', xml }] }))).toEqual({ 1: ['1'] })
  })
})

test('sheets with rows are read in their order; the first one that is shown is the default', async () => {
  const xml = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'
  const sheets = await readWorkbook(
    await workbook({
      sheets: [
        { name: 'Lists', xml, state: 'hidden' },
        { name: 'Codes', xml, state: 'veryHidden' },
        { name: 'Empty', xml: '<sheetData/>' },
        { name: 'Residents &amp; units', xml },
        { name: 'Former', xml },
      ],
    }),
  )
  expect(sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ['Lists', true],
    ['Codes', true],
    ['Residents & units', false],
    ['Former', false],
  ])
  expect(defaultSheet(sheets)?.name).toBe('Residents & units')
  expect(defaultSheet(sheets.slice(0, 2))?.name).toBe('Lists')
  expect(defaultSheet([])).toBeUndefined()
})

test('a sheet of charts is left out', async () => {
  const entries = workbookEntries({
    sheets: [{ name: 'x', xml: '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>' }],
  })
  const withChart = {
    ...entries,
    'xl/workbook.xml': entries['xl/workbook.xml'].replace('<sheets>', '<sheets><sheet name="Chart" sheetId="9" r:id="rId9"/>'),
    'xl/_rels/workbook.xml.rels': entries['xl/_rels/workbook.xml.rels'].replace(
      '<Relationship ',
      '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship ',
    ),
    'xl/chartsheets/sheet1.xml': '<chartsheet/>',
  }
  expect((await readWorkbook(await archive(withChart))).map(({ name }) => name)).toEqual(['x'])
})

describe('a file that is not read', () => {
  const compound = (name: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')])
  const one = { sheets: [{ name: 'x', xml: '<sheetData/>' }] }
  test.each<[what: string, file: () => Buffer | Promise<Buffer>, reason: RegExp]>([
    ['a workbook with a password', () => compound('EncryptedPackage'), /protected with a password/],
    ['an old workbook', () => compound('Workbook'), /old Excel workbook \(\.xls\)/],
    ['an older workbook', () => compound('Book'), /old Excel workbook \(\.xls\)/],
    ['an old document', () => compound('WordDocument'), /neither a CSV file nor an Excel workbook/],
    ['a workbook with macros', () => workbook({ ...one, others: { 'xl/vbaProject.bin': 'x' } }), /with macros/],
    [
      'a workbook that may have macros',
      () =>
        workbook({
          ...one,
          mainType: 'x',
          others: {
            '[Content_Types].xml':
              '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
          },
        }),
      /with macros/,
    ],
    ['a binary workbook', () => archive({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'x' }), /\.xlsb/],
    [
      'a spreadsheet of LibreOffice',
      () => archive({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
      /\.ods/,
    ],
    ['a spreadsheet of Numbers', () => archive({ 'Index/Document.iwa': 'x' }), /Numbers/],
    ['an old spreadsheet of Numbers', () => archive({ 'Index.zip': 'x' }), /Numbers/],
    ['a document', () => archive({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<x/>' }), /neither a CSV file nor/],
    ['an archive of files', () => archive({ 'residents.csv': 'x' }), /neither a CSV file nor/],
    ['an empty archive', () => archive({}), /neither a CSV file nor/],
    ['a workbook without its sheet', () => archive({ ...workbookEntries(one), 'xl/worksheets/sheet1.xml': '' }), /read|damaged/],
    ['a workbook that is cut off', async () => (await workbook(one)).subarray(0, 900), /damaged/],
    ['a signature alone', () => Buffer.from('PK\x03\x04'), /damaged/],
    ['a file of more than 10 MB', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(10_485_760)]), /too large/],
  ])('%s', async (_, file, reason) => {
    const bytes = await file()
    expect(isWorkbook(bytes)).toBe(true)
    expect(await refusal(bytes)).toMatch(reason)
  })

  test('texts are no workbooks', () => {
    for (const text of ['', 'P', 'PK,Name', 'Property,Building', '\ufeffProperty', '<html>'])
      expect(isWorkbook(Buffer.from(text))).toBe(false)
  })
})

describe('bombs', () => {
  const sheet = (rows: string, others: Record<string, string | Buffer> = {}) => workbookOf(rows, { others })
  /** Says in the archive's directory that the longest entry has `size` bytes. */
  const withSize = (file: Buffer, name: string, size: number) => {
    const lying = Buffer.from(file)
    for (const signature of [Buffer.from('504b0304', 'hex'), Buffer.from('504b0102', 'hex')]) {
      const [sizeAt, nameAt] = signature[2] === 3 ? [22, 30] : [24, 46]
      for (let at = lying.indexOf(signature); at >= 0; at = lying.indexOf(signature, at + 4)) {
        if (lying.toString('latin1', at + nameAt, at + nameAt + name.length) === name) lying.writeUInt32LE(size, at + sizeAt)
      }
    }
    return lying
  }
  const SHEET = 'xl/worksheets/sheet1.xml'

  test.each<[what: string, file: () => Promise<Buffer>, reason: RegExp]>([
    ['more than 100 MB unpacked', () => sheet('', { 'xl/media/image1.png': Buffer.alloc(100_000_001) }), /too large/],
    [
      'a directory that says less than is there',
      async () => withSize(await sheet(' '.repeat(90_000_000)), SHEET, 1_000),
      /damaged/,
    ],
    ['a directory that says more than a file can hold', async () => withSize(await sheet(''), SHEET, 0xfffffff0), /too large/],
    [
      'many entries',
      () => sheet('', Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`xl/media/${i}`, '']))),
      /too large/,
    ],
    ['many cells', () => sheet(`<row r="1">${'<c><v>1</v></c>'.repeat(200_001)}</row>`), /too large/],
    [
      'two cells far from each other',
      () => sheet('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="SF1048576"><v>1</v></c></row>'),
      /damaged|too large/,
    ],
    [
      'many rows with one cell far to the right',
      () => sheet(Array.from({ length: 500 }, (_, i) => `<row r="${i + 1}"><c r="SF${i + 1}"><v>1</v></c></row>`).join('')),
      /too large/,
    ],
    [
      'one long text in many cells',
      () =>
        workbookOf(`<row r="1">${'<c t="s"><v>0</v></c>'.repeat(500)}</row>`, {
          strings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
        }),
      /too large/,
    ],
    ['elements in elements', () => sheet('<row>'.repeat(1_000_000)), /read|damaged/],
    ['a cell outside of Excel', () => sheet('<row r="1"><c r="A99999999"><v>1</v></c></row>'), /read|damaged/],
  ])('%s', async (_, file, reason) => {
    expect(await refusal(await file())).toMatch(reason)
  })

  test('an entity is not expanded, and no file of the server is read', async () => {
    const laughs = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
    const types = `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}<!ENTITY file SYSTEM "file:///etc/passwd">]>`
    const body = '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&file;&l20;</t></is></c></row></sheetData>'
    const xml = `<?xml version="1.0"?>${types}<worksheet>${body}</worksheet>`
    const text = await refusal(await workbook({ sheets: [{ name: 'x', xml: '' }], others: { [SHEET]: xml } }))
    expect(['read', expect.stringContaining('damaged')]).toContainEqual(text)
  })

  test('merged cells without end change nothing', async () => {
    const merged = `<mergeCells>${'<mergeCell ref="A1:A1048576"/>'.repeat(100_000)}</mergeCells>`
    const file = await workbook({
      sheets: [{ name: 'x', xml: `<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>${merged}` }],
    })
    expect(await rowsOf(file)).toEqual({ 1: ['1'] })
  })

  test('a list of the largest size is read', async () => {
    const lines = Array.from({ length: 18_000 }, (_, i) => Array.from({ length: 11 }, (_, j) => `Text ${i} ${j}`))
    expect(Object.keys(await rowsOf(await workbookOfTexts(lines)))).toHaveLength(18_000)
  })
})
