import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { session } from '#features/session/contract.ts'
import { newId } from '#platform/ids.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { organisations } from '../contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  await seedOrganisation(server, 'harbour')
})
afterAll(() => server.stop())

const names = async (role: Parameters<typeof tokenOf>[1], systemName: string) => {
  const { body } = await server.ask(organisations.all, { token: await tokenOf(server, role, systemName) })
  return body.map((o: { Name: string }) => o.Name)
}

test('a super administrator gets every organisation', async () => {
  expect(await names('superadmin', 'riverside')).toEqual(['harbour', 'riverside'])
})
test('other users get their own organisation, including role superadmin of an ordinary organisation', async () => {
  expect(await names('organisationmanager', 'riverside')).toEqual(['riverside'])
  expect(await names('mailroomstaff', 'riverside')).toEqual(['riverside'])
  expect(await names('superadmin', 'harbour')).toEqual(['harbour'])
})

test('of many organisations the first are listed, and the others are found by words', async () => {
  for (let i = 0; i < MOST_LISTED; i++) {
    const id = newId()
    const row = { id, name: `Homes ${i}`, system_name: `homes${i}`, time_zone: 'Europe/London' }
    await inOrganisation(server, id, (db) => db.insertInto('organisations').values(row).execute())
  }
  const token = await tokenOf(server, 'superadmin', 'riverside')
  const all = async (query: { SearchText?: string }) => (await server.ask(organisations.all, { token, query })).body
  expect(await all({})).toHaveLength(MOST_LISTED)
  expect(await all({ SearchText: 'riverside' })).toMatchObject([{ Name: 'riverside' }])
  expect((await server.ask(session.preload, { token })).body.Organisations).toHaveLength(MOST_LISTED)
})
