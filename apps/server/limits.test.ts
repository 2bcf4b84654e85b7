import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrations } from '#features/registrations/contract.ts'
import { LINKS_PER_ADDRESS } from '#features/registrations/server/routes.ts'
import { session } from '#features/session/contract.ts'
import { secondStep } from '#features/session/second-step-contract.ts'
import { NETWORK_KEYS, NETWORK_LINKS, NETWORK_TICKETS } from '#features/session/server/routes.ts'
import { NETWORK_PASSKEYS } from '#features/session/server/second-step/routes.ts'
import { singleSignOn } from '#features/single-sign-on/contract.ts'
import { NETWORK_OFFERS, NETWORK_STARTS, USER_TESTS } from '#features/single-sign-on/server/routes.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import { seedOrganisation, tokenOf } from './testing/fixtures.ts'
import { type Ask, type TestServer, testServer } from './testing/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  await seedOrganisation(server, 'riverside')
  token = await tokenOf(server, 'organisationmanager', 'riverside')
})
afterAll(() => server.stop())

const key = { grant_type: 'client_credentials', client_id: newId(), client_secret: 'wrong', scope: 'riverside 8' }
const ticket = { grant_type: 'client_credentials', client_id: 'selfregister', scope: 'riverside 7' }
const link = { UserId: newId(), IssuedFor: newId(), Token: 'wrong', NewPassword: 'kettle violet tuba 81' }
const verification = {
  params: { registrationType: 'resident' },
  input: JSON.stringify('wrong'),
  headers: { 'content-type': 'application/json' },
}

const cases: [string, number, Operation, Ask][] = [
  ['wrong keys of kiosks', NETWORK_KEYS, session.token, { input: key }],
  ['tickets of the public forms', NETWORK_TICKETS, session.token, { input: ticket }],
  ['wrong links of a password reset', NETWORK_LINKS, session.resetPassword, { input: link }],
  ['wrong links of a registration', LINKS_PER_ADDRESS, registrations.verify, verification],
  ['sign-ins by a passkey', NETWORK_PASSKEYS, secondStep.beginPasskey, { input: { OrganisationSystemName: 'riverside' } }],
  ['questions for a button', NETWORK_OFFERS, singleSignOn.offer, { params: { systemName: 'riverside' } }],
]

test.each(cases)('%s: a network has %i, another one its own', async (_, most, operation, ask) => {
  const from = (remoteAddress: string) => server.ask(operation, { ...ask, remoteAddress })
  const { status: first } = await from('10.9.0.1')
  for (let at = 1; at < most; at++) expect((await from('10.9.0.1')).status).toBe(first)
  const refused = await from('10.9.0.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await from('10.9.0.2')).status).toBe(first)
})

test('single sign-ons: a network starts as many as it may, then the sign-in screen says why', async () => {
  const start = async () => {
    const { headers } = await server.ask(singleSignOn.start, { params: { systemName: 'riverside' } })
    return /singlesignon=(\w+)$/.exec(String(headers.location))?.[1]
  }
  for (let at = 0; at < NETWORK_STARTS; at++) expect(await start()).toBe('off')
  expect(await start()).toBe('busy')
})

test('tests of a provider: a user has as many as they may', async () => {
  const check = () => server.ask(singleSignOn.test, { token, input: { Issuer: 'http://login.example.com' } })
  for (let at = 0; at < USER_TESTS; at++) expect((await check()).status).toBe(200)
  expect((await check()).status).toBe(429)
})
