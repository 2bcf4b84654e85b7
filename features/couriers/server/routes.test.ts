import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { newId } from '#platform/ids.ts'
import { couriers } from '../contract.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  const { organisationId } = await seedOrganisation(server, 'riverside')
  const harbour = await seedOrganisation(server, 'harbour')
  const row = (name: string, sort_order: number, more = {}) => ({
    organisation_id: organisationId,
    id: newId(),
    name,
    sort_order,
    ...more,
  })
  await inOrganisation(server, organisationId, (db) =>
    db
      .insertInto('couriers')
      .values([
        row('Swift', 2),
        row('Fresh Press', 1, { is_dry_cleaning: true }),
        row('Alpha', 2),
        row('Retired', 0),
        row('Gone', 1, { deleted_at: new Date() }),
      ])
      .execute(),
  )
  await inOrganisation(server, harbour.organisationId, (db) =>
    db
      .insertInto('couriers')
      .values({ organisation_id: harbour.organisationId, id: newId(), name: 'Foreign', sort_order: 1 })
      .execute(),
  )
  token = await tokenOf(server, 'mailroomstaff', 'riverside')
})
afterAll(() => server.stop())

const names = (body: { Name: string }[]) => body.map((c) => c.Name)

test('all couriers of the organisation are sorted by name, without deleted ones', async () => {
  const { body } = await server.ask(couriers.all, { token })
  expect(names(body)).toEqual(['Alpha', 'Fresh Press', 'Retired', 'Swift'])
  expect(body[1]).toMatchObject({ IsDryCleaning: true, SortOrder: 1 })
})
test('assignable couriers exclude sort order zero and are sorted by sort order, then name', async () => {
  expect(names((await server.ask(couriers.assignable, { token })).body)).toEqual(['Fresh Press', 'Alpha', 'Swift'])
})
