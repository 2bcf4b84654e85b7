import { describe, expect, test } from 'vitest'
import { imports } from '../../contract.ts'
import { applied, checked, counts, detail, upload } from '../../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../../testing/import-fixtures.ts'
import { rosterTools } from '../../testing/rosters.ts'
import { workbook, workbookOf, workbookOfSheets, workbookOfTexts } from '../../testing/workbooks.ts'

let there = {} as ImportFixtures
let { server, token, sent, stored } = there
eachWithImportFixtures((now) => {
  there = now
  ;({ server, token, sent, stored } = now)
})
const { rows, brief, save } = rosterTools(() => there)
const xlsx = () => ({ ...sent, name: 'Residents.xlsx' })

describe('a workbook', () => {
  const LINES = [
    ['Resident Directory'],
    ['Property', 'Unit', 'Resident', 'Email'],
    ['P1', '007', 'Brandt, Ada', 'ada@example.test'],
    ['P1', '102', 'Ben Castro', 'N/A', 'a note without a heading'],
    ['Total', '2'],
  ]
  test('is read as a file of text is, with its rows counted as Excel does', async () => {
    const file = await checked(server, xlsx(), await workbookOfTexts(LINES))
    expect(await brief(file.Id)).toEqual([
      '1 | LeftOut | Above the headings | ',
      '3 | New | Ada Brandt | 007',
      '4 | New | Ben Castro | 102',
      '5 | LeftOut | Total | ',
    ])
    expect(file).toMatchObject({ Sheets: ['Residents'], Layout: { Sheet: 'Residents', Encoding: '', HeadingLine: 2 } })
    await applied(server, token, file.Id)
    expect(await stored('Brandt')).toMatchObject([{ unit_number: '007', email: 'ada@example.test' }])
    expect(counts(await checked(server, xlsx(), await workbookOfTexts(LINES)))).toMatchObject({ Unchanged: 2, New: 0 })
  })

  test('has its values as they are shown', async () => {
    const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`
    const headings = ['Property', 'Unit', 'Name', 'Phone', 'External ID'].map((name, i) => text(`${'ABCDE'[i]}1`, name)).join('')
    const line = `${text('A2', 'P1')}<c r="B2" s="1"><v>807</v></c><c r="C2" t="str"><f>A1</f><v>Ann Brandt</v></c><c r="D2"><v>5550100101</v></c><c r="E2"><v>12.0</v></c>`
    const content = await workbookOf(`<row r="1">${headings}</row><row r="2">${line}</row>`, { formats: ['0000'] })
    const file = await checked(server, xlsx(), content)
    await applied(server, token, file.Id)
    expect(await stored('Brandt')).toMatchObject([{ unit_number: '0807', mobile_phone: '5550100101', external_id: '12' }])
  })

  test('has the first visible sheet read, and another one when it is chosen', async () => {
    const cells = (...texts: string[]) =>
      texts.map((text, i) => `<c r="${'ABC'[i]}1" t="inlineStr"><is><t>${text}</t></is></c>`).join('')
    const sheet = (name: string) =>
      `<sheetData><row r="1">${cells('Property', 'Unit', 'Name')}</row><row r="2">${cells('P1', '1', name).replaceAll('1"', '2"')}</row></sheetData>`
    const content = await workbook({
      sheets: [
        { name: 'Notes', xml: sheet('Hidden Person'), state: 'hidden' },
        { name: 'Current', xml: sheet('Ann Brandt') },
        { name: 'Past', xml: sheet('Bob Castro') },
      ],
    })
    const file = await checked(server, xlsx(), content)
    expect(file).toMatchObject({ Sheets: ['Notes', 'Current', 'Past'], Layout: { Sheet: 'Current' } })
    expect((await rows(file.Id)).map(({ Resident }) => Resident)).toEqual(['Ann Brandt'])
    await save({ Id: file.Id, Layout: { Sheet: 'Past' } })
    expect(await detail(server, token, file.Id)).toMatchObject({ Layout: { Sheet: 'Past' } })
    expect((await rows(file.Id)).map(({ Resident }) => Resident)).toEqual(['Bob Castro'])
  })

  const HEADINGS = ['Property', 'Unit', 'Name']
  const list = (...names: string[]) => [HEADINGS, ...names.map((name, i) => ['P1', String(i + 1), name])]
  const COVER = [['Riverside Quay'], ['Rent roll', '2026-11-28'], ['Occupied', '2'], ['Vacant', '1']]
  const namesIn = async (id: string) => (await rows(id)).flatMap(({ Verdict, Resident }) => (Verdict === 'New' ? [Resident] : []))

  test.each([
    ['a cover', { Summary: COVER, Residents: list('Ann Lee') }, 'Residents'],
    ['a cover with a title above the headings', { Cover: COVER, Roll: [['Rent roll'], [], ...list('Ann Lee')] }, 'Roll'],
    [
      'a summary with known headings',
      {
        Summary: [
          ['Property', 'Units', 'Vacant'],
          ['P1', '2', '1'],
        ],
        Roll: list('Ann Lee'),
      },
      'Roll',
    ],
    [
      'a sheet of contacts',
      {
        Office: [
          ['Name', 'Email'],
          ['Desk', 'desk@example.test'],
        ],
        Roll: list('Ann Lee'),
      },
      'Roll',
    ],
    ['a hidden list', { Notes: COVER, '(Old)': list('Old Person'), Residents: list('Ann Lee') }, 'Residents'],
    [
      'German headings behind a cover',
      {
        Deckblatt: [['Stand', 'heute']],
        Mieter: [
          ['Objekt', 'Wohnung', 'Mieter'],
          ['P1', '1', 'Ann Lee'],
        ],
      },
      'Mieter',
    ],
    ['lists only', { Current: list('Ann Lee'), Past: list('Bob Ray') }, 'Current'],
    [
      'nothing known',
      {
        First: [
          ['a', 'b'],
          ['c', 'd'],
        ],
        Second: COVER,
      },
      'First',
    ],
  ])('with %s has its list read', async (_, sheets, Sheet) => {
    const file = await checked(server, xlsx(), await workbookOfSheets(sheets))
    expect(file).toMatchObject({ Layout: { Sheet }, Sheets: Object.keys(sheets).map((name) => name.replace(/[()]/g, '')) })
    if (Sheet !== 'First') expect(await namesIn(file.Id)).toEqual(['Ann Lee'])
  })

  const UNKNOWN = [
    ['Site', 'Where', 'Who'],
    ['P1', '1', 'Cy Day'],
  ]
  const COLUMNS = ['Property', 'UnitNumber', 'FullName'].map((Column, i) => ({ Heading: UNKNOWN[0]![i], Column }))
  test.each([
    ['with the same headings as the first', { Current: list('Ann Lee'), Past: list('Bob Ray') }, 'Past', ['Bob Ray']],
    [
      'with other headings',
      {
        Current: list('Ann Lee'),
        Past: [
          [...HEADINGS, 'Left'],
          ['P1', '1', 'Bob Ray', 'x'],
        ],
      },
      'Past',
      ['Bob Ray'],
    ],
    ['that is hidden', { Current: list('Ann Lee'), '(Past)': list('Bob Ray') }, 'Past', ['Bob Ray']],
    ['with headings that are assigned', { Current: list('Ann Lee'), Other: UNKNOWN }, 'Other', ['Cy Day']],
    ['behind one with unknown headings', { Cover: COVER, Other: UNKNOWN }, 'Other', ['Cy Day']],
  ])('has the sheet %s read again once it was chosen', async (_, sheets, Sheet, names) => {
    const content = await workbookOfSheets(sheets)
    const file = await checked(server, xlsx(), content)
    await save({ Id: file.Id, Layout: { Sheet } })
    if (Sheet === 'Other') await save({ Id: file.Id, Columns: COLUMNS })
    expect(await namesIn(file.Id)).toEqual(names)
    const again = await checked(server, { ...xlsx(), name: 'Residents (2).xlsx' }, content)
    expect(again).toMatchObject({ Layout: { Sheet } })
    expect(await namesIn(again.Id)).toEqual(names)
    // The last choice counts.
    const [first = ''] = Object.keys(sheets)
    await save({ Id: again.Id, Layout: { Sheet: first } })
    expect(await checked(server, xlsx(), content)).toMatchObject({ Layout: { Sheet: first } })
  })
  test('has a sheet read that was chosen under a name with another date, or another name, by its headings', async () => {
    const past = [
      [...HEADINGS, 'Left'],
      ['P1', '1', 'Bob Ray', 'x'],
    ]
    const file = await checked(server, xlsx(), await workbookOfSheets({ Current: list('Ann Lee'), 'Past 2026-10-31': past }))
    await save({ Id: file.Id, Layout: { Sheet: 'Past 2026-10-31' } })
    for (const Sheet of ['Past 2026-11-30', 'November'])
      expect(await checked(server, xlsx(), await workbookOfSheets({ Current: list('Ann Lee'), [Sheet]: past }))).toMatchObject({
        Layout: { Sheet },
      })
    // A workbook without such headings is another kind.
    const other = await workbookOfSheets({ Current: list('Ann Lee'), 'Past 2026-10-31': COVER })
    expect(await checked(server, xlsx(), other)).toMatchObject({ Layout: { Sheet: 'Current' } })
  })

  test('is read whatever its name is, and so is a text with the name of a workbook', async () => {
    expect(counts(await checked(server, sent, await workbookOfTexts(LINES)))).toMatchObject({ New: 2 })
    expect(counts(await checked(server, xlsx(), 'Property,Unit,Name\nP1,1,Ann Lee'))).toMatchObject({ New: 1 })
  })

  test('that is protected, has macros, or is damaged fails with the reason', async () => {
    const macros = await workbook({ sheets: [{ name: 'A', xml: '<sheetData/>' }], others: { 'xl/vbaProject.bin': 'x' } })
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('Workbook', 'utf16le')])
    const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')])
    const failures = []
    for (const content of [macros, old, locked, Buffer.from('504b0304', 'hex')]) {
      const { Status, Failure, CanAssign } = await checked(server, xlsx(), content)
      failures.push([Status, CanAssign, Failure.split('.')[0]])
    }
    expect(failures).toEqual([
      ['Failed', false, 'This is an Excel workbook with macros'],
      ['Failed', false, 'This is an old Excel workbook ('],
      ['Failed', false, 'This Excel workbook is protected with a password'],
      ['Failed', false, 'This Excel workbook cannot be read: it is damaged, or takes too long or too much memory'],
    ])
  })

  test.each([
    ['a web page', '<html><table><tr><td>Property</td></tr></table></html>'],
    ['a web page with a mark', '\ufeff\r\n<!DOCTYPE html>\n<table>'],
    ['XML of a spreadsheet', '<?xml version="1.0"?><Workbook/>'],
    ['a PDF', '%PDF-1.7\n'],
  ])('that is %s is refused as such', async (_, content) => {
    const { Status, CanAssign, Failure } = await checked(server, sent, content)
    expect([Status, CanAssign, Failure]).toEqual([
      'Failed',
      false,
      'This file is neither a CSV file nor an Excel workbook (.xlsx).',
    ])
  })

  test.each([
    ['Residents.xls', 'MsgWorkbookXls'],
    ['Residents.XLSM', 'MsgWorkbookMacros'],
    ['Residents.xlsb', 'MsgWorkbookXlsb'],
    ['Residents.ods', 'MsgWorkbookOds'],
    ['Residents.numbers', 'MsgWorkbookNumbers'],
    ['Residents.txt', 'MsgOnlyCsv'],
  ])('with the name %s is refused by it', async (name, code) => {
    const { status, body } = await upload(server, { ...sent, name }, 'x')
    expect([status, body.Code]).toEqual([400, code])
  })

  test('without rows is refused', async () => {
    const file = await checked(server, xlsx(), await workbookOf(''))
    expect(file).toMatchObject({ Status: 'Failed', Failure: 'None of the first lines has readable headings.' })
    expect((await server.ask(imports.remove, { token, input: [file.Id] })).status).toBe(200)
  })
})
