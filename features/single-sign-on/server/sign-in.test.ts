import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { audit } from '#features/audit/contract.ts'
import { REFRESH_COOKIE, session } from '#features/session/contract.ts'
import { ROLES } from '#platform/permissions.ts'
import { API } from '#platform/server/http/route.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { singleSignOn } from '../contract.ts'
import { CLIENT, logIn, startProvider, type TestProvider } from '../testing/provider.ts'
import { ATTEMPT_COOKIE } from './attempt.ts'

const CALLBACK = 'http://127.0.0.1/api/auth/singlesignon/callback'

let server: TestServer
let provider: TestProvider
let riverside: OrganisationFixtures
beforeAll(async () => {
  server = await testServer({ allowedHosts: ['127.0.0.1'] })
  provider = await startProvider({ callback: CALLBACK, signedOut: 'http://127.0.0.1/portal/' })
  riverside = await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  await seedOrganisation(server, 'harbour')
  await configure()
})
afterAll(async () => {
  await provider.stop()
  await server.stop()
})

const SETTINGS = {
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
async function configure(change: object = {}, systemName = 'riverside') {
  const token = await tokenOf(server, 'organisationmanager', systemName)
  const reply = await server.ask(singleSignOn.save, { token, input: { ...SETTINGS, Issuer: provider.issuer, ...change } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

const cookieOf = (headers: Record<string, unknown>, name: string) =>
  [headers['set-cookie']]
    .flat()
    .map((line) => new RegExp(`^${name}=([^;]*)`).exec(String(line))?.[1])
    .find(Boolean)

/** Opens the button's address: where the browser is sent, and its cookie. */
async function begin(systemName = 'riverside', query: { Again?: 'true' } = {}) {
  const { status, headers } = await server.ask(singleSignOn.start, { params: { systemName }, query })
  expect(status).toBe(303)
  return { address: String(headers.location), cookie: cookieOf(headers, ATTEMPT_COOKIE) ?? '' }
}
/** Opens the address that the provider sends the browser to. */
async function end(address: string, cookie: string) {
  const reply = await server.app.inject({
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
  const reply = await server.ask(session.token, {
    input: { grant_type: 'refresh_token', client_id: 'portal' },
    headers: { cookie: `${REFRESH_COOKIE}=${refresh}` },
  })
  const token: string = reply.body.access_token
  return { token, ...(await server.ask(session.preload, { token })).body }
}
const userOf = (email: string) =>
  inOrganisation(server, riverside.organisationId, (db) =>
    db.selectFrom('portal_users').selectAll().where('email', '=', email).executeTakeFirst(),
  )
const change = (email: string, columns: object) =>
  inOrganisation(server, riverside.organisationId, (db) =>
    db.updateTable('portal_users').set(columns).where('email', '=', email).execute(),
  )
const person = (email: string, more: object = {}) => ({ email, email_verified: true, ...more })
const audited = (action: string) =>
  inOrganisation(server, riverside.organisationId, (db) =>
    db.selectFrom('audit').select(['subject_id', 'detail']).where('action', '=', action).orderBy('id', 'desc').execute(),
  )

test('an error of the database leads to the sign-in screen with a reason, and the next try succeeds', async () => {
  provider.users.set('kim', person('kim@riverside.test', { name: 'Kim' }))
  const { address, cookie } = await begin()
  const back = await logIn(address, 'kim', CALLBACK)
  const rename = (from: string, to: string) =>
    withConnection(server.store.superuserUrl, async (client) => {
      await client.query(`alter table ${from} rename to ${to}`)
    })
  await rename('single_sign_on_tokens', 'tokens_away')
  const { result } = await end(back, cookie).finally(() => rename('tokens_away', 'single_sign_on_tokens'))
  expect(result).toBe('busy')
  expect((await signIn('kim')).result).toBe('done')
})

describe('an unknown user', () => {
  test('is added with the role of the claim and no properties, and is signed in by the refresh cookie', async () => {
    provider.users.set('ada', person('ada@riverside.test', { given_name: 'Ada', family_name: 'King', groups: ['x', 'desk'] }))
    const { result, refresh } = await signIn('ada')
    expect(result).toBe('done')
    const preload = await preloadOf(refresh)
    expect(preload).toMatchObject({
      User: { Name: 'Ada King', Email: 'ada@riverside.test' },
      Roles: ['mailroomstaff'],
      Property: null,
    })
    expect((await audited('portal user created'))[0]!.detail).toMatchObject({
      by: 'single sign-on',
      after: { FirstName: 'Ada', LastName: 'King', Email: 'ada@riverside.test', role: 'mailroomstaff', properties: [] },
    })
  })
  test('gets the default role without a value of the table', async () => {
    provider.users.set('bob', person('bob@riverside.test', { name: 'Bob de Vries' }))
    expect((await signIn('bob')).result).toBe('done')
    expect(await userOf('bob@riverside.test')).toMatchObject({
      first_name: 'Bob',
      last_name: 'de Vries',
      role_id: ROLES.leasingspecialist.id,
    })
  })
  test('is not added without a verified address, or when only users who exist may sign in', async () => {
    provider.users.set('eve', { email: 'eve@riverside.test', email_verified: false })
    expect((await signIn('eve')).result).toBe('email')
    provider.users.set('eve', { email: 'eve@riverside.test' })
    expect((await signIn('eve')).result).toBe('email')
    provider.users.set('eve', person('eve@riverside.test'))
    await configure({ DefaultRole: null })
    expect((await signIn('eve')).result).toBe('unknown')
    expect(await userOf('eve@riverside.test')).toBeUndefined()
    await configure()
  })
})

test('a NUL in the name of the organisation or in a claim is refused, and not logged as a fault of the server', async () => {
  const start = await server.app.inject({ url: `${API}/auth/singlesignon/start/a%00b` })
  expect(start.statusCode).toBe(400)
  provider.users.set('nul', person('nul@riverside.test', { given_name: 'N\u0000l' }))
  expect((await signIn('nul')).result).toBe('refused')
})

describe('a user who exists', () => {
  test('is linked by the verified address at first, then by the subject', async () => {
    const email = emailOf('mailroomstaff', 'riverside')
    provider.users.set('mia', person(email.toUpperCase(), { groups: 'desk' }))
    expect((await signIn('mia')).result).toBe('done')
    provider.users.set('mia', { email: 'other@riverside.test', email_verified: false, groups: ['desk'] })
    expect((await preloadOf((await signIn('mia')).refresh)).User.Email).toBe(email)
    // Another identity with the same address.
    provider.users.set('mallory', person(email))
    expect((await signIn('mallory')).result).toBe('linked')
  })
  test('gets the role of a changed claim at the next sign-in, and loses it with the claim', async () => {
    provider.users.set('cleo', person('cleo@riverside.test', { groups: ['managers'] }))
    expect((await preloadOf((await signIn('cleo')).refresh)).Roles).toEqual(['organisationmanager'])
    provider.users.set('cleo', person('cleo@riverside.test', { groups: ['desk'] }))
    expect((await preloadOf((await signIn('cleo')).refresh)).Roles).toEqual(['mailroomstaff'])
    provider.users.set('cleo', person('cleo@riverside.test', { groups: [] }))
    expect((await preloadOf((await signIn('cleo')).refresh)).Roles).toEqual(['leasingspecialist'])
    expect((await audited('portal user changed'))[0]!.detail).toMatchObject({
      before: { role: 'mailroomstaff' },
      after: { role: 'leasingspecialist' },
    })
  })
  test('stays the last organisation manager', async () => {
    provider.users.set('max', person(emailOf('organisationmanager', 'riverside'), { groups: ['desk'] }))
    expect((await preloadOf((await signIn('max')).refresh)).Roles).toEqual(['organisationmanager'])
  })
  test('cannot enter as a super administrator by settings of an organisation manager', async () => {
    provider.users.set('root', person(emailOf('superadmin', 'riverside')))
    expect((await signIn('root')).result).toBe('role')
    const token = await tokenOf(server, 'superadmin', 'riverside')
    const input = { ...SETTINGS, RoleMapping: [], Issuer: provider.issuer }
    expect((await server.ask(singleSignOn.save, { token, input })).status).toBe(200)
    expect((await preloadOf((await signIn('root')).refresh)).Roles).toEqual(['superadmin'])
    await configure()
  })
  test('who is disabled or deleted stays out', async () => {
    provider.users.set('dan', person('dan@riverside.test'))
    const { refresh } = await signIn('dan')
    expect(refresh).toBeDefined()
    await change('dan@riverside.test', { is_active: false })
    expect(await signIn('dan')).toEqual({ result: 'disabled', refresh: undefined })
    await change('dan@riverside.test', { is_active: true, deleted_at: new Date() })
    expect((await signIn('dan')).result).toBe('disabled')
    // Deleted before the first link.
    provider.users.set('dan2', person('dan@riverside.test'))
    expect((await signIn('dan2')).result).toBe('disabled')
    expect((await audited('sign-in failed'))[0]!.detail).toEqual({ by: 'single sign-on', reason: 'disabled' })
  })
  test('loses a first password that somebody typed', async () => {
    await change(emailOf('propertymanager', 'riverside'), { must_change_password: true })
    const before = await userOf(emailOf('propertymanager', 'riverside'))
    provider.users.set('pam', person(emailOf('propertymanager', 'riverside'), { groups: 'desk' }))
    expect((await signIn('pam')).result).toBe('done')
    const after = await userOf(emailOf('propertymanager', 'riverside'))
    expect(after?.must_change_password).toBe(false)
    expect(after?.password_hash).not.toBe(before?.password_hash)
    expect(await audited('password changed')).toMatchObject([{ subject_id: after?.id, detail: { by: 'single sign-on' } }])
  })
})

describe('the reply of the provider', () => {
  const arrive = async () => {
    provider.users.set('ada', person('ada@riverside.test', { groups: ['desk'] }))
    const { address, cookie } = await begin()
    return { address, cookie, reply: await logIn(address, 'ada', CALLBACK) }
  }
  test('is asked for with PKCE, state and nonce', async () => {
    const query = new URL((await begin()).address).searchParams
    expect(query.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce']) expect(query.get(name)?.length).toBeGreaterThan(40)
  })
  test('is refused with another state, without the cookie, or with the cookie of another browser', async () => {
    const { reply, cookie } = await arrive()
    const address = new URL(reply)
    address.searchParams.set('state', 'another')
    expect((await end(address.href, cookie)).result).toBe('refused')
    expect((await end(reply, '')).result).toBe('expired')
    expect((await end(reply, 'x'.repeat(200))).result).toBe('expired')
    expect((await end(reply, (await begin()).cookie)).result).toBe('refused')
  })
  test('is refused when its code is used again', async () => {
    const { reply, cookie } = await arrive()
    expect((await end(reply, cookie)).result).toBe('done')
    expect(await end(reply, cookie)).toEqual({ result: 'refused', refresh: undefined })
  })
  test('is refused when the person declined', async () => {
    const { cookie, address } = await begin()
    const state = new URL(address).searchParams.get('state')
    expect((await end(`${CALLBACK}?error=access_denied&state=${state}`, cookie)).result).toBe('refused')
  })
  test.each([
    ['nonce', { claims: (all: object) => ({ ...all, nonce: 'another' }) }],
    ['issuer', { claims: (all: object) => ({ ...all, iss: 'https://other.example.com' }) }],
    ['audience', { claims: (all: object) => ({ ...all, aud: 'another client' }) }],
    ['expiry', { claims: (all: object) => ({ ...all, exp: Math.floor(Date.now() / 1000) - 600 }) }],
    ['signature', { foreignKey: true }],
  ])('is refused when the %s of its token is wrong', async (_, tampering) => {
    const { reply, cookie } = await arrive()
    provider.tamper(tampering)
    expect(await end(reply, cookie)).toEqual({ result: 'refused', refresh: undefined })
  })
})

describe('the identity', () => {
  const exportAudit = (token: string) => server.ask(audit.export, { token, input: {} })
  const signInAgain = async (claims?: (all: JWTPayload) => JWTPayload) => {
    const { address, cookie } = await begin('riverside', { Again: 'true' })
    const query = new URL(address).searchParams
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0'])
    const reply = await logIn(address, 'meg', CALLBACK)
    if (claims) provider.tamper({ claims })
    return end(reply, cookie)
  }
  beforeAll(() => {
    provider.users.set('meg', person('meg@riverside.test', { groups: ['managers'] }))
  })

  test('is confirmed by a sign-in for which the provider has asked anew, not by its session of days ago', async () => {
    const { token } = await preloadOf((await signIn('meg')).refresh)
    expect(await exportAudit(token)).toMatchObject({ status: 422, body: { Code: 'SignInRequired' } })
    const again = await preloadOf((await signInAgain()).refresh)
    expect((await exportAudit(again.token)).status).toBe(200)
  })

  test.each([
    ['does not say when it asked', ({ auth_time: _, ...all }: JWTPayload) => all],
    ['asked an hour ago', (all: JWTPayload) => ({ ...all, auth_time: Math.floor(Date.now() / 1000) - 3600 })],
  ])('is refused when the provider %s', async (_, claims) => {
    expect(await signInAgain(claims)).toEqual({ result: 'refused', refresh: undefined })
  })

  test('another sign-in of the same browser ends the one before', async () => {
    const first = (await signIn('meg')).refresh
    // Browsers send this cookie to the start, but not with the provider's reply, which comes from another site.
    const headers = { cookie: `${REFRESH_COOKIE}=${first}` }
    const begun = await server.ask(singleSignOn.start, { params: { systemName: 'riverside' }, headers })
    const reply = await logIn(String(begun.headers.location), 'meg', CALLBACK)
    const second = (await end(reply, cookieOf(begun.headers, ATTEMPT_COOKIE) ?? '')).refresh
    expect((await preloadOf(second)).token).toBeTruthy()
    expect((await preloadOf(first)).token).toBeUndefined()
  })
})

test('an organisation is offered by name only when it is active and uses single sign-on', async () => {
  const offer = async (systemName: string) => (await server.ask(singleSignOn.offer, { params: { systemName } })).body
  expect(await offer('Riverside')).toEqual({ Name: 'Riverside account' })
  expect(await offer('harbour')).toEqual({ Name: null })
  expect(await offer('nowhere')).toEqual({ Name: null })
  for (const systemName of ['harbour', 'nowhere'])
    expect((await begin(systemName)).address).toMatch(/#\/login\?singlesignon=off$/)
})

test('an inactive organisation lets nobody in', async () => {
  const { address, cookie } = await begin()
  const setActive = (is_active: boolean) =>
    inOrganisation(server, riverside.organisationId, (db) => db.updateTable('organisations').set({ is_active }).execute())
  const reply = await logIn(address, 'ada', CALLBACK)
  await setActive(false)
  expect((await end(reply, cookie)).result).toBe('inactive')
  expect((await begin()).address).toMatch(/singlesignon=inactive$/)
  await setActive(true)
})

test('a provider that is down leads back to the sign-in screen, before and after its form', async () => {
  const other = await startProvider({ callback: CALLBACK, signedOut: 'http://127.0.0.1/portal/' })
  await configure({ Issuer: other.issuer }, 'harbour')
  const { address, cookie } = await begin('harbour')
  const reply = await logIn(address, 'ada', CALLBACK)
  await other.stop()
  expect((await end(reply, cookie)).result).toBe('unreachable')
  expect((await begin('harbour')).address).toMatch(/singlesignon=unreachable$/)
})

test('signing out goes to the provider, for a single sign-on only', async () => {
  const { refresh } = await signIn('ada')
  const { token } = await preloadOf(refresh)
  const { body } = await server.ask(singleSignOn.signOutAddress, { token })
  const address = new URL(body.Address)
  expect(address.origin).toBe(provider.issuer)
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1/portal/')
  expect(address.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
  expect((await fetch(address)).status).toBe(200)
  const byPassword = await tokenOf(server, 'leasingspecialist', 'riverside')
  expect((await server.ask(singleSignOn.signOutAddress, { token: byPassword })).body).toEqual({ Address: null })
  // Signing out does not wait for a provider that is down.
  const again = (await preloadOf((await signIn('ada')).refresh)).token
  await provider.stop()
  const { Address } = (await server.ask(singleSignOn.signOutAddress, { token: again })).body
  expect(new URL(Address).pathname).toBe(address.pathname)
})
