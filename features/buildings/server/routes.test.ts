import { describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { buildings } from '../contract.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<OrganisationFixtures>
let staff: string
onTwoOrganisations(seedOrganisation, async (organisations) => {
  ;({ server, riverside, harbour, manager } = organisations)
  staff = await tokenOf(server, 'mailroomstaff', 'riverside')
  const building = { organisation_id: riverside.organisationId, property_id: riverside.properties[0]!.id }
  await inOrganisation(server, riverside.organisationId, (db) =>
    db
      .insertInto('buildings')
      .values([
        { ...building, id: newId(), name: 'Building 10' },
        { ...building, id: newId(), name: 'Annexe' },
        { ...building, id: newId(), name: 'Building 4', deleted_at: new Date() },
      ])
      .execute(),
  )
})

const names = (body: { Name: string }[]) => body.map((b) => b.Name)

describe('buildings of a property', () => {
  const ofProperty = (token: string, propertyId: string) => server.ask(buildings.ofProperty, { token, params: { propertyId } })

  test('are sorted by name, with their property, without deleted ones', async () => {
    const [{ id }] = riverside.properties as [OrganisationFixtures['properties'][0]]
    const { body } = await ofProperty(staff, id)
    expect(names(body)).toEqual(['Annexe', 'Building 1', 'Building 10'])
    expect(body[0]).toMatchObject({ PropertyId: id, PropertyName: 'Property 1' })
  })
  test('are refused with the same message for a property that is missing, foreign or not the caller’s', async () => {
    const missing = await ofProperty(staff, newId())
    expect(missing.status).toBe(404)
    expect(await ofProperty(staff, harbour.properties[0]!.id)).toMatchObject({ status: 404, body: missing.body })
    expect(await ofProperty(staff, riverside.properties[1]!.id)).toMatchObject({ status: 404, body: missing.body })
    expect((await ofProperty(staff, 'no-id')).body).toMatchObject({ Code: 'MsgBadInput', Field: 'propertyId' })
  })
  test('are missing for a deleted property', async () => {
    const [, { id }] = riverside.properties as [unknown, OrganisationFixtures['properties'][0]]
    await inOrganisation(server, riverside.organisationId, async (db) => {
      await db.updateTable('properties').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    })
    expect((await ofProperty(manager, id)).status).toBe(404)
    const all = await server.ask(buildings.ofOrganisation, {
      token: manager,
      params: { organisationId: riverside.organisationId },
    })
    expect(names(all.body)).not.toContain('Building 2')
  })
})

describe('buildings of an organisation', () => {
  const ofOrganisation = (token: string, organisationId: string) =>
    server.ask(buildings.ofOrganisation, { token, params: { organisationId } })

  test('contain those of the caller’s properties', async () => {
    expect(names((await ofOrganisation(staff, riverside.organisationId)).body)).toEqual(['Annexe', 'Building 1', 'Building 10'])
  })
  test('are refused for another organisation', async () => {
    expect((await ofOrganisation(manager, harbour.organisationId)).status).toBe(403)
  })
})

test('of many buildings the first are listed, and the others are found by words', async () => {
  const { organisationId } = riverside
  const building = { organisation_id: organisationId, property_id: riverside.properties[0]!.id }
  const rows = Array.from({ length: MOST_LISTED }, (_, i) => ({ ...building, id: newId(), name: `Block ${i}` }))
  await inOrganisation(server, organisationId, (db) => db.insertInto('buildings').values(rows).execute())
  const listed = async (query: { SearchText?: string }) =>
    names((await server.ask(buildings.ofOrganisation, { token: staff, params: { organisationId }, query })).body)
  expect(await listed({})).toHaveLength(MOST_LISTED)
  expect(await listed({ SearchText: 'building 10' })).toEqual(['Building 10'])
})
