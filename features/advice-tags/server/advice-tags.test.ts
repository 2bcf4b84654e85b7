import { expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { adviceTags } from '../contract.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<Fixtures>
let staff: string
onTwoOrganisations(seedFixtures, async (seeded) => {
  ;({ server, riverside, harbour, manager } = seeded)
  staff = await tokenOf(server, 'mailroomstaff', 'riverside')
})

const save = (input: object) => server.ask(adviceTags.save, { token: manager, input: { SortOrder: 1, ...input } })
const page = async (input: object = {}) => (await server.ask(adviceTags.page, { token: manager, input })).body
const get = (advicetagId: string) => server.ask(adviceTags.get, { token: manager, params: { advicetagId } })
const ofOrganisation = (token: string, organisationId: string) =>
  server.ask(adviceTags.ofOrganisation, { token, params: { organisationId } })
const names = (rows: { Name: string }[]) => rows.map(({ Name }) => Name)

test('advice tags › are created, found, changed and deleted, each with a line in the audit trail', async () => {
  const { body } = await save({ Name: ' Fragile ', SortOrder: 3 })
  expect(body.Message).toBe('Advice tag has been saved successfully.')
  const { organisationId: OrganisationId } = riverside
  const read = { Id: body.Id, Name: 'Fragile', SortOrder: 3, OrganisationId, Version: expect.any(String) }
  expect((await get(body.Id)).body).toEqual(read)
  expect((await save({ Name: 'Foreign', OrganisationId: harbour.organisationId })).status).toBe(403)
  expect(await page({ SearchText: 'frag' })).toMatchObject({ Data: [{ Name: 'Fragile' }], Total: 1 })
  await save({ Id: body.Id, Name: 'Very fragile', SortOrder: 0 })
  expect((await get(body.Id)).body).toMatchObject({ Id: body.Id, Name: 'Very fragile', SortOrder: 0 })
  const changes = await server.ask(adviceTags.changes, { token: manager, params: { advicetagId: body.Id } })
  expect(changes.body).toMatchObject([{ Action: 'Changed' }, { Action: 'Created' }])
  const removed = await server.ask(adviceTags.remove, { token: manager, input: [body.Id, harbour.first.ids.adviceTag] })
  expect(removed.body).toMatchObject({ Removed: [body.Id], Refused: [{ Id: harbour.first.ids.adviceTag }] })
  expect((await get(body.Id)).status).toBe(404)
})

const long = (length: number) => 'x'.repeat(length)
const notNumber = 'Sort order must be a whole number, 0 or greater.'
test.each([
  [{ Name: ' ' }, 'Name', 'Tag cannot be empty'],
  [{ Name: long(101) }, 'Name', 'Courier name cannot be more than 100 characters!'],
  [{ Name: 'N', SortOrder: 'x' }, 'SortOrder', notNumber],
  [{ Name: 'N', SortOrder: -1 }, 'SortOrder', notNumber],
])('a save of %o is refused', async (input, Field, Message) => {
  expect(await save(input)).toMatchObject({ status: 400, body: { Field, Message } })
})

test('a name of 100 characters is accepted, and a name of another tag refused', async () => {
  expect((await save({ Name: long(100) })).status).toBe(200)
  expect(await save({ Name: long(100).toUpperCase() })).toMatchObject({ status: 422, body: { Field: 'Name' } })
})

test('whoever books packages gets the tags of the own organisation, by sort order', async () => {
  await save({ Name: 'Second', SortOrder: 9 })
  await save({ Name: 'First', SortOrder: 8 })
  const { body } = await ofOrganisation(staff, riverside.organisationId)
  expect(names(body).slice(-2)).toEqual(['First', 'Second'])
  expect((await ofOrganisation(staff, harbour.organisationId)).status).toBe(403)
})

test('of many tags the first by sort order are offered, and the others by words', async () => {
  const { organisationId } = riverside
  const tag = { organisation_id: organisationId, sort_order: 0 }
  const rows = Array.from({ length: MOST_LISTED }, (_, i) => ({ ...tag, id: newId(), name: `Crate ${i}` }))
  await inOrganisation(server, organisationId, (db) => db.insertInto('advice_tags').values(rows).execute())
  await save({ Name: 'Very fragile', SortOrder: 99 })
  const offered = async (query: object) =>
    (await server.ask(adviceTags.ofOrganisation, { token: staff, params: { organisationId }, query: query as never })).body
  expect(await offered({})).toHaveLength(MOST_LISTED)
  expect(names(await offered({ SearchText: 'fragile' }))).toEqual(['Very fragile'])
  await inOrganisation(server, organisationId, (db) =>
    db.updateTable('advice_tags').set({ deleted_at: new Date() }).where('name', 'like', 'Crate %').execute(),
  )
})

test.each(['Name', 'SortOrder'])('the list is sorted by %s in both directions', async (SortColumn) => {
  const ids = async (SortDirectionText: string): Promise<string[]> =>
    (await page({ SortColumn, SortDirectionText, PageSize: 100 })).Data.map(({ Id }: { Id: string }) => Id)
  expect(await ids('desc')).toEqual([...(await ids('asc'))].reverse())
})
