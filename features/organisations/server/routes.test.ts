import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
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
