import { beforeEach, describe, expect, test } from 'vitest'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Furnished, furnish } from '#apps/server/testing/furnished.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { residents } from '#features/residents/contract.ts'
import { imports } from '../contract.ts'
import { say } from '../messages.ts'
import { MAX_FILE_BYTES } from '../rules.ts'
import { applied, checked, linesOf, upload } from '../testing/files.ts'
import { forgetOldImports } from './forget.ts'

let server: TestServer
let house: Furnished
let token: string
eachOnServer(async (started, nth) => {
  server = started
  house = await furnish(started, `imports${nth}`)
  token = await tokenOf(started, 'organisationmanager', house.systemName)
})
let sent: { token: string; organisationId: string }
beforeEach(() => {
  sent = { token, organisationId: house.organisationId }
})

const HEADINGS = 'Property,Building,UnitNumber,FirstName,LastName,Email,MobilePhone,ExternalId,OccupancyStatus'
const file = (...lines: string[]) => [HEADINGS, ...lines].join('\r\n')
const ADA = 'Property 1,Building 1,101,Ada,Brandt,ada@example.test,+44 7700 900123,X1,'
const BEN = 'Property 1,Building 1,102,Ben,Castro,,,,'
const counts = ({ Lines, New, Changed, Unchanged, Refused }: Record<string, number>) => ({
  Lines,
  New,
  Changed,
  Unchanged,
  Refused,
})
const stored = (lastName: string) =>
  inOrganisation(server, house.organisationId, (db) =>
    db.selectFrom('residents').selectAll().where('last_name', '=', lastName).orderBy('id').execute(),
  )
const reasons = async (importId: string) =>
  (await linesOf(server, token, importId, 'Refused')).map(({ Line, Reason }: { Line: number; Reason: string }) => [Line, Reason])

describe('a file', () => {
  test('is previewed first, and nothing has changed then; applied, its lines are residents without access codes', async () => {
    const preview = await checked(server, sent, file(ADA, BEN))
    expect(preview).toMatchObject({ Status: 'Ready', Lines: 2, New: 2, Changed: 0, Refused: 0 })
    expect(await stored('Brandt')).toEqual([])
    expect(await linesOf(server, token, preview.Id)).toMatchObject([
      { Line: 2, Verdict: 'New', Resident: 'Ada Brandt', Place: 'Building 1 · 101', ResidentId: null },
      { Line: 3, Verdict: 'New', Resident: 'Ben Castro' },
    ])
    const done = await applied(server, token, preview.Id)
    expect(done).toMatchObject({ Status: 'Done', New: 2, IsKept: false })
    const [ada] = await stored('Brandt')
    expect(ada).toMatchObject({
      email: 'ada@example.test',
      mobile_phone: '+44 7700 900123',
      external_id: 'X1',
      unit_number: '101',
      is_active: true,
      occupancy_status: 1,
      access_code_hash: null,
    })
    expect(await linesOf(server, token, preview.Id)).toMatchObject([{ ResidentId: ada!.id, Resident: 'Ada Brandt' }, {}])
  })

  test('that comes twice changes nothing the second time', async () => {
    const content = file(ADA, BEN, 'Property 2,Building 2,7,Cleo,Dunn,cleo@example.test,,,Moving in')
    await applied(server, token, (await checked(server, sent, content)).Id)
    const again = await checked(server, sent, content)
    expect(counts(again)).toEqual({ Lines: 3, New: 0, Changed: 0, Unchanged: 3, Refused: 0 })
    const refused = await server.ask(imports.save, { token, input: { Id: again.Id, Apply: true } })
    expect([refused.status, refused.body.Code]).toEqual([422, 'MsgNothingToDo'])
  })

  test('finds residents by external id, else by e-mail at home, else by name at home, and changes what its cells say', async () => {
    await applied(
      server,
      token,
      (await checked(server, sent, file(ADA, BEN, 'Property 1,Building 1,103,Dev,Eze,dev@example.test,,,'))).Id,
    )
    const preview = await checked(
      server,
      sent,
      file(
        'Property 1,Building 1,201,Ada,Brandt-Farah,,,X1,',
        'Property 1,Building 1,102,ben,castro,ben@example.test,,,',
        'Property 1,Building 1,103,Devin,Eze,DEV@example.test,,,',
      ),
    )
    expect(counts(preview)).toEqual({ Lines: 3, New: 0, Changed: 3, Unchanged: 0, Refused: 0 })
    expect((await linesOf(server, token, preview.Id)).map(({ Changed }: { Changed: string[] }) => Changed)).toEqual([
      ['Unit Number', 'Last Name'],
      ['First Name', 'Last Name', 'Email'],
      ['First Name', 'Email'],
    ])
    await applied(server, token, preview.Id)
    expect(await stored('Brandt')).toEqual([])
    expect(await stored('Brandt-Farah')).toMatchObject([{ unit_number: '201', email: 'ada@example.test', external_id: 'X1' }])
  })

  test('that has been applied is told in each resident’s audit, sealed, and the report holds nothing personal', async () => {
    const preview = await checked(server, sent, file(ADA))
    await applied(server, token, preview.Id)
    const [ada] = await stored('Brandt')
    const kept = await inOrganisation(server, house.organisationId, async (db) => ({
      audit: await db.selectFrom('audit').select(['action', 'detail']).where('subject_id', '=', ada!.id).execute(),
      rest: JSON.stringify([
        await db.selectFrom('import_jobs').selectAll().execute(),
        await db.selectFrom('import_rows').selectAll().execute(),
        await db.selectFrom('import_values').selectAll().execute(),
        await db.selectFrom('import_files').selectAll().execute(),
        await db.selectFrom('audit').selectAll().execute(),
      ]),
    }))
    expect(kept.audit).toMatchObject([{ action: 'resident created', detail: { import: preview.Id } }])
    expect(kept.rest).not.toMatch(/Brandt|ada@|900123/)
    const { body } = await server.ask(residents.personalData, { token, params: { residentId: ada!.id } })
    expect(body.Audit[0].after).toMatchObject({ last_name: 'Brandt', external_id: 'X1' })
    expect(body.Resident.ExternalId).toBe('X1')
  })

  test('gives nobody back an access code, and takes it from who has moved out', async () => {
    await applied(server, token, (await checked(server, sent, file(ADA))).Id)
    const [ada] = await stored('Brandt')
    const before = (await server.ask(residents.get, { token, params: { residentId: ada!.id } })).body
    await server.ask(residents.update, {
      token,
      params: { residentId: ada!.id },
      input: { ...before, HoldFrom: '', HoldUntil: '', LockerAccessCode: '12345678' },
    })
    await applied(server, token, (await checked(server, sent, file(`${ADA}Moved out`))).Id)
    expect(await stored('Brandt')).toMatchObject([{ occupancy_status: 3, is_active: false, access_code_hash: null }])
  })
})

describe('a line is refused', () => {
  test('for what is wrong with it, the first thing only, and every line is accounted for', async () => {
    const preview = await checked(
      server,
      sent,
      file(
        ',Building 1,1,A,B,,,,',
        'Elsewhere,Building 1,1,A,B,,,,',
        'Property 1,Building 2,1,A,B,,,,',
        'Property 1,Building 1,,A,B,,,,',
        'Property 1,Building 1,1,,B,,,,',
        'Property 1,Building 1,1,A,B,no address,,,',
        'Property 1,Building 1,1,A,B,,12,,',
        'Property 1,Building 1,1,A,B,,,,Resting',
        'Property 1,Building 1,1,A,B,,,,,more',
        ADA,
        ADA,
      ),
    )
    expect(counts(preview)).toEqual({ Lines: 11, New: 1, Changed: 0, Unchanged: 0, Refused: 10 })
    expect(await reasons(preview.Id)).toEqual([
      [2, 'Property cannot be empty'],
      [3, 'This is not one of your properties.'],
      [4, 'There is no such building in this property.'],
      [5, 'Unit number cannot be empty'],
      [6, 'First name cannot be empty'],
      [7, 'Enter a valid email id!'],
      [8, 'Cell phone should atleast have 10 characters!'],
      [9, 'The occupancy status is none of Current, Moving in, Moved out.'],
      [10, 'This line has more cells than there are headings.'],
      [12, 'An earlier line is about the same person.'],
    ])
  })

  test('that fits several residents', async () => {
    const twin = {
      organisation_id: house.organisationId,
      property_id: house.first.ids.property,
      building_id: house.first.ids.building,
    }
    await inOrganisation(server, house.organisationId, (db) =>
      db
        .insertInto('residents')
        .values(
          [1, 2].map((i) => ({
            ...twin,
            id: `00000000-0000-7000-8000-00000000000${i}`,
            unit_number: '9',
            first_name: 'Same',
            last_name: 'Name',
          })),
        )
        .execute(),
    )
    const preview = await checked(server, sent, file('Property 1,Building 1,9,Same,Name,,,,'))
    expect(await reasons(preview.Id)).toEqual([[2, 'Several residents fit this line.']])
  })

  test('that is of a property which was not given to who brings it, and nobody of another property sees the file', async () => {
    const manager = await tokenOf(server, 'propertymanager', house.systemName)
    const preview = await checked(server, { ...sent, token: manager }, file(ADA, 'Property 2,Building 2,7,Cleo,Dunn,,,,'))
    expect(counts(preview)).toEqual({ Lines: 2, New: 1, Changed: 0, Unchanged: 0, Refused: 1 })
    expect(await reasons(preview.Id)).toEqual([[3, 'This is not one of your properties.']])
    const ofAll = await checked(server, sent, file(BEN))
    expect((await server.ask(imports.get, { token: manager, params: { importId: ofAll.Id } })).status).toBe(404)
  })

  test('when the packages of its resident wait in the property that it would leave', async () => {
    await inOrganisation(server, house.organisationId, (db) =>
      db.updateTable('residents').set({ external_id: 'F1' }).where('id', '=', house.first.ids.resident).execute(),
    )
    const moving = await checked(server, sent, file(`Property 2,Building 2,7,${house.first.name},Test,,,F1,`))
    expect(moving).toMatchObject({ Changed: 1 })
    expect(counts(await applied(server, token, moving.Id))).toEqual({ Lines: 1, New: 0, Changed: 0, Unchanged: 0, Refused: 1 })
    expect(await reasons(moving.Id)).toEqual([[2, say('MsgPackagesInHouse').text]])
    expect((await stored('Test')).find(({ id }) => id === house.first.ids.resident)?.property_id).toBe(house.first.ids.property)
  })

  test('when its resident was added or deleted since the preview', async () => {
    await applied(server, token, (await checked(server, sent, file(ADA))).Id)
    const first = await checked(server, sent, file('Property 1,Building 1,101,Ada,Brandt,,,X1,Moved out', BEN))
    const second = await checked(server, sent, file(BEN))
    await applied(server, token, second.Id)
    const [ada] = await stored('Brandt')
    await server.ask(residents.remove, { token, input: [ada!.id] })
    expect(counts(await applied(server, token, first.Id))).toEqual({ Lines: 2, New: 0, Changed: 0, Unchanged: 0, Refused: 2 })
    expect(await reasons(first.Id)).toEqual([
      [2, say('MsgGoneMeanwhile').text],
      [3, say('MsgAddedMeanwhile').text],
    ])
    expect(await stored('Castro')).toHaveLength(1)
  })
})

describe('the full list', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, i) => `Property 1,Building 1,${i},First${i},Last${i},,,E${i},`)
  const movedOut = async () =>
    (
      await inOrganisation(server, house.organisationId, (db) =>
        db.selectFrom('residents').select('last_name').where('occupancy_status', '=', 3).orderBy('last_name').execute(),
      )
    ).map(({ last_name }) => last_name)

  test('moves out whoever it does not name, in the properties that it names alone, and only when it is said to be one', async () => {
    await applied(
      server,
      token,
      (await checked(server, sent, file(...people(20), ADA, 'Property 2,Building 2,7,Cleo,Dunn,,,,'))).Id,
    )
    const preview = await checked(server, sent, file(...people(20), BEN))
    // The property’s own resident and Ada; nobody of the other property.
    expect(preview).toMatchObject({ New: 1, Unchanged: 20, MovesOut: 2, MovesOutOf: 22 })
    const leaving = await linesOf(server, token, preview.Id, 'MovesOut')
    expect(leaving.map(({ Resident }: { Resident: string }) => Resident).sort()).toEqual(
      ['Ada Brandt', `${house.first.name} Test`].sort(),
    )
    const done = await applied(server, token, preview.Id, { IsFullList: true })
    expect(done).toMatchObject({ Status: 'Done', New: 1, MovesOut: 2 })
    expect(await movedOut()).toEqual(['Brandt', 'Test'])
    expect(await linesOf(server, token, preview.Id, 'MovesOut')).toHaveLength(2)
  })

  test('is asked about again above a fifth of the residents', async () => {
    await applied(server, token, (await checked(server, sent, file(...people(10)))).Id)
    const preview = await checked(server, sent, file(...people(5), BEN))
    const input = { Id: preview.Id, Apply: true, IsFullList: true }
    const asked = await server.ask(imports.save, { token, input })
    expect([asked.status, asked.body.Message]).toEqual([
      422,
      'This would move out 6 of 11 residents. Confirm that the file is the full list.',
    ])
    expect(await movedOut()).toEqual([])
    await applied(server, token, preview.Id, { IsFullList: true, ConfirmMoveOut: true })
    expect(await movedOut()).toEqual(['Last5', 'Last6', 'Last7', 'Last8', 'Last9', 'Test'])
  })

  test('spares the home of a line that is refused, and cannot be a file of which a part was not read', async () => {
    await applied(server, token, (await checked(server, sent, file(...people(10)))).Id)
    const preview = await checked(server, sent, file(...people(9), 'Property 1,Building 1,9,First9,Last9,no address,,,'))
    expect(await linesOf(server, token, preview.Id, 'MovesOut')).toMatchObject([{ Resident: `${house.first.name} Test` }])
    const cut = await checked(server, sent, file(...people(9), BEN, 'Property 1,Building 1,"never closed'))
    expect(cut).toMatchObject({ IsCut: true, Lines: 11, Refused: 1, New: 1 })
    const refused = await server.ask(imports.save, { token, input: { Id: cut.Id, Apply: true, IsFullList: true } })
    expect([refused.status, refused.body.Code]).toEqual([422, 'MsgCutIsNoFullList'])
  })
})

describe('headings', () => {
  test('are known by other names and in other languages, and remembered once they were said', async () => {
    const known = await checked(
      server,
      sent,
      'Objekt;Gebäude;Wohnung;Vorname;Nachname;E-Mail\nP1;building 1;5;Änne;Straß;aenne@example.test',
    )
    expect(counts(known)).toEqual({ Lines: 1, New: 1, Changed: 0, Unchanged: 0, Refused: 0 })
    const content = 'Site\tHouse\tDoor\tFirst\tLast\nProperty 1\tBuilding 1\t5\tIris\tJansen'
    const unknown = await checked(server, sent, content)
    expect(unknown).toMatchObject({ Status: 'Failed', IsKept: true })
    expect(unknown.Failure).toContain('Property, Building, UnitNumber, FirstName, LastName')
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
    [
      'UTF-8 with a byte order mark',
      Buffer.from('\ufeffProperty;Building;Unit;First Name;Last Name\nP1;Building 1;5;Zoë;Müller'),
    ],
    ['Windows-1252', Buffer.from('Property;Building;Unit;First Name;Last Name\nP1;Building 1;5;Zoë;Müller', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffProperty\tBuilding\tUnit\tFirst Name\tLast Name\r\nP1\tBuilding 1\t5\tZoë\tMüller', 'utf16le')],
  ])('and names are read in %s', async (_, content) => {
    const preview = await checked(server, sent, content)
    expect(await linesOf(server, token, preview.Id)).toMatchObject([{ Verdict: 'New', Resident: 'Zoë Müller' }])
  })
})

describe('an upload is refused', () => {
  test('that is no .csv file, empty, too large, no file at all, or not whole', async () => {
    const said = async (name: string, content: string | Buffer) => {
      const { status, body } = await upload(server, { ...sent, name }, content)
      return [status, body.Code]
    }
    expect(await said('residents.xlsx', 'x')).toEqual([400, 'MsgOnlyCsv'])
    expect(await said('residents.csv', '')).toEqual([400, 'MsgFileEmpty'])
    expect(await said('residents.csv', Buffer.alloc(MAX_FILE_BYTES + 1, 'x'))).toEqual([413, 'MsgFileTooLarge'])
    expect(await said('RESIDENTS.CSV', Buffer.alloc(MAX_FILE_BYTES, 'x'))).toEqual([200, undefined])
    const url = `/api/organisation/${house.organisationId}/residents`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const cut = await server.app.inject({
      method: 'POST',
      url,
      headers,
      payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nProperty',
    })
    expect([cut.statusCode, cut.json().Message]).toEqual([400, 'File upload failed'])
    const none = await server.ask(imports.upload, { token, params: { organisationId: house.organisationId }, input: {} })
    expect([none.status, none.body.Code]).toEqual([400, 'MsgNoFile'])
    const { body } = await server.ask(imports.page, { token, input: {} })
    expect(body.Total).toBe(3)
  })
})

test('imports are listed the latest first, and deleted with everything that they kept; residents stay', async () => {
  const preview = await checked(server, sent, file(ADA))
  const done = await applied(server, token, (await checked(server, sent, file(BEN))).Id)
  const { body } = await server.ask(imports.page, { token, input: { PageSize: 5 } })
  expect(body.Data.slice(0, 2)).toMatchObject([
    { Id: done.Id, Purpose: 'Residents', File: 'residents.csv', Status: 'Done' },
    { Id: preview.Id, Status: 'Ready' },
  ])
  const removed = await server.ask(imports.remove, { token, input: [preview.Id, done.Id] })
  expect(removed.body.Removed).toHaveLength(2)
  const left = await inOrganisation(server, house.organisationId, async (db) => [
    await db.selectFrom('import_values').selectAll().execute(),
    await db.selectFrom('import_files').selectAll().execute(),
    await db.selectFrom('import_rows').selectAll().where('import_id', 'in', [preview.Id, done.Id]).execute(),
  ])
  expect(left).toEqual([[], [], []])
  expect(await stored('Castro')).toHaveLength(1)
})

test('a file that nobody applies is forgotten after a week, a report after a year', async () => {
  const waiting = await checked(server, sent, file(ADA))
  const done = await applied(server, token, (await checked(server, sent, file(BEN))).Id)
  const kept = async (days: number) => {
    await inOrganisation(server, house.organisationId, (db) => forgetOldImports(db, new Date(Date.now() + days * 86_400_000)))
    const { body } = await server.ask(imports.page, { token, input: {} })
    return body.Data.map(({ Id }: { Id: string }) => Id).filter((id: string) => [waiting.Id, done.Id].includes(id))
  }
  expect(await kept(6)).toEqual([done.Id, waiting.Id])
  expect(await kept(8)).toEqual([done.Id])
  expect(await kept(366)).toEqual([])
})

test('erasing a resident discards a file that names them and is not imported yet', async () => {
  await applied(server, token, (await checked(server, sent, file(ADA))).Id)
  const [ada] = await stored('Brandt')
  const waiting = await checked(server, sent, file(`${ADA}Moving in`, BEN))
  const manager = await tokenOf(server, 'superadmin', house.systemName)
  expect((await server.ask(residents.erase, { token: manager, params: { residentId: ada!.id } })).status).toBe(200)
  const after = (await server.ask(imports.get, { token, params: { importId: waiting.Id } })).body
  expect(after).toMatchObject({ Status: 'Failed', IsKept: false, IsChecked: false })
  const left = await inOrganisation(server, house.organisationId, (db) => db.selectFrom('import_values').selectAll().execute())
  expect(left).toEqual([])
})
