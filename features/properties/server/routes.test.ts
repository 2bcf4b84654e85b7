import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { newId } from '#platform/ids.ts'
import type { Role } from '#platform/permissions.ts'
import { properties } from '../contract.ts'

let server: TestServer
let riverside: OrganisationFixtures
let harbour: OrganisationFixtures
beforeAll(async () => {
  server = await testServer()
  riverside = await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  harbour = await seedOrganisation(server, 'harbour')
  const property = { organisation_id: riverside.organisationId, time_zone: 'Europe/London', address: 'Quay' }
  await inOrganisation(server, riverside.organisationId, (db) =>
    db
      .insertInto('properties')
      .values([
        { ...property, id: newId(), name: 'Property 10', external_code: 'P10' },
        { ...property, id: newId(), name: 'Property 3', external_code: 'P3', deleted_at: new Date() },
      ])
      .execute(),
  )
})
afterAll(() => server.stop())

const ask = async (role: Role, organisationId: string) =>
  server.ask(properties.ofOrganisation, { token: await tokenOf(server, role, 'riverside'), params: { organisationId } })
const names = (body: { Name: string }[]) => body.map((p) => p.Name)

test('properties are sorted by name in natural order, without deleted ones', async () => {
  expect(names((await ask('organisationmanager', riverside.organisationId)).body)).toEqual([
    'Property 1',
    'Property 2',
    'Property 10',
  ])
})
test('a user of one property gets only that one', async () => {
  expect(names((await ask('mailroomstaff', riverside.organisationId)).body)).toEqual(['Property 1'])
})
test('only a super administrator gets another organisation’s properties', async () => {
  expect((await ask('organisationmanager', harbour.organisationId)).status).toBe(403)
  const { body } = await ask('superadmin', harbour.organisationId)
  expect(body.map((p: { Id: string }) => p.Id)).toEqual(harbour.properties.map((p) => p.id))
})
