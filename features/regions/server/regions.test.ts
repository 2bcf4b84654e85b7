import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { regions } from '../contract.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (seeded) => {
  ;({ server, riverside, harbour, manager } = seeded)
})

const save = (input: object) => server.ask(regions.save, { token: manager, input })
const created = async (Name: string): Promise<string> => (await save({ Name })).body.Id
const page = async (input: object = {}) => (await server.ask(regions.page, { token: manager, input })).body
const get = (regionId: string) => server.ask(regions.get, { token: manager, params: { regionId } })
const remove = (input: string[]) => server.ask(regions.remove, { token: manager, input })
const long = (length: number) => 'x'.repeat(length)

test('regions › are created, found, changed and deleted, each with a line in the audit trail', async () => {
  const { body } = await save({ Name: ' North ', Description: 'Above the river' })
  expect(body.Message).toBe('Region has been saved successfully.')
  const saved = { Id: body.Id, Name: 'North', Description: 'Above the river' }
  const { organisationId: OrganisationId } = riverside
  expect((await get(body.Id)).body).toEqual({ ...saved, OrganisationId, Version: expect.any(String) })
  expect(await page({ SearchText: 'river nor' })).toMatchObject({ Data: [saved], Total: 1 })
  await save({ ...saved, OrganisationId, Name: 'Far north', Description: null })
  expect((await save({ ...saved, OrganisationId: harbour.organisationId })).status).toBe(403)
  expect((await get(body.Id)).body).toEqual({
    ...saved,
    Name: 'Far north',
    Description: '',
    OrganisationId,
    Version: expect.any(String),
  })
  expect((await server.ask(regions.all, { token: manager })).body).toContainEqual({ Id: body.Id, Name: 'Far north' })
  const changes = await server.ask(regions.changes, { token: manager, params: { regionId: body.Id } })
  expect(changes.body).toMatchObject([{ Action: 'Changed' }, { Action: 'Created' }])
  expect((await remove([body.Id])).body).toMatchObject({ Message: '1 deleted.', Removed: [body.Id], Refused: [] })
  expect((await get(body.Id)).status).toBe(404)
})

test.each([
  [{ Name: ' ' }, 'Name', 'Region name cannot be empty'],
  [{ Name: long(101) }, 'Name', 'Courier name cannot be more than 100 characters!'],
  [{ Name: 'N', Description: long(1025) }, 'Description', 'Description cannot be more than 1024 characters!'],
])('a save of %o is refused', async (input, Field, Message) => {
  expect(await save(input)).toMatchObject({ status: 400, body: { Field, Message } })
})

test('a name of 100 and a description of 1024 characters are accepted', async () => {
  expect((await save({ Name: long(100), Description: long(1024) })).status).toBe(200)
})

test('a save is refused when another region has the name, ignoring case, also in a race', async () => {
  const id = await created('Twin')
  const taken = { status: 422, body: { Field: 'Name', Message: 'Another region already has this name.' } }
  expect(await save({ Name: 'TWIN' })).toMatchObject(taken)
  expect((await save({ Id: id, Name: 'tWIN' })).status).toBe(200)
  const raced = await Promise.all(['East', 'east', 'EAST'].map((Name) => save({ Name })))
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 422, 422])
})

describe('deleting', () => {
  test('refuses by name a region with properties, and deletes the others', async () => {
    const [used, free] = [await created('Used'), await created('Free')]
    await inOrganisation(server, riverside.organisationId, (db) =>
      db.updateTable('properties').set({ region_id: used }).where('id', '=', riverside.first.ids.property).execute(),
    )
    const { body } = await remove([used, free, harbour.first.ids.region, newId()])
    expect(body.Removed).toEqual([free])
    expect(body.Refused).toContainEqual({ Id: used, Reason: 'Used: The region still has properties.' })
    expect(body.Refused).toHaveLength(3)
  })
})

test.each(['Name', 'Description'])('the list is sorted by %s in both directions', async (SortColumn) => {
  const column = async (SortDirectionText: string): Promise<string[]> =>
    (await page({ SortColumn, SortDirectionText, PageSize: 100 })).Data.map((row: Record<string, string>) => row[SortColumn])
  const up = await column('asc')
  expect(up).toEqual([...up].sort(new Intl.Collator('en', { numeric: true }).compare))
  expect(await column('desc')).toEqual([...up].reverse())
})

test('of many regions the first are offered, the others by words, and the chosen one', async () => {
  const { organisationId } = riverside
  const rows = Array.from({ length: MOST_LISTED }, (_, i) => ({
    organisation_id: organisationId,
    id: newId(),
    name: `A${i} moor`,
  }))
  await inOrganisation(server, organisationId, (db) => db.insertInto('regions').values(rows).execute())
  const Id = await created('Zealand')
  const all = async (query: object) => (await server.ask(regions.all, { token: manager, query: query as never })).body
  const first = await all({})
  expect([first.length, first[0].Name]).toEqual([MOST_LISTED, 'A0 moor'])
  expect(await all({ SearchText: 'zeal' })).toMatchObject([{ Id, Name: 'Zealand' }])
  expect((await all({ SearchText: 'moor', Chosen: Id }))[0]).toMatchObject({ Id, Name: 'Zealand' })
})
