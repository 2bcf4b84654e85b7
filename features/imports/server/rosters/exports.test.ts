import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { imports } from '../../contract.ts'
import { applied, checked, counts, detail, linesOf } from '../../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../../testing/import-fixtures.ts'
import { type Row, rosterTools } from '../../testing/rosters.ts'

let there = {} as ImportFixtures
let { server, fixtures, token, sent, stored } = there
eachWithImportFixtures((now) => {
  there = now
  ;({ server, fixtures, token, sent, stored } = now)
})
const { rows, brief, save, addBuilding } = rosterTools(() => there)

describe('the export of a property system', () => {
  test('without a property (ResMan) waits until one is chosen; each resident of a line is one', async () => {
    const content = [
      'Unit,Resident 1 First Name,Resident 1 Middle Name,Resident 1 Last Name,Resident 1 Phone,Resident 1 Email,Resident 2 First Name,Resident 2 Middle Name,Resident 2 Last Name,Move in Date',
      '101,Ann,,Lee,(555) 010-0101,ann.lee@example.com,Bob,,Lee,01/02/2024',
      '102,Cy,,Day,,,,,,',
    ].join('\n')
    const waiting = await checked(server, sent, content)
    expect(waiting).toMatchObject({ Status: 'Failed', CanAssign: true, Failure: expect.stringContaining('Property') })
    await save({ Id: waiting.Id, Layout: { PropertyId: fixtures.properties[0]!.id } })
    expect(await brief(waiting.Id)).toEqual(['2 | New | Ann Lee | 101', '2 | New | Bob Lee | 101', '3 | New | Cy Day | 102'])
    const done = await applied(server, token, waiting.Id)
    expect(counts(done)).toMatchObject({ New: 3, Refused: 0 })
    const [ann, bob] = await inOrganisation(server, fixtures.organisationId, (db) =>
      db
        .selectFrom('residents')
        .select(['first_name', 'mobile_phone', 'email'])
        .where('last_name', '=', 'Lee')
        .orderBy('first_name')
        .execute(),
    )
    expect([ann, bob]).toEqual([
      { first_name: 'Ann', mobile_phone: '(555) 010-0101', email: 'ann.lee@example.com' },
      { first_name: 'Bob', mobile_phone: '', email: '' },
    ])
    // The same headings may be those of another property's file: it is offered, and a person confirms it.
    const next = await checked(server, sent, content)
    expect(next).toMatchObject({ Status: 'Failed', Layout: { PropertyId: fixtures.properties[0]!.id }, Failure: CONFIRM })
    await save({ Id: next.Id, Layout: { PropertyId: fixtures.properties[1]!.id } })
    expect(counts(await detail(server, token, next.Id))).toMatchObject({ New: 3 })
  })

  const CONFIRM =
    'Check the property and the building below, which are those of the last file with these headings. Then press “Check again”.'
  const latest = async () => (await server.ask(imports.page, { token, input: {} })).body.Data[0]

  test.each([
    ['the property', [], 'Unit,Name\n1,Ann Lee'],
    ['the property and the building', ['Other', 'Annex'], 'Unit,Name\n1,Ann Lee'],
    ['the property beside a column of buildings', ['Annex'], 'Building,Unit,Name\nAnnex,1,Ann Lee'],
  ])('that waits for %s says so everywhere, and what to press once it is remembered', async (_, names, content) => {
    const added = []
    for (const name of names) added.push(await addBuilding(name))
    const asked = { Status: 'Failed', StatusName: 'Needs your choice', IsAsked: true }
    const file = await checked(server, sent, content)
    expect(file).toMatchObject({ ...asked, Failure: expect.stringContaining('Not found in the file: Property') })
    expect(await latest()).toMatchObject(asked)
    await save({ Id: file.Id, Layout: { PropertyId: fixtures.properties[0]!.id, BuildingId: added.at(-1) ?? '' } })
    expect(await latest()).toMatchObject({ StatusName: 'Ready', IsAsked: false })
    const { Id, Failure, Layout } = await checked(server, sent, content)
    expect([Failure, await latest()]).toMatchObject([CONFIRM, asked])
    await save({ Id, Layout: { PropertyId: Layout.PropertyId, BuildingId: Layout.BuildingId } })
    expect(await detail(server, token, Id)).toMatchObject({ StatusName: 'Ready', IsAsked: false, New: 1 })
  })
  test.each([
    ['without lines', 'Unit,Name'],
    ['with one heading', 'Name\nAnn Lee'],
    ['without headings', '\u0001\u0002'],
  ])('that nobody can mend has failed: %s', async (_, content) => {
    const failed = { StatusName: 'Failed', IsAsked: false }
    expect(await checked(server, sent, content)).toMatchObject(failed)
    expect(await latest()).toMatchObject(failed)
  })

  test('with a whole name, and a property with its address (AppFolio), needs nothing where the property has one building', async () => {
    const file = await checked(
      server,
      sent,
      'Property,Unit,Tenant,Status,Phone Numbers,Emails,Move-in,Lease To\n"Property 1 - 1 Quay St Townsville","101","Ann Lee","Current","Mobile: (555) 010-0101, Home: (555) 010-0102","ann.lee@example.com, a.lee@example.org",01/02/2024,12/31/2026\n"Property 1 - 1 Quay St Townsville","102","Ray, Bob","Notice","","",,',
    )
    expect(await brief(file.Id)).toEqual(['2 | New | Ann Lee | 101', '3 | New | Bob Ray | 102'])
    expect((await rows(file.Id))[0]!.Warnings).toEqual([
      'Email: only the first one is imported.',
      'Cell phone: only the first one is imported.',
    ])
    expect(file.Warned).toBe(1)
    expect((await linesOf(server, token, file.Id, 'Warned')).map(({ Line }: Row) => Line)).toEqual([2])
  })

  test('with codes of residents before their names (Yardi) has the names, without vacant units and totals', async () => {
    const file = await checked(
      server,
      sent,
      'Unit,Resident,Name,Status,Phone (Cell),E-mail Address\n101,t0001234,"Lee, Ann",Occupied No Notice,(202) 555-0123,ann@example.com\n102,t0000,VACANT,Vacant-Unrented,,\n103,t0001235,Bob Ray,Notice-Rented,,\n104,r-100,Acme LLC,Current,,\nTotals:,4,,,,',
    )
    expect(file).toMatchObject({ Status: 'Failed', Columns: [{}, { Column: 'ExternalId' }, { Column: 'FullName' }, {}, {}, {}] })
    await save({ Id: file.Id, Layout: { PropertyId: fixtures.properties[0]!.id } })
    expect(await brief(file.Id)).toEqual([
      '2 | New | Ann Lee | 101',
      '3 | LeftOut | Vacant unit | ',
      '4 | New | Bob Ray | 103',
      '5 | New | Acme LLC | 104',
      '6 | LeftOut | Total | ',
    ])
    await applied(server, token, file.Id)
    const [ann] = await stored('Lee')
    expect(ann).toMatchObject({ external_id: 't0001234', mobile_phone: '(202) 555-0123', email: 'ann@example.com' })
  })

  test.each([
    [
      'Spanish (Fincas)',
      'Propiedad;Piso;Puerta;Nombre;Apellido 1;Apellido 2;Tel. móvil;Correo electrónico\nP1;3º;B;Ana;García;López;600 123 456;ana@example.com\nP1;4;1;Luis;Pérez;;;\nTotal general;2;;;;;;',
      ['2 | New | Ana García López | 3º B', '3 | New | Luis Pérez | 4 1', '4 | LeftOut | Total | '],
    ],
    [
      'Spanish (IESA)',
      'Comunidad;Escalera;Planta;Letra;Inquilino/a\nP1;A;3;B;Don José García\nP1;A;3;C;García López, Ana / Pérez, Luis',
      ['2 | New | José García | A 3 B', '3 | New | Ana García López | A 3 C', '3 | New | Luis Pérez | A 3 C'],
    ],
    [
      'German (Immoware24)',
      'Objekt-Nr.;WE-Nr.;Mieter;Tel.-Nr.;Status\nP1;0101;Prof. Dr. Weber;030 / 123 45 67;aktuell\nP1;0102;Herr und Frau Weiß;;gekündigt\nP1;0103;Leerstand;;\nP1;0104;Weber Immobilien GmbH;;\n;Anzahl Mieter: 3;;;',
      [
        '2 | New | Weber | 0101',
        '3 | New | Weiß | 0102',
        '4 | LeftOut | Vacant unit | ',
        '5 | New | Weber Immobilien GmbH | 0104',
        '6 | LeftOut | Total | ',
      ],
    ],
    [
      'English (AppFolio)',
      'Property;Unit/Apt;Tenant;Status\nP1;1;Don Henry Lee;Current\nP1;2;Lee, Ann & Bob;Notice\nP1;3;Mr. & Mrs. Ray;Current\nP1;4;Ann Day, Bob Day;Eviction',
      [
        '2 | New | Don Henry Lee | 1',
        '3 | New | Ann Lee | 2',
        '3 | New | Bob Lee | 2',
        '4 | New | Ray | 3',
        '5 | New | Ann Day | 4',
        '5 | New | Bob Day | 4',
      ],
    ],
  ])('in %s is read as a person reads it', async (_, content, lines) => {
    const file = await checked(server, sent, content)
    expect([file.Failure, await brief(file.Id)]).toEqual(['', lines])
    expect(file.Layout.Statuses).toEqual([])
  })

  test('with roles in brackets has names without them, in one column or two', async () => {
    const whole = 'Property,Unit,Name\nP1,1,"Poe, Ed (Co-tenant)"\nP1,2,"Herr Jörg und Frau Anja Weiß"\nP1,3,Ann Lee (Annie)'
    expect(await brief((await checked(server, sent, whole)).Id)).toEqual([
      '2 | New | Ed Poe | 1',
      '3 | New | Jörg Weiß | 2',
      '3 | New | Anja Weiß | 2',
      '4 | New | Ann Lee (Annie) | 3',
    ])
    const parts = 'Property,Unit,First Name,Last Name\nP1,1,Ed (minor),Poe\nP1,2,Jane,Doe (Guarantor)'
    expect(await brief((await checked(server, sent, parts)).Id)).toEqual(['2 | New | Ed Poe | 1', '3 | New | Jane Doe | 2'])
  })

  describe('with an address instead of a property (ParkingPass)', () => {
    const HEADINGS = 'Address,Building,First Name,Last Name,Email,Phone Number,Unit,Lease Expiration'
    test.each(['1 Quay Road', '1 QUAY RD', '1 Quay Rd., Townsville 4810'])(
      'has the property with the address %j',
      async (address) => {
        const content = `${HEADINGS}\n"${address}",Building 1,Ann,Lee,ann.lee@example.com,555-010-0101,101,12/31/2026`
        const file = await checked(server, sent, content)
        expect(file).toMatchObject({
          Status: 'Ready',
          New: 1,
          Columns: [{ Heading: 'Address', Column: 'Property' }, {}, {}, {}, {}, {}, {}, {}],
        })
      },
    )
    test.each(['3 Quay Road', '1 Quay Street', 'Quay'])('waits for one where nobody knows the address %j', async (address) => {
      const content = `${HEADINGS}\n${address},Building 1,Ann,Lee,ann.lee@example.com,555-010-0101,101,`
      const file = await checked(server, sent, content)
      expect(file).toMatchObject({ Status: 'Failed', CanAssign: true })
      await save({ Id: file.Id, Layout: { PropertyId: fixtures.properties[0]!.id } })
      expect(await brief(file.Id)).toEqual(['2 | New | Ann Lee | 101'])
    })
  })

  test('with building and unit in one column', async () => {
    await addBuilding('Quay North')
    const file = await checked(
      server,
      sent,
      'Property,Bldg-Unit,Resident\nP1,Quay North - 101,"Lee, Ann"\nP1,quay north/102,"Ray, Bob"\nP1,QUAY  NORTH 103,Cy Day\nP1,Quay North - Unit 104,Di Fox\nP1,South-105,Ed Gray',
    )
    expect(await brief(file.Id)).toEqual([
      '2 | New | Ann Lee | 101',
      '3 | New | Bob Ray | 102',
      '4 | New | Cy Day | 103',
      '5 | New | Di Fox | 104',
      '6 | Refused | Building not found in this property. | ',
    ])
  })

  const units = (cells: readonly string[]) =>
    ['Property,Building/Unit,Name', ...cells.map((cell, i) => `P1,"${cell}",First${i} Last${i}`)].join('\n')
  test('with building and unit in one column keeps the unit whole where there is one building', async () => {
    const cells = [
      ['101-A', '101-A'],
      ['102-A', '102-A'],
      ['1-11', '1-11'],
      ['12/3', '12/3'],
      ['PH-2', 'PH-2'],
      ['Apt 12 C', '12 C'],
      ['Unit 5', '5'],
      ['N-5', 'N-5'],
      ['3 B', '3 B'],
      ['Building 1-101', '101'],
      ['building 1, Apt 12 C', '12 C'],
      ['1 Quay Road, Apt 7', '7'],
      ['1 QUAY RD 8-B', '8-B'],
      // Too long for a unit.
      ['1 Quay Road', ''],
      ['1 Quay Rd', '1 Quay Rd'],
      ['1 Quay Street 9', ''],
    ] as const
    const file = await checked(server, sent, units(cells.map(([cell]) => cell)))
    expect((await rows(file.Id)).map(({ UnitNumber }) => UnitNumber)).toEqual(cells.map(([, unit]) => unit))
  })
  test('with building and unit in one column has the buildings that are known where there are several', async () => {
    await addBuilding('N')
    const file = await checked(server, sent, units(['N-5', 'n 6', 'N/7-A', 'S-5', '12']))
    const found = await linesOf(server, token, file.Id)
    expect(
      found.map(({ BuildingName, UnitNumber, Reason }: Row & { BuildingName: string }) => [BuildingName, UnitNumber, Reason]),
    ).toEqual([
      ['N', '5', ''],
      ['N', '6', ''],
      ['N', '7-A', ''],
      ['', '', 'Building not found in this property.'],
      ['', '', expect.stringContaining('uilding')],
    ])
  })

  test('asks for the building where the property has several', async () => {
    const second = await addBuilding('Annex')
    const content = 'Unit,Name\n101,Ann Lee'
    const file = await checked(server, sent, content)
    await save({ Id: file.Id, Layout: { PropertyId: fixtures.properties[0]!.id } })
    expect(await detail(server, token, file.Id)).toMatchObject({ Status: 'Failed', Failure: expect.stringContaining('Building') })
    await save({ Id: file.Id, Layout: { BuildingId: second } })
    expect(await linesOf(server, token, file.Id)).toMatchObject([{ Verdict: 'New', BuildingName: 'Annex' }])
    const foreign = { Id: file.Id, Layout: { BuildingId: fixtures.properties[1]!.buildingId } }
    expect((await server.ask(imports.save, { token, input: foreign })).body.Code).toBe('MsgForeignBuilding')
    const nowhere = { Id: file.Id, Layout: { PropertyId: newId() } }
    expect((await server.ask(imports.save, { token, input: nowhere })).body.Code).toBe('MsgForeignProperty')
  })

  test.each([
    ['N/A', 'N/A'],
    ['no separator', 'Property 1 Phase 2'],
    ['another name', 'Property 1 - North'],
  ])('with a property that only begins like one is refused: %s', async (_, name) => {
    const file = await checked(server, sent, `Property,Unit,Name\n${name},101,Ann Lee`)
    expect(counts(file)).toMatchObject({ New: 0, Refused: 1 })
  })
  test.each([
    'PROPERTY  1',
    'p1',
    'Property 1 (P1)',
    'Property 1, 1 Quay Road',
    'Property 1 – 12 Main Street',
    '1 Quay Road',
    '1 Quay Rd, Townsville',
  ])('finds the property of %j', async (name) => {
    const file = await checked(server, sent, `Property;Unit;Name\n${name};101;Ann Lee`)
    expect(counts(file)).toMatchObject({ New: 1, Refused: 0 })
  })
})
