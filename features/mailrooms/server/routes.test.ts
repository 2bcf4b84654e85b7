import { expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import type { Role } from '#platform/permissions.ts'
import { mailrooms } from '../contract.ts'

let { server, riverside, harbour } = {} as TwoOrganisations<OrganisationFixtures>
onTwoOrganisations(seedOrganisation, async (organisations) => {
  ;({ server, riverside, harbour } = organisations)
  const { id: property_id, buildingId: building_id } = riverside.properties[0]!
  const mailroom = { organisation_id: riverside.organisationId, property_id, building_id }
  await inOrganisation(server, riverside.organisationId, (db) =>
    db
      .insertInto('mailrooms')
      .values([
        { ...mailroom, id: newId(), name: 'Mailroom 10' },
        { ...mailroom, id: newId(), name: 'Mailroom 2', is_active: false },
        { ...mailroom, id: newId(), name: 'Mailroom 3', deleted_at: new Date() },
      ])
      .execute(),
  )
})

const ask = async (role: Role, buildingId: string) =>
  server.ask(mailrooms.ofBuilding, { token: await tokenOf(server, role, 'riverside'), params: { buildingId } })

test('mailrooms of a building are sorted by name, without inactive and deleted ones', async () => {
  const { body } = await ask('mailroomstaff', riverside.properties[0]!.buildingId)
  expect(body.map((m: { Name: string }) => m.Name)).toEqual(['Mailroom 1', 'Mailroom 10'])
})
test('are refused with the same message for a building that is missing, foreign or not the caller’s', async () => {
  const missing = await ask('mailroomstaff', newId())
  expect(missing.status).toBe(404)
  expect(await ask('mailroomstaff', harbour.properties[0]!.buildingId)).toMatchObject({ status: 404, body: missing.body })
  expect(await ask('mailroomstaff', riverside.properties[1]!.buildingId)).toMatchObject({ status: 404, body: missing.body })
})
