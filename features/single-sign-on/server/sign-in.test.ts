import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { emailOf, inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { ROLES } from '#platform/permissions.ts'
import { API } from '#platform/server/http/route.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { singleSignOn } from '../contract.ts'
import { logIn } from '../testing/provider.ts'
import { CALLBACK, person, SETTINGS, signInFixtures } from '../testing/sign-in-fixtures.ts'

const { there, configure, begin, end, signIn, preloadOf } = signInFixtures()

const userOf = (email: string) =>
  inOrganisation(there.server, there.riverside.organisationId, (db) =>
    db.selectFrom('portal_users').selectAll().where('email', '=', email).executeTakeFirst(),
  )

const change = (email: string, columns: object) =>
  inOrganisation(there.server, there.riverside.organisationId, (db) =>
    db.updateTable('portal_users').set(columns).where('email', '=', email).execute(),
  )

const audited = (action: string) =>
  inOrganisation(there.server, there.riverside.organisationId, (db) =>
    db.selectFrom('audit').select(['subject_id', 'detail']).where('action', '=', action).orderBy('id', 'desc').execute(),
  )

test('an error of the database leads to the sign-in screen with a reason, and the next try succeeds', async () => {
  there.provider.users.set('kim', person('kim@riverside.test', { name: 'Kim' }))
  const { address, cookie } = await begin()
  const back = await logIn(address, 'kim', CALLBACK)
  const rename = (from: string, to: string) =>
    withConnection(there.server.store.superuserUrl, async (client) => {
      await client.query(`alter table ${from} rename to ${to}`)
    })
  await rename('single_sign_on_tokens', 'tokens_away')
  const { result } = await end(back, cookie).finally(() => rename('tokens_away', 'single_sign_on_tokens'))
  expect(result).toBe('busy')
  expect((await signIn('kim')).result).toBe('done')
})

describe('an unknown user', () => {
  test('is added with the role of the claim and no properties, and is signed in by the refresh cookie', async () => {
    there.provider.users.set(
      'ada',
      person('ada@riverside.test', { given_name: 'Ada', family_name: 'King', groups: ['x', 'desk'] }),
    )
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
    there.provider.users.set('bob', person('bob@riverside.test', { name: 'Bob de Vries' }))
    expect((await signIn('bob')).result).toBe('done')
    expect(await userOf('bob@riverside.test')).toMatchObject({
      first_name: 'Bob',
      last_name: 'de Vries',
      role_id: ROLES.leasingspecialist.id,
    })
  })
  test('is not added without a verified address, or when only users who exist may sign in', async () => {
    there.provider.users.set('eve', { email: 'eve@riverside.test', email_verified: false })
    expect((await signIn('eve')).result).toBe('email')
    there.provider.users.set('eve', { email: 'eve@riverside.test' })
    expect((await signIn('eve')).result).toBe('email')
    there.provider.users.set('eve', person('eve@riverside.test'))
    await configure({ DefaultRole: null })
    expect((await signIn('eve')).result).toBe('unknown')
    expect(await userOf('eve@riverside.test')).toBeUndefined()
    await configure()
  })
})

test('a provider that is trusted lets in whose address it says nothing of, and nobody whose address it says is not verified', async () => {
  there.provider.users.set('flo', { email: 'flo@riverside.test' })
  await configure({ TrustsAddresses: true })
  expect((await signIn('flo')).result).toBe('done')
  there.provider.users.set('guy', { email: 'guy@riverside.test', email_verified: false })
  expect((await signIn('guy')).result).toBe('email')
  await configure()
  there.provider.users.set('hal', { email: 'hal@riverside.test' })
  expect((await signIn('hal')).result).toBe('email')
})

test.each([
  ['of every tenant', () => 'https://login.microsoftonline.com/{tenantid}/v2.0'],
  ['of another address', () => 'https://other.example.com'],
  ['of another path', (issuer: string) => `${issuer}/realms/other`],
])('a provider whose issuer is that %s lets nobody in, and the reason says so', async (_, issuerOf) => {
  const fake = createServer(({ headers }, reply) => {
    const issuer = `http://${headers.host}`
    reply.setHeader('content-type', 'application/json')
    reply.end(
      JSON.stringify({
        issuer: issuerOf(issuer),
        authorization_endpoint: `${issuer}/a`,
        token_endpoint: `${issuer}/t`,
        jwks_uri: `${issuer}/j`,
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(fake, 'listening')
  await configure({ Issuer: `http://127.0.0.1:${(fake.address() as AddressInfo).port}` })
  expect((await begin()).address).toMatch(/singlesignon=issuer$/)
  await configure()
  fake.close()
})

test('a NUL in the name of the organisation or in a claim is refused, and not logged as a fault of the server', async () => {
  const start = await there.server.app.inject({ url: `${API}/auth/singlesignon/start/a%00b` })
  expect(start.statusCode).toBe(400)
  there.provider.users.set('nul', person('nul@riverside.test', { given_name: 'N\u0000l' }))
  expect((await signIn('nul')).result).toBe('refused')
})

describe('a user who exists', () => {
  test('is linked by the verified address at first, then by the subject', async () => {
    const email = emailOf('mailroomstaff', 'riverside')
    there.provider.users.set('mia', person(email.toUpperCase(), { groups: 'desk' }))
    expect((await signIn('mia')).result).toBe('done')
    there.provider.users.set('mia', { email: 'other@riverside.test', email_verified: false, groups: ['desk'] })
    expect((await preloadOf((await signIn('mia')).refresh)).User.Email).toBe(email)
    // Another identity with the same address.
    there.provider.users.set('mallory', person(email))
    expect((await signIn('mallory')).result).toBe('linked')
  })
  test('gets the role of a changed claim at the next sign-in, and loses it with the claim', async () => {
    there.provider.users.set('cleo', person('cleo@riverside.test', { groups: ['managers'] }))
    expect((await preloadOf((await signIn('cleo')).refresh)).Roles).toEqual(['organisationmanager'])
    there.provider.users.set('cleo', person('cleo@riverside.test', { groups: ['desk'] }))
    expect((await preloadOf((await signIn('cleo')).refresh)).Roles).toEqual(['mailroomstaff'])
    there.provider.users.set('cleo', person('cleo@riverside.test', { groups: [] }))
    expect((await preloadOf((await signIn('cleo')).refresh)).Roles).toEqual(['leasingspecialist'])
    expect((await audited('portal user changed'))[0]!.detail).toMatchObject({
      before: { role: 'mailroomstaff' },
      after: { role: 'leasingspecialist' },
    })
  })
  test('stays the last organisation manager', async () => {
    there.provider.users.set('max', person(emailOf('organisationmanager', 'riverside'), { groups: ['desk'] }))
    expect((await preloadOf((await signIn('max')).refresh)).Roles).toEqual(['organisationmanager'])
  })
  test('cannot enter as a super administrator by settings of an organisation manager', async () => {
    there.provider.users.set('root', person(emailOf('superadmin', 'riverside')))
    expect((await signIn('root')).result).toBe('role')
    const token = await tokenOf(there.server, 'superadmin', 'riverside')
    const input = { ...SETTINGS, RoleMapping: [], Issuer: there.provider.issuer }
    expect((await there.server.ask(singleSignOn.save, { token, input })).status).toBe(200)
    expect((await preloadOf((await signIn('root')).refresh)).Roles).toEqual(['superadmin'])
    await configure()
  })
  test('who is disabled or deleted stays out', async () => {
    there.provider.users.set('dan', person('dan@riverside.test'))
    const { refresh } = await signIn('dan')
    expect(refresh).toBeDefined()
    await change('dan@riverside.test', { is_active: false })
    expect(await signIn('dan')).toEqual({ result: 'disabled', refresh: undefined })
    await change('dan@riverside.test', { is_active: true, deleted_at: new Date() })
    expect((await signIn('dan')).result).toBe('disabled')
    // Deleted before the first link.
    there.provider.users.set('dan2', person('dan@riverside.test'))
    expect((await signIn('dan2')).result).toBe('disabled')
    expect((await audited('sign-in failed'))[0]!.detail).toEqual({ by: 'single sign-on', reason: 'disabled' })
  })
  test('loses a first password that somebody typed', async () => {
    await change(emailOf('propertymanager', 'riverside'), { must_change_password: true })
    const before = await userOf(emailOf('propertymanager', 'riverside'))
    there.provider.users.set('pam', person(emailOf('propertymanager', 'riverside'), { groups: 'desk' }))
    expect((await signIn('pam')).result).toBe('done')
    const after = await userOf(emailOf('propertymanager', 'riverside'))
    expect(after?.must_change_password).toBe(false)
    expect(after?.password_hash).not.toBe(before?.password_hash)
    expect(await audited('password changed')).toMatchObject([{ subject_id: after?.id, detail: { by: 'single sign-on' } }])
  })
})

test('an organisation is offered by name only when it is active and uses single sign-on', async () => {
  const offer = async (systemName: string) => (await there.server.ask(singleSignOn.offer, { params: { systemName } })).body
  expect(await offer('Riverside')).toEqual({ Name: 'Riverside account' })
  expect(await offer('harbour')).toEqual({ Name: null })
  expect(await offer('nowhere')).toEqual({ Name: null })
  for (const systemName of ['harbour', 'nowhere'])
    expect((await begin(systemName)).address).toMatch(/#\/login\?singlesignon=off$/)
})

test('an inactive organisation lets nobody in', async () => {
  const { address, cookie } = await begin()
  const setActive = (is_active: boolean) =>
    inOrganisation(there.server, there.riverside.organisationId, (db) =>
      db.updateTable('organisations').set({ is_active }).execute(),
    )
  const reply = await logIn(address, 'ada', CALLBACK)
  await setActive(false)
  expect((await end(reply, cookie)).result).toBe('inactive')
  expect((await begin()).address).toMatch(/singlesignon=inactive$/)
  await setActive(true)
})

test('signing out goes to the provider, for a single sign-on only', async () => {
  const { refresh } = await signIn('ada')
  const { token } = await preloadOf(refresh)
  const { body } = await there.server.ask(singleSignOn.signOutAddress, { token })
  const address = new URL(body.Address)
  expect(address.origin).toBe(there.provider.issuer)
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1/portal/')
  expect(address.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
  expect((await fetch(address)).status).toBe(200)
  const byPassword = await tokenOf(there.server, 'leasingspecialist', 'riverside')
  expect((await there.server.ask(singleSignOn.signOutAddress, { token: byPassword })).body).toEqual({ Address: null })
  // Signing out does not wait for a provider that is down.
  const again = (await preloadOf((await signIn('ada')).refresh)).token
  await there.provider.stop()
  const { Address } = (await there.server.ask(singleSignOn.signOutAddress, { token: again })).body
  expect(new URL(Address).pathname).toBe(address.pathname)
})
