import { describe, expect, test } from 'vitest'
import type { ImportLine } from '../../contract.ts'
import { applied, checked, counts, detail, linesOf } from '../../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../../testing/import-fixtures.ts'
import { rosterTools } from '../../testing/rosters.ts'

let there = {} as ImportFixtures
let { server, fixtures, token, sent } = there
eachWithImportFixtures((now) => {
  there = now
  ;({ server, fixtures, token, sent } = now)
})
const { rows, brief, save, addResident, addBuilding } = rosterTools(() => there)

describe('a report', () => {
  const REPORT = [
    'Resident Directory,,,,,,',
    'Property 1 (p1),,,,,,',
    'As Of = 11/26/2026,,,,,,',
    'Property,Building,Unit,First Name,Last Name,Email,Phone',
    'Property 1,Building 1,101,Ann,Lee,ann.lee@example.com,555-010-0101',
    'Property,Building,Unit,First Name,Last Name,Email,Phone',
    'Property 1,Building 1,102,,VACANT,,',
    'Property 1,Building 1,103,Bob,Ray,,',
    'Property 1,,,,,,',
    'Total,,1,,,,',
    'Total residents: 2,,,,,,',
  ].join('\n')

  test('has its headings found, and its titles, totals, captions and repeated headings listed', async () => {
    const file = await checked(server, sent, REPORT)
    expect(await brief(file.Id)).toEqual([
      '1 | LeftOut | Above the headings | ',
      '2 | LeftOut | Above the headings | ',
      '3 | LeftOut | Above the headings | ',
      '5 | New | Ann Lee | 101',
      '6 | LeftOut | Repeated headings | ',
      '7 | LeftOut | Vacant unit | ',
      '8 | New | Bob Ray | 103',
      '9 | LeftOut | No person in this line | ',
      '10 | LeftOut | Total | ',
      '11 | LeftOut | Total | ',
    ])
    expect(file).toMatchObject({ New: 2, LeftOut: 8, Refused: 0, Unplaced: [], Layout: { HeadingLine: 4 } })
    expect(file.Beginning[3]).toEqual({ Line: 4, Text: 'Property, Building, Unit, First Name, Last Name, Email, Phone' })
  })

  test('can be a full list, which moves out the residents of vacant units', async () => {
    await addResident({ unit_number: '102', first_name: 'Gone', last_name: 'Away' })
    const file = await checked(server, sent, REPORT)
    expect(file).toMatchObject({ MovesOut: 1 })
    const done = await applied(server, token, file.Id, { IsFullList: true, ConfirmMoveOut: true })
    expect(done).toMatchObject({ Status: 'Done', New: 2, MovesOut: 1 })
  })

  test.each([
    ['Count: 2', 'LeftOut'],
    ['Grand Total', 'LeftOut'],
    ['Sub-total', 'LeftOut'],
    ['Summe', 'LeftOut'],
    ['Gesamtanzahl 2', 'LeftOut'],
    ['Printed 11/26/2026', 'LeftOut'],
    ['Page 1 of 3', 'LeftOut'],
  ])('has a last line %j that is %s', async (last, verdict) => {
    const file = await checked(server, sent, `Property,Unit,Name\nP1,101,Ann Lee\n${last},,`)
    expect((await rows(file.Id)).map(({ Verdict }) => Verdict)).toEqual(['New', verdict])
  })
  test.each(['VACANT,', 'Vacant,Vacant', ',Vacant-Unrented', 'Leerstand,', ',vacant'])('has a vacant unit %j', async (cells) => {
    const file = await checked(server, sent, `Property,Unit,Name,Status\nP1,101,Ann Lee,Current\nP1,102,${cells}`)
    expect((await rows(file.Id)).map(({ Verdict }) => Verdict)).toEqual(['New', 'LeftOut'])
    expect(file).toMatchObject({ Layout: { Statuses: [] } })
  })
  test.each([
    'P1,101,VACANT,t0000,,',
    'P1,101,Vacant - Unrented Ready,t0000,,Vacant',
    'P1,101,,t0000,,Vacant-Unrented',
    'P1,101,VACANT (t0000),,,',
    'P1,101,t0000,VACANT,,',
    'P1,101,Vacante,4711,,',
    'P1,101,Nicht vermietet,4711,,',
    'P1,101,MODEL,,,',
    'P1,101,Admin/Down,,,',
    'P1,101,*** VACANT ***,r-100,,',
  ])('has a vacant unit with a code %j', async (line) => {
    const file = await checked(server, sent, `Property,Unit,Name,Tenant ID,Email,Status\n${line}\nP1,102,Ann Lee,t1,,`)
    expect((await rows(file.Id)).map(({ Verdict, Reason }) => `${Verdict} ${Reason}`)).toEqual(['LeftOut Vacant unit', 'New '])
    expect(file).toMatchObject({ LeftOut: 1, Layout: { Statuses: [] } })
  })
  test.each([
    'Total,2,,,,',
    'Totals:,2,,,,',
    ',Total,2,,,',
    ',2,Totals:,,,',
    ',Total,,,,',
    ',,Grand Total,2,,',
    ',2,Grand Total,,,',
    ',2,Count:,,,',
    ',Count: 2,,,,',
    ',,,,Total,2',
    'P1,,Total,2,,',
    'P1,2,Total,,14,',
    ',Summe,2,,,',
    ',2,Summe:,,,',
    ',2,Gesamt,,,',
    'Gesamt:,2,,,,',
    ',2,Insgesamt 2,,,',
    ',Anzahl Mieter: 2,,,,',
    ',2,Total general,,,',
    'Total general,2,,,,',
    ',2,Total de residentes: 2,,,',
    ',2,Subtotal,,,',
    ',2,Total Units,,,',
    ',2,Property 1 Total:,,,',
    'Total for Property 1,2,,,,',
    ',2,Tenants: 2,,,',
    ',2,12 residents,,,',
    ',2,Resident Count: 2,,,',
  ])('has a total %j', async (line) => {
    const file = await checked(server, sent, `Property,Unit,Name,Tenant ID,Email,Balance\nP1,102,Ann Lee,t1,,\n${line}`)
    expect((await rows(file.Id)).map(({ Verdict, Reason }) => `${Verdict} ${Reason}`)).toEqual(['New ', 'LeftOut Total'])
    expect(file).toMatchObject({ LeftOut: 1, Refused: 0 })
  })
  test.each([
    'P1,101,Sum Wong,,,',
    'P1,101,Count Basie,,,',
    'P1,101,Sum,,sum@example.com,',
    'P1,101,"Summe, Anna",,,',
    'P1,101,Anna Frei,,,',
    'P1,101,Lesley Down,t1,,',
    'P1,101,Marta Libre,t1,,',
    'P1,101,Ann Number,t1,,',
  ])('has a person %j', async (line) => {
    const file = await checked(server, sent, `Property,Unit,Name,Tenant ID,Email,Balance\n${line}`)
    expect(file).toMatchObject({ New: 1, LeftOut: 0 })
  })
  test('may have notes in columns without a heading', async () => {
    const file = await checked(server, sent, 'Property,Unit,Name,,\nP1,101,Ann Lee,a note,\nP1,102,Bob Ray,,another,one')
    expect(await brief(file.Id)).toEqual([
      '2 | New | Ann Lee | 101',
      '3 | Refused | This line has more cells than the headings. | ',
    ])
  })
  test('keeps people whose names begin like totals', async () => {
    const file = await checked(server, sent, 'Name,Unit\nCount Basie,101\nSum Wong,102\nTotal residents: 2,')
    await save({ Id: file.Id, Layout: { PropertyId: fixtures.properties[0]!.id } })
    expect((await rows(file.Id)).map(({ Verdict }) => Verdict)).toEqual(['New', 'New', 'LeftOut'])
  })

  test('in groups has its property and building repeated when asked', async () => {
    const content =
      'Property,Building,Unit,First Name,Last Name\nProperty 1,Building 1,101,Ann,Lee\n,,102,Bob,Ray\nProperty 2,Building 2,1,Cy,Day\n,,2,Di,Fox'
    const file = await checked(server, sent, content)
    expect(file).toMatchObject({ New: 2, Refused: 2 })
    await save({ Id: file.Id, Layout: { RepeatsPlaces: true } })
    expect(counts(await detail(server, token, file.Id))).toMatchObject({ New: 4, Refused: 0 })
    // It is remembered for these headings, in any order.
    const next = await checked(
      server,
      sent,
      'Unit,First Name,Last Name,Property,Building\n101,Ann,Lee,P1,Building 1\n102,Bob,Ray,,',
    )
    expect(counts(next)).toMatchObject({ New: 2, Refused: 0 })
  })

  // Each line, and what is read of it as "name | building, unit", or why it is left out or refused.
  const ANN = [',,9601,Ann Lee', 'Ann Lee | Building 1, 9601'] as const
  const BOB = [',,,Bob Ray', 'Bob Ray | Building 1, 9601'] as const
  const ALONE = [',,,Bob Ray', 'Unit number cannot be empty'] as const
  test.each<readonly [string, ...(readonly [string, string])[]]>([
    [
      'the second resident of a unit',
      ANN,
      BOB,
      [',,,Cy Day', 'Cy Day | Building 1, 9601'],
      [',,9602,Di Fox', 'Di Fox | Building 1, 9602'],
    ],
    ['one with the place of the line above', ANN, ['property 1,Building 1,,Bob Ray', 'Bob Ray | Building 1, 9601']],
    [
      'one with the code of the same property',
      ['P1,,9601,Ann Lee', 'Ann Lee | Building 1, 9601'],
      ['p1,,,Bob Ray', 'Bob Ray | Building 1, 9601'],
    ],
    [
      'one in another building',
      ANN,
      [',Annex,,Bob Ray', ALONE[1]],
      [',,7,Cy Day', 'Cy Day | Annex, 7'],
      [',,,Di Fox', 'Di Fox | Annex, 7'],
    ],
    ['one in another property', ANN, ['Property 2,,,Bob Ray', ALONE[1]], [',,7,Cy Day', 'Cy Day | Building 2, 7']],
    ['one behind a total', ANN, [',,Total: 1,', 'Total'], BOB],
    ['one behind a total with a number for a unit', ANN, ['Total general,,2,', 'Total'], BOB],
    ['one behind a total of another property', ANN, ['Property 2,,Total,2', 'Total'], BOB],
    ['one behind repeated headings', ANN, ['Property,Building,Unit,Resident', 'Repeated headings'], BOB],
    ['one behind the foot of a page', ANN, ['Page 1 of 3,,,', 'No person in this line'], BOB],
    ['one behind a vacant unit', ANN, [',,9602,VACANT', 'Vacant unit'], ALONE],
    ['one behind a vacant unit elsewhere', ANN, [',Annex,1,VACANT', 'Vacant unit'], ALONE, [',,2,Cy Day', 'Cy Day | Annex, 2']],
    ['one behind a caption', ANN, ['Property 2,,,', 'No person in this line'], ALONE, [',,2,Cy Day', 'Cy Day | Building 2, 2']],
    ['one behind a refused one', [',,9601,', 'First name cannot be empty'], BOB],
  ])('in groups has the unit repeated with them: %s', async (_, ...lines) => {
    await addBuilding('Annex')
    const content = ['Property,Building,Unit,Resident', 'Property 1,Building 1,1,Eve Low', ...lines.map(([line]) => line)]
    const file = await checked(server, sent, content.join('\n'))
    await save({ Id: file.Id, Layout: { RepeatsPlaces: true } })
    const read: ImportLine[] = await linesOf(server, token, file.Id)
    expect(
      read
        .slice(1)
        .map((row) => (row.Verdict === 'New' ? `${row.Resident} | ${row.BuildingName}, ${row.UnitNumber}` : row.Reason)),
    ).toEqual(lines.map(([, result]) => result))
  })
  test.each([
    ['building and unit', 'Bldg-Unit,Resident\nBuilding 1 - 9601,Ann Lee\n,Bob Ray', ['9601', '9601']],
    ['floor and door', 'Planta,Puerta,Inquilino\n3,B,Ann Lee\n,,Bob Ray', ['3 B', '3 B']],
    ['a unit without a heading of a place', 'Unit,Resident\n9601,"Ann Twoline"\n,"Bob Twoline"', ['9601', '9601']],
  ])('in groups has the unit repeated in %s', async (_, content, units) => {
    const file = await checked(server, sent, content)
    await save({ Id: file.Id, Layout: { PropertyId: fixtures.properties[0]!.id, RepeatsPlaces: true } })
    expect((await rows(file.Id)).map(({ UnitNumber }) => UnitNumber)).toEqual(units)
  })

  test('has its headings in the line that a person chooses', async () => {
    const file = await checked(server, sent, 'Property,Unit,Name\nSite,Door,Who\nP1,101,Ann Lee')
    expect(file).toMatchObject({ Layout: { HeadingLine: 1 }, New: 1, Refused: 1 })
    await save({ Id: file.Id, Layout: { HeadingLine: 2 } })
    const again = await detail(server, token, file.Id)
    expect(again).toMatchObject({ Status: 'Failed', Layout: { HeadingLine: 2 } })
    expect(again.Columns.map(({ Heading }: { Heading: string }) => Heading)).toEqual(['Site', 'Door', 'Who'])
    expect(again.Columns[2].Examples).toEqual(['Ann Lee'])
    const Columns = ['Property', 'UnitNumber', 'FullName'].map((Column, i) => ({ Heading: again.Columns[i].Heading, Column }))
    await save({ Id: file.Id, Columns })
    expect(counts(await detail(server, token, file.Id))).toMatchObject({ New: 1 })
  })
})
