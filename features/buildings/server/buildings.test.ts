import { beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { buildings } from '../contract.ts'

let { server, riverside, harbour, manager, ofProperty } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (seeded) => {
  ;({ server, riverside, harbour, manager, ofProperty } = seeded)
})
let first: string
let second: string
beforeEach(() => {
  first = riverside.first.ids.property
  second = riverside.second.ids.property
})

const save = (input: object, token = manager) => server.ask(buildings.save, { token, input: { PropertyId: first, ...input } })
const created = async (Name: string, PropertyId = first): Promise<string> => (await save({ Name, PropertyId })).body.Id
const page = async (input: object = {}, token = manager) => (await server.ask(buildings.page, { token, input })).body
const get = (buildingId: string, token = manager) => server.ask(buildings.get, { token, params: { buildingId } })
const remove = (input: string[], token = manager) => server.ask(buildings.remove, { token, input })
const long = (length: number) => 'x'.repeat(length)
const addMailroom = (building_id: string) =>
  inOrganisation(server, riverside.organisationId, (db) =>
    db
      .insertInto('mailrooms')
      .values({ organisation_id: riverside.organisationId, id: newId(), property_id: first, building_id, name: 'Post' })
      .execute(),
  )

test('buildings › are created, found, changed by POST and PUT, and deleted, each with a line in the audit trail', async () => {
  const { body } = await save({ Name: ' Quay East ', Address: '1 Quay', Description: 'Red brick' })
  expect(body.Message).toBe('Building has been saved successfully.')
  const draft = { Id: body.Id, PropertyId: first, Name: 'Quay East', Address: '1 Quay', Description: 'Red brick' }
  expect((await get(body.Id)).body).toMatchObject(draft)
  expect(await page({ SearchText: 'quay eas' })).toMatchObject({ Data: [{ Id: body.Id, Address: '1 Quay' }], Total: 1 })
  await server.ask(buildings.put, { token: manager, input: { ...draft, Name: 'Quay West', Address: null } })
  expect((await get(body.Id)).body).toMatchObject({ ...draft, Name: 'Quay West', Address: '' })
  const changes = await server.ask(buildings.changes, { token: manager, params: { buildingId: body.Id } })
  expect(changes.body).toMatchObject([{ Action: 'Changed' }, { Action: 'Created' }])
  expect((await remove([body.Id])).body).toMatchObject({ Message: '1 deleted.', Removed: [body.Id] })
  expect((await get(body.Id)).status).toBe(404)
})

test.each([
  [{ Name: 'N', PropertyId: '' }, 'PropertyId', 'Property cannot be empty'],
  [{ Name: ' ' }, 'Name', 'Building name cannot be empty'],
  [{ Name: long(101) }, 'Name', 'Building name cannot be more than 100 characters!'],
  [{ Name: 'N', Address: long(101) }, 'Address', 'Address cannot be more than 100 characters!'],
  [{ Name: 'N', Description: long(1025) }, 'Description', 'Description cannot be more than 1024 characters!'],
])('a save of %o is refused', async (input, Field, Message) => {
  expect(await save(input)).toMatchObject({ status: 400, body: { Field, Message } })
})

test('texts of the greatest length are accepted', async () => {
  expect((await save({ Name: long(100), Address: long(100), Description: long(1024) })).status).toBe(200)
})

test('a save is refused when another building of the property has the name, also in a race', async () => {
  await save({ Name: 'Twin' })
  expect(await save({ Name: 'TWIN' })).toMatchObject({ status: 422, body: { Field: 'Name' } })
  expect((await save({ Name: 'Twin', PropertyId: second })).status).toBe(200)
  const raced = await Promise.all(['Mill', 'mill', 'MILL'].map((Name) => save({ Name })))
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 422, 422])
})

test('a user of one property neither sees, changes nor deletes another’s building, nor moves one there', async () => {
  const other = await created('Elsewhere', second)
  expect((await page({ SearchText: 'elsewhere' }, ofProperty)).Data).toEqual([])
  expect((await get(other, ofProperty)).status).toBe(404)
  expect((await save({ Id: other, Name: 'Mine', PropertyId: first }, ofProperty)).status).toBe(404)
  expect(await save({ Name: 'New', PropertyId: second }, ofProperty)).toMatchObject({
    status: 422,
    body: { Field: 'PropertyId', Message: 'Property not found.' },
  })
  expect((await remove([other, harbour.first.ids.building], ofProperty)).body.Removed).toEqual([])
})

describe('a building in use', () => {
  test('is not deleted, with the reason, while others are', async () => {
    const [used, free] = [await created('With a mailroom'), await created('Free')]
    await addMailroom(used)
    const { body } = await remove([used, free, riverside.first.ids.building])
    expect(body.Removed).toEqual([free])
    expect(body.Refused).toContainEqual({ Id: used, Reason: 'With a mailroom: The building still has mailrooms.' })
    expect(body.Refused.find((one: { Id: string }) => one.Id === riverside.first.ids.building).Reason).toContain(
      'The building still has packages on site.',
    )
  })
  test('stays in its property; an unused one moves', async () => {
    const [used, free] = [await created('Stays'), await created('Moves')]
    await addMailroom(used)
    expect(await save({ Id: used, Name: 'Stays', PropertyId: second })).toMatchObject({
      status: 422,
      body: { Field: 'PropertyId', Message: 'The building still has mailrooms.' },
    })
    expect((await save({ Id: free, Name: 'Moves', PropertyId: second })).status).toBe(200)
    expect((await get(free)).body).toMatchObject({ PropertyId: second })
  })
})

test('a building with packages on site, or that was used, stays in its property', async () => {
  const { building } = riverside.first.ids
  const { body } = await get(building)
  const moved = async (Id: string, Name: string) => (await save({ ...body, Id, Name, PropertyId: second, Version: null })).body
  expect(await moved(building, body.Name)).toMatchObject({
    Field: 'PropertyId',
    Message: 'The building still has packages on site.',
  })
  const used = await created('Had a mailroom')
  await addMailroom(used)
  await inOrganisation(server, riverside.organisationId, (db) =>
    db.updateTable('mailrooms').set({ deleted_at: new Date() }).where('building_id', '=', used).execute(),
  )
  expect(await moved(used, 'Had a mailroom')).toMatchObject({
    Field: 'PropertyId',
    Message: 'A building that had residents, mailrooms, locker banks or packages stays in its property.',
  })
  expect((await remove([used])).body.Removed).toEqual([used])
})

test('the list is filtered by property', async () => {
  await created('In the second', second)
  const { Data } = await page({ PropertyId: second, PageSize: 100 })
  expect(new Set(Data.map((row: { PropertyId: string }) => row.PropertyId))).toEqual(new Set([second]))
})

test.each(['Name', 'PropertyName', 'Address'])('the list is sorted by %s in both directions', async (SortColumn) => {
  const ids = async (SortDirectionText: string): Promise<string[]> =>
    (await page({ SortColumn, SortDirectionText, PageSize: 100 })).Data.map(({ Id }: { Id: string }) => Id)
  expect(await ids('desc')).toEqual([...(await ids('asc'))].reverse())
})
