import { afterAll, beforeAll, expect } from 'vitest'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { REFRESH_COOKIE, session } from '#features/session/contract.ts'
import { singleSignOn } from '../contract.ts'
import { ATTEMPT_COOKIE } from '../server/attempt.ts'
import { CLIENT, logIn, startProvider, type TestProvider } from './provider.ts'

export const CALLBACK = 'http://127.0.0.1/api/auth/singlesignon/callback'

export const SETTINGS = {
  IsActive: true,
  ClientId: CLIENT.id,
  ClientSecret: CLIENT.secret,
  ButtonName: 'Riverside account',
  RoleClaim: 'groups',
  RoleMapping: [
    { Value: 'managers', Role: 'organisationmanager' },
    { Value: 'desk', Role: 'mailroomstaff' },
  ],
  DefaultRole: 'leasingspecialist',
}

export const cookieOf = (headers: Record<string, unknown>, name: string) =>
  [headers['set-cookie']]
    .flat()
    .map((line) => new RegExp(`^${name}=([^;]*)`).exec(String(line))?.[1])
    .find(Boolean)

export const person = (email: string, more: object = {}) => ({ email, email_verified: true, ...more })

/** An organisation that signs in with a provider. */
export function signInFixtures() {
  const there = {} as {
    server: TestServer
    provider: TestProvider
    riverside: OrganisationFixtures
  }

  beforeAll(async () => {
    there.server = await testServer({ allowedHosts: ['127.0.0.1'] })
    there.provider = await startProvider({ callback: CALLBACK, signedOut: 'http://127.0.0.1/portal/' })
    there.riverside = await seedOrganisation(there.server, 'riverside', { isSuperAdmin: true })
    await seedOrganisation(there.server, 'harbour')
    await configure()
  })
  afterAll(async () => {
    await there.provider.stop()
    await there.server.stop()
  })
  async function configure(change: object = {}, systemName = 'riverside') {
    const token = await tokenOf(there.server, 'organisationmanager', systemName)
    const reply = await there.server.ask(singleSignOn.save, {
      token,
      input: { ...SETTINGS, Issuer: there.provider.issuer, ...change },
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }
  /** Opens the button's address: where the browser is sent, and its cookie. */
  async function begin(systemName = 'riverside', query: { Again?: 'true' } = {}) {
    const { status, headers } = await there.server.ask(singleSignOn.start, { params: { systemName }, query })
    expect(status).toBe(303)
    return { address: String(headers.location), cookie: cookieOf(headers, ATTEMPT_COOKIE) ?? '' }
  }
  /** Opens the address that the provider sends the browser to. */
  async function end(address: string, cookie: string) {
    const reply = await there.server.app.inject({
      url: address.replace('http://127.0.0.1', ''),
      headers: { cookie: `${ATTEMPT_COOKIE}=${cookie}` },
    })
    expect(reply.statusCode).toBe(303)
    const result = /\/portal\/#\/login\?singlesignon=(\w+)$/.exec(String(reply.headers.location))?.[1]
    return { result, refresh: cookieOf(reply.headers, REFRESH_COOKIE) }
  }
  async function signIn(login: string, systemName?: string) {
    const { address, cookie } = await begin(systemName)
    return end(await logIn(address, login, CALLBACK), cookie)
  }
  /** What the portal loads after a sign-in with this refresh token. */
  async function preloadOf(refresh: string | undefined) {
    const reply = await there.server.ask(session.token, {
      input: { grant_type: 'refresh_token', client_id: 'portal' },
      headers: { cookie: `${REFRESH_COOKIE}=${refresh}` },
    })
    const token: string = reply.body.access_token
    return { token, ...(await there.server.ask(session.preload, { token })).body }
  }

  return { there, configure, begin, end, signIn, preloadOf }
}
