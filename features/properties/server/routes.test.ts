import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { session } from '#features/session/contract.ts'
import { newId } from '#platform/ids.ts'
import type { Role } from '#platform/permissions.ts'
import { properties } from '../contract.ts'
import { CHOICES_LIMIT } from '../look-up.ts'

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

test('choices are searched by words or read by their ids, of the caller only, and say whether there are more', async () => {
  const manager = await tokenOf(server, 'organisationmanager', 'riverside')
  const choose = async (input: object, token = manager) => (await server.ask(properties.choices, { token, input })).body
  expect(await choose({})).toMatchObject({
    Data: [{ Name: 'Property 1' }, { Name: 'Property 2' }, { Name: 'Property 10' }],
    IsMore: false,
  })
  const row = (n: number) => ({ id: newId(), name: `Court ${n}`, external_code: `COURT${n}` })
  const property = { organisation_id: riverside.organisationId, time_zone: 'Europe/Berlin', address: 'Quay' }
  const many = Array.from({ length: CHOICES_LIMIT }, (_, n) => ({ ...property, ...row(n) }))
  await inOrganisation(server, riverside.organisationId, (db) => db.insertInto('properties').values(many).execute())
  const first = await choose({})
  expect([first.Data.length, first.Data[2].Name, first.IsMore]).toEqual([CHOICES_LIMIT, 'Court 2', true])
  expect(names((await choose({ SearchText: 'quay property 1' })).Data)).toEqual(['Property 1', 'Property 10'])
  const { Data } = await choose({ SearchText: 'court77' })
  expect(await choose({ Ids: [Data[0].Id, harbour.properties[0]!.id] })).toMatchObject({
    Data: [{ Name: 'Court 77' }],
    IsMore: false,
  })
  expect(names((await choose({}, await tokenOf(server, 'mailroomstaff', 'riverside'))).Data)).toEqual(['Property 1'])
  const preload = (await server.ask(session.preload, { token: manager })).body
  expect(preload).toMatchObject({ Property: null, TimeZone: preload.Organisation.TimeZone })
})

test('of more than 500 properties the first are returned, and the others are found by words', async () => {
  const { organisationId } = harbour
  const property = { organisation_id: organisationId, time_zone: 'Europe/London', address: 'Quay' }
  await inOrganisation(server, organisationId, (db) =>
    db
      .insertInto('properties')
      .values(Array.from({ length: 600 }, (_, i) => ({ ...property, id: newId(), name: `Tower ${i}`, external_code: `T${i}` })))
      .execute(),
  )
  const token = await tokenOf(server, 'organisationmanager', 'harbour')
  const found = async (query: Record<string, unknown>) =>
    names((await server.ask(properties.ofOrganisation, { token, params: { organisationId }, query })).body)
  expect(await found({})).toHaveLength(500)
  expect(await found({ SearchText: 'tower 599' })).toEqual(['Tower 599'])
})

test('choices are found by the name of their region, which is chosen as a whole', async () => {
  const { organisationId } = riverside
  const regionId = newId()
  const size = CHOICES_LIMIT + 40
  const property = { organisation_id: organisationId, region_id: regionId, time_zone: 'Europe/London', address: 'Quay' }
  await inOrganisation(server, organisationId, async (db) => {
    await db.insertInto('regions').values({ organisation_id: organisationId, id: regionId, name: 'Lakeland' }).execute()
    const many = Array.from({ length: size }, (_, i) => ({ ...property, id: newId(), name: `Mere ${i}`, external_code: `M${i}` }))
    await db.insertInto('properties').values(many).execute()
  })
  const token = await tokenOf(server, 'organisationmanager', 'riverside')
  const choose = async (SearchText: string) =>
    (await server.ask(properties.choices, { token, input: { SearchText } })).body as {
      Data: { Name: string; RegionName: string }[]
      IsMore: boolean
      Regions: object[]
    }
  const found = await choose('lakeland')
  expect(found).toMatchObject({ IsMore: true, Regions: [{ Id: regionId, Properties: size }] })
  expect(new Set(found.Data.map(({ RegionName }) => RegionName))).toEqual(new Set(['Lakeland']))
  expect(await choose('lakeland mere 139')).toMatchObject({ Data: [{ Name: 'Mere 139' }], IsMore: false, Regions: [] })
  const ofRegion = (as: string) => server.ask(properties.ofRegion, { token: as, params: { regionId } })
  expect((await ofRegion(token)).body).toHaveLength(size)
  expect((await ofRegion(await tokenOf(server, 'mailroomstaff', 'riverside'))).status).toBe(404)
  expect((await ofRegion(await tokenOf(server, 'organisationmanager', 'harbour'))).status).toBe(404)
})
