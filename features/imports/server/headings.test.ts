import { describe, expect, test } from 'vitest'
import { imports } from '../contract.ts'
import { checked, counts, linesOf } from '../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-fixtures.ts'

let { server, token, sent } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, token, sent } = there)
})

describe('headings', () => {
  test('are recognised by other names and in other languages, and remembered once assigned', async () => {
    const known = await checked(
      server,
      sent,
      'Objekt;Gebäude;Wohnung;Vorname;Nachname;E-Mail\nP1;building 1;5;Änne;Straß;aenne@example.test',
    )
    expect(counts(known)).toEqual({ Lines: 1, New: 1, Changed: 0, Unchanged: 0, Refused: 0 })
    const content = 'Site\tHouse\tDoor\tCalled\tClan\nProperty 1\tBuilding 1\t5\tIris\tJansen'
    const unknown = await checked(server, sent, content)
    expect(unknown).toMatchObject({ Status: 'Failed', IsKept: true })
    expect(unknown.Failure).toContain('Property, Building, Unit Number, First Name, Last Name')
    const Columns = ['Property', 'Building', 'UnitNumber', 'FirstName', 'LastName'].map((Column, i) => ({
      Heading: unknown.Columns[i].Heading,
      Column,
    }))
    const twice = [Columns[0], { ...Columns[1], Column: 'Property' }]
    expect((await server.ask(imports.save, { token, input: { Id: unknown.Id, Columns: twice } })).body.Code).toBe(
      'MsgColumnTwice',
    )
    await server.ask(imports.save, { token, input: { Id: unknown.Id, Columns } })
    await server.work()
    const again = await checked(server, sent, content)
    expect(counts(again)).toEqual({ Lines: 1, New: 1, Changed: 0, Unchanged: 0, Refused: 0 })
  })

  test.each([
    'Correo electrónico',
    'Código externo',
    'Teléfono en casa',
    'Co-Eigentümer',
    'No. Element',
    'Nota extra',
    'Año e importe',
    'ID (oe)',
  ])('are remembered by their keys: %s', async (heading) => {
    const content = `Property,Unit,Name,${heading}\nP1,5,Ann Lee,x`
    const first = await checked(server, sent, content)
    const columns = ['Property', 'UnitNumber', 'FullName', 'ExternalId']
    const Columns = first.Columns.map(({ Heading }: { Heading: string }, i: number) => ({ Heading, Column: columns[i] }))
    await server.ask(imports.save, { token, input: { Id: first.Id, Columns } })
    await server.work()
    const again = await checked(server, sent, content)
    expect(again.Columns.map(({ Column }: { Column: string }) => Column)).toEqual(columns)
  })

  test.each([
    [
      'UTF-8 with a byte order mark',
      Buffer.from('\ufeffProperty;Building;Unit;First Name;Last Name\nP1;Building 1;5;Zoë;Müller'),
    ],
    ['Windows-1252', Buffer.from('Property;Building;Unit;First Name;Last Name\nP1;Building 1;5;Zoë;Müller', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffProperty\tBuilding\tUnit\tFirst Name\tLast Name\r\nP1\tBuilding 1\t5\tZoë\tMüller', 'utf16le')],
  ])('are read in %s', async (_, content) => {
    const preview = await checked(server, sent, content)
    expect(await linesOf(server, token, preview.Id)).toMatchObject([{ Verdict: 'New', Resident: 'Zoë Müller' }])
  })
})
