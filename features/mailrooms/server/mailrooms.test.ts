import { beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { mailrooms } from '../contract.ts'

let { server, riverside, harbour, manager, ofProperty } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (seeded) => {
  ;({ server, riverside, harbour, manager, ofProperty } = seeded)
})
let place: { PropertyId: string; BuildingId: string }
let elsewhere: { PropertyId: string; BuildingId: string }
beforeEach(() => {
  const { first, second } = riverside
  place = { PropertyId: first.ids.property, BuildingId: first.ids.building }
  elsewhere = { PropertyId: second.ids.property, BuildingId: second.ids.building }
})

const save = (input: object, token = manager) => server.ask(mailrooms.save, { token, input: { ...place, ...input } })
const created = async (Name: string, at: object = place): Promise<string> => (await save({ Name, ...at })).body.Id
const page = async (input: object = {}, token = manager) => (await server.ask(mailrooms.page, { token, input })).body
const get = (mailroomId: string, token = manager) => server.ask(mailrooms.get, { token, params: { mailroomId } })
const remove = (input: string[], token = manager) => server.ask(mailrooms.remove, { token, input })
const offered = (buildingId: string) => server.ask(mailrooms.ofBuilding, { token: manager, params: { buildingId } })
const long = (length: number) => 'x'.repeat(length)

test('mailrooms › are created, found, changed and deleted, each with a line in the audit trail', async () => {
  const { body } = await save({ Name: ' Back office ', Address: '2 Quay', Description: 'Behind the lift' })
  expect(body.Message).toBe('Mailroom has been saved successfully.')
  const draft = { Id: body.Id, ...place, Name: 'Back office', Address: '2 Quay', Description: 'Behind the lift', IsActive: true }
  expect((await get(body.Id)).body).toMatchObject(draft)
  expect(await page({ SearchText: 'office back' })).toMatchObject({ Data: [{ Id: body.Id, Packages: 0 }], Total: 1 })
  await save({ ...draft, Name: 'Front office', IsActive: false })
  expect((await get(body.Id)).body).toMatchObject({ Name: 'Front office', IsActive: false })
  expect((await offered(place.BuildingId)).body).not.toContainEqual({ Id: body.Id, Name: 'Front office' })
  // A flag that is left out stays.
  await save({ ...draft, Name: 'Front office', IsActive: undefined })
  expect((await get(body.Id)).body).toMatchObject({ IsActive: false })
  const changes = await server.ask(mailrooms.changes, { token: manager, params: { mailroomId: body.Id } })
  expect(changes.body).toMatchObject([{ Action: 'Changed' }, { Action: 'Changed' }, { Action: 'Created' }])
  expect((await remove([body.Id])).body).toMatchObject({ Message: '1 deleted.', Removed: [body.Id] })
  expect((await get(body.Id)).status).toBe(404)
})

test('places are also objects, as they are returned; of a place that is given twice, the changed one counts', async () => {
  const asObjects = ({ PropertyId, BuildingId }: typeof place) => ({ Property: { Id: PropertyId }, Building: { Id: BuildingId } })
  const none = { PropertyId: null, BuildingId: null }
  const { Id } = (await save({ Name: 'By objects', ...none, ...asObjects(place) })).body
  const read = (await get(Id)).body
  expect(read).toMatchObject({
    ...place,
    ...asObjects(place),
    Property: { Name: read.PropertyName },
    Building: { Name: read.BuildingName },
  })
  expect((await page({ SearchText: 'by objects' })).Data[0]).toMatchObject({ ...place, ...asObjects(place) })
  expect((await save({ ...read, ...elsewhere })).status).toBe(200)
  const moved = (await get(Id)).body
  expect(moved).toMatchObject({ ...elsewhere, ...asObjects(elsewhere) })
  expect((await save({ ...moved, ...asObjects(place) })).status).toBe(200)
  expect((await get(Id)).body).toMatchObject(place)
  const differs = { status: 400, body: { Field: 'PropertyId', Message: 'PropertyId and Property.Id must not differ.' } }
  expect(await save({ Name: 'Both', ...place, ...asObjects(elsewhere) })).toMatchObject(differs)
  const missing = { status: 400, body: { Field: 'PropertyId', Message: 'Property and building must be selected' } }
  expect(await save({ Name: 'Nowhere', ...none })).toMatchObject(missing)
  expect(await save({ Name: 'Nowhere', ...none, Property: {}, Building: null })).toMatchObject(missing)
  const zero = { PropertyId: EMPTY_GUID, BuildingId: EMPTY_GUID }
  expect((await save({ Name: 'By objects beside zero ids', ...zero, ...asObjects(place) })).status).toBe(200)
  expect((await save({ Name: 'By objects beside empty ids', PropertyId: '', BuildingId: '', ...asObjects(place) })).status).toBe(
    200,
  )
  // An old version is refused before a contradiction.
  const contradiction = { PropertyId: harbour.first.ids.property, Property: { Id: elsewhere.PropertyId } }
  expect(await save({ ...read, ...contradiction })).toMatchObject({ status: 409 })
  const foreign = { PropertyId: harbour.first.ids.property, BuildingId: harbour.first.ids.building }
  for (const token of [manager, ofProperty])
    expect((await save({ Name: 'Foreign', ...none, ...asObjects(foreign) }, token)).status).toBe(422)
  expect((await save({ Name: 'Foreign', ...none, ...asObjects(elsewhere) }, ofProperty)).status).toBe(422)
})

test.each([
  [{ Name: 'N', PropertyId: '' }, 'PropertyId', 'Property and building must be selected'],
  [{ Name: 'N', BuildingId: '' }, 'BuildingId', 'Property and building must be selected'],
  [{ Name: ' ' }, 'Name', 'Mailroom name cannot be empty'],
  [{ Name: long(101) }, 'Name', 'Mailroom name cannot be more than 100 characters!'],
  [{ Name: 'N', Address: long(101) }, 'Address', 'Address cannot be more than 100 characters!'],
  [{ Name: 'N', Description: long(1025) }, 'Description', 'Description cannot be more than 1024 characters!'],
])('a save of %o is refused', async (input, Field, Message) => {
  expect(await save(input)).toMatchObject({ status: 400, body: { Field, Message } })
})

test('texts of the greatest length are accepted', async () => {
  expect((await save({ Name: long(100), Address: long(100), Description: long(1024) })).status).toBe(200)
})

test('a save is refused when another mailroom of the building has the name, also in a race', async () => {
  await save({ Name: 'Twin' })
  expect(await save({ Name: 'TWIN' })).toMatchObject({ status: 422, body: { Field: 'Name' } })
  const raced = await Promise.all(['Loft', 'loft', 'LOFT'].map((Name) => save({ Name })))
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 422, 422])
})

test('a user of one property neither sees, changes nor deletes another’s mailroom, nor adds one there', async () => {
  const other = await created('Elsewhere', elsewhere)
  expect((await page({ SearchText: 'elsewhere' }, ofProperty)).Data).toEqual([])
  expect((await get(other, ofProperty)).status).toBe(404)
  expect((await save({ Id: other, Name: 'Mine' }, ofProperty)).status).toBe(404)
  for (const at of [elsewhere, { ...place, BuildingId: elsewhere.BuildingId }])
    expect(await save({ Name: 'New', ...at }, ofProperty)).toMatchObject({ status: 422, body: { Field: 'BuildingId' } })
  expect((await remove([other, harbour.first.ids.mailroom], ofProperty)).body.Removed).toEqual([])
})

describe('a mailroom in use', () => {
  test('shows its packages, and is neither deleted nor moved', async () => {
    const { mailroom } = riverside.first.ids
    await inOrganisation(server, riverside.organisationId, (db) =>
      db
        .updateTable('packages')
        .set({ mailroom_id: mailroom, locker_bank_id: null, locker_id: null })
        .where('id', '=', riverside.first.ids.package)
        .execute(),
    )
    const { Data } = await page({ SortColumn: 'Packages', SortDirectionText: 'desc', PageSize: 100 })
    const counts: number[] = Data.map(({ Packages }: { Packages: number }) => Packages)
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    const row = Data.find(({ Id }: { Id: string }) => Id === mailroom)
    expect(row.Packages).toBeGreaterThan(0)
    const { body } = await remove([mailroom])
    expect(body).toMatchObject({
      Removed: [],
      Refused: [{ Id: mailroom, Reason: `${row.Name}: The mailroom still has packages.` }],
    })
    expect(await save({ Id: mailroom, Name: row.Name, ...elsewhere })).toMatchObject({
      status: 422,
      body: { Field: 'BuildingId' },
    })
  })
  test('the default of a locker bank is not deleted, and stays in its building', async () => {
    const id = await created('Of a bank')
    const { lockerBank } = riverside.first.ids
    const serve = (mailroom_id: string | null) =>
      inOrganisation(server, riverside.organisationId, (db) =>
        db.updateTable('locker_banks').set({ mailroom_id }).where('id', '=', lockerBank).execute(),
      )
    await serve(id)
    expect((await remove([id])).body).toMatchObject({
      Removed: [],
      Refused: [{ Id: id, Reason: 'Of a bank: The mailroom is the default of a locker bank.' }],
    })
    const wasUsed = 'A mailroom that had packages, or serves a locker bank, stays in its building.'
    expect((await save({ Id: id, Name: 'Of a bank', ...elsewhere })).body).toMatchObject({ Message: wasUsed })
    await serve(null)
    expect((await remove([id])).body.Removed).toEqual([id])
  })
  test('an unused one moves to another building', async () => {
    const id = await created('Moves')
    expect((await save({ Id: id, Name: 'Moves', ...elsewhere })).status).toBe(200)
    expect((await get(id)).body).toMatchObject(elsewhere)
  })
})

test.each(['Name', 'BuildingName', 'PropertyName', 'Packages'])(
  'the list is sorted by %s in both directions',
  async (SortColumn) => {
    const ids = async (SortDirectionText: string): Promise<string[]> =>
      (await page({ SortColumn, SortDirectionText, PageSize: 100 })).Data.map(({ Id }: { Id: string }) => Id)
    expect(await ids('desc')).toEqual([...(await ids('asc'))].reverse())
  },
)
