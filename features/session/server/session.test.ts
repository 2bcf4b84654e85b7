import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  emailOf,
  inOrganisation,
  type OrganisationFixtures,
  PASSWORD,
  seedOrganisation,
  tokenOf,
} from '#apps/server/testing/fixtures.ts'
import { seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { kiosks } from '#features/kiosks/contract.ts'
import { properties } from '#features/properties/contract.ts'
import { newId } from '#platform/ids.ts'
import { zoneRules } from '#platform/time-zone.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { REFRESH_COOKIE, session } from '../contract.ts'
import { PASSWORDS } from './attempts.ts'

let server: TestServer
let riverside: OrganisationFixtures
let harbour: OrganisationFixtures
beforeAll(async () => {
  server = await testServer()
  riverside = await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  harbour = await seedOrganisation(server, 'harbour')
})
afterAll(() => server.stop())

const signIn = (username: string, { systemName = 'riverside', password = PASSWORD, clientId = 'api' } = {}) =>
  server.ask(session.token, {
    input: { grant_type: 'password', username, password, client_id: clientId, scope: `${systemName} 1` },
  })
const refresh = (refresh_token: string) =>
  server.ask(session.token, { input: { grant_type: 'refresh_token', client_id: 'api', refresh_token } })

const reset = (input: object) => server.ask(session.resetPassword, { input })
/** The link of the last mail to this address, as the input of a reset. */
function linkFor(email: string) {
  const { body } = server.mails.findLast(({ to }) => to === email)!
  const link = new URLSearchParams(body.match(/resetpassword\?(\S+)/)![1])
  return { userId: link.get('userId')!, issuedFor: link.get('issuedFor')!, token: link.get('key')!, tokenType: 1 }
}

describe('signing in with a password', () => {
  test('returns a token with the claims of the specification that preload accepts', async () => {
    const { status, body } = await signIn(emailOf('mailroomstaff', 'riverside'))
    expect(status).toBe(200)
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ name: 'Test mailroomstaff', role: 'mailroomstaff', organisation: riverside.organisationId })
    expect(claims.permissions.split(',')).toContain('OpenLocker')
    const preload = await server.ask(session.preload, { token: body.access_token })
    expect(preload.body).toMatchObject({
      User: { Name: 'Test mailroomstaff' },
      Organisation: { SystemName: 'riverside' },
      Organisations: [],
      Property: { Name: 'Property 1' },
      TimeZone: 'Europe/London',
      ZoneRules: { 'Europe/London': zoneRules('Europe/London') },
    })
  })
  test('by the name of the organisation, with spaces, is refused as any wrong sign-in', async () => {
    expect(await signIn(emailOf('mailroomstaff', 'riverside'), { systemName: 'Riverside Homes' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })
  test('is exchanged at /Token as report viewers do, for the same token as a sign-in', async () => {
    const ask = (username: string, password = PASSWORD) =>
      server.app.inject({
        method: 'POST',
        url: '/Token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
      })
    const email = emailOf('organisationmanager', 'riverside')
    const granted = (await ask(`riverside/${email}`)).json()
    expect(granted).toMatchObject({ token_type: 'bearer', access_token: expect.any(String) })
    expect((await server.ask(session.preload, { token: granted.access_token })).status).toBe(200)
    for (const [username, password] of [
      [email, PASSWORD],
      [`harbour/${email}`, PASSWORD],
      [`riverside/${email}`, 'wrong'],
      ['/', ''],
    ])
      expect((await ask(username!, password)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('refuses a wrong password, a missing account, a missing organisation and a foreign one with the same reply', async () => {
    const wrong = [
      await signIn(emailOf('superadmin', 'riverside'), { password: 'wrong' }),
      await signIn('nobody@riverside.test'),
      await signIn('x@x.test', { systemName: 'nowhere' }),
      await signIn(emailOf('superadmin', 'riverside'), { systemName: 'harbour' }),
    ]
    for (const answer of wrong) {
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        error: 'invalid_grant',
        error_description: 'Please check your username and password and try again!',
      })
    }
  })
  test('delays one account after too many wrong passwords, with Retry-After', async () => {
    for (let i = 0; i < PASSWORDS.pair; i++) await signIn('guess@riverside.test')
    const answer = await signIn('guess@riverside.test')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await signIn(emailOf('leasingspecialist', 'riverside'))).status).toBe(200)
  })
  test('delays an address after too many attempts, by network for IPv6', async () => {
    const from = (remoteAddress: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/auth/token',
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `grant_type=password&client_id=api&username=${newId()}&password=wrong&scope=nowhere%201`,
      })
    for (let i = 0; i < PASSWORDS.network; i++) expect((await from(`2001:db8:0:1::${i.toString(16)}`)).statusCode).toBe(400)
    expect((await from('2001:db8:0:1:ffff::1')).statusCode).toBe(429)
    expect((await from('2001:db8:0:2::1')).statusCode).toBe(400)
  })
  test('stores the portal’s refresh token in a cookie that scripts cannot read', async () => {
    const { body, headers } = await signIn(emailOf('propertymanager', 'riverside'), { clientId: 'portal' })
    expect(body.refresh_token).toBeUndefined()
    expect([headers['set-cookie']].flat()).toContainEqual(expect.stringMatching(`^${REFRESH_COOKIE}=.*HttpOnly; SameSite=Strict`))
  })
  test('keeps that cookie for ten days, for the session addresses only', async () => {
    const { headers } = await signIn(emailOf('propertymanager', 'riverside'), { clientId: 'portal' })
    expect(String(headers['set-cookie']).split('; ')).toEqual(expect.arrayContaining(['Max-Age=864000', 'Path=/api/auth']))
  })
})

describe('a refresh token', () => {
  test('is exchanged for its successor, and a second time for the same one', async () => {
    const first = (await signIn(emailOf('superadmin', 'riverside'))).body.refresh_token
    const second = (await refresh(first)).body.refresh_token
    expect(second).not.toBe(first)
    expect((await refresh(first)).body.refresh_token).toBe(second)
    expect((await refresh(second)).status).toBe(200)
  })
  test('used again later ends the whole sign-in', async () => {
    const first = (await signIn(emailOf('superadmin', 'riverside'))).body.refresh_token
    const second = (await refresh(first)).body.refresh_token
    await inOrganisation(server, riverside.organisationId, (db) =>
      db
        .updateTable('refresh_tokens')
        .set({ used_at: new Date(Date.now() - 60_000) })
        .where('used_at', 'is not', null)
        .execute(),
    )
    expect((await refresh(first)).status).toBe(400)
    expect((await refresh(second)).status).toBe(400)
  })
  test('that was invented is refused, and signing out with it changes nothing', async () => {
    for (const organisation of [harbour.organisationId, riverside.organisationId.toUpperCase(), '-'.repeat(36), '']) {
      const madeUp = `${organisation}.${'a'.repeat(43)}`
      expect((await refresh(madeUp)).status).toBe(400)
      expect((await server.ask(session.signOut, { headers: { cookie: `${REFRESH_COOKIE}=${madeUp}` } })).status).toBe(200)
    }
  })
})

describe('a password reset', () => {
  const ask = (UserName: string) =>
    server.ask(session.forgotPassword, {
      input: { organisationSystemName: 'riverside', userName: UserName, userCredentialType: 1 },
    })
  test('returns the same reply for any account, and mails a link to an existing one', async () => {
    const before = server.mails.length
    const [real, none] = [await ask(emailOf('organisationmanager', 'riverside')), await ask('nobody@riverside.test')]
    expect(real.status).toBe(200)
    expect(none).toMatchObject({ status: 200, body: real.body })
    expect(server.mails.slice(before).map((mail) => mail.to)).toEqual([emailOf('organisationmanager', 'riverside')])
  })
  test('works once with the link, ends other sign-ins and accepts the new password, however often the old one was tried', async () => {
    const email = emailOf('organisationmanager', 'riverside')
    const old = (await signIn(email)).body.refresh_token
    await ask(email)
    // The account is usually delayed already by too many attempts.
    for (let i = 0; i <= PASSWORDS.pair; i++) await signIn(email, { password: 'forgotten' })
    expect((await signIn(email)).status).toBe(429)
    const input = { ...linkFor(email), newPassword: 'another long one' }
    expect((await reset({ ...input, token: 'x' })).status).toBe(422)
    expect((await reset(input)).status).toBe(200)
    expect((await reset(input)).status).toBe(422)
    expect((await refresh(old)).status).toBe(400)
    expect((await signIn(email, { password: 'another long one' })).status).toBe(200)
  })
})

describe('a link to set a password', () => {
  const EMAIL = emailOf('propertymanager', 'harbour')
  test('has the names that the password must not be made of, so that the form rates it as the server does', async () => {
    await server.ask(session.forgotPassword, { input: { OrganisationSystemName: 'harbour', UserName: EMAIL } })
    const { body } = server.mails.findLast(({ to }) => to === EMAIL)!
    const link = new URLSearchParams(body.match(/resetpassword\?(\S+)/)![1])
    expect(link.getAll('name')).toEqual(['Test', 'propertymanager', 'harbour'])
    expect(link.get('email')).toBe(EMAIL)
  })
  test('is not used by a request with another user id, nor by a password that is refused', async () => {
    await server.ask(session.forgotPassword, { input: { OrganisationSystemName: 'harbour', UserName: EMAIL } })
    const input = { ...linkFor(EMAIL), newPassword: 'kettle harbour tuba' }
    for (const userId of [newId(), EMPTY_GUID, 'x', ''])
      expect(await reset({ ...input, userId })).toMatchObject({ status: 422, body: { Code: 'MsgResetLinkUsed' } })
    for (const [newPassword, status, code] of [
      ['1234567890', 400, 'MsgBadInput'],
      ['x'.repeat(129), 400, 'MsgBadInput'],
      ['password1234', 422, 'MsgPasswordEasy'],
      ['123456789012', 422, 'MsgPasswordCommon'],
      ['Parcelhall2026', 422, 'MsgPasswordHasNames'],
      ['Propertym4nager', 422, 'MsgPasswordHasNames'],
      ['h4rb0ur-20262026', 422, 'MsgPasswordHasNames'],
      [EMAIL, 422, 'MsgPasswordHasNames'],
      [PASSWORD, 422, 'MsgPasswordSame'],
    ])
      expect(await reset({ ...input, newPassword })).toMatchObject({ status, body: { Code: code, Field: 'NewPassword' } })
    expect((await signIn(EMAIL, { systemName: 'harbour' })).status).toBe(200)
    expect((await reset({ ...input, userId: input.userId.toUpperCase() })).status).toBe(200)
    expect((await signIn(EMAIL, { systemName: 'harbour', password: 'kettle harbour tuba' })).status).toBe(200)
  })
})

describe('the selected organisation', () => {
  const preload = (token: string, organisationId: string) =>
    server.ask(session.preload, { token, headers: { 'x-organisation-id': organisationId } })
  test('can be another one for a super administrator only', async () => {
    const chief = (await signIn(emailOf('superadmin', 'riverside'))).body.access_token
    expect((await preload(chief, harbour.organisationId)).body).toMatchObject({
      Organisation: { SystemName: 'harbour' },
      User: { Name: 'Test superadmin' },
    })
    const other = (await signIn(emailOf('superadmin', 'harbour'), { systemName: 'harbour' })).body.access_token
    expect((await preload(other, riverside.organisationId)).status).toBe(403)
  })
  test('that does not exist is 404 for a super administrator and 403 for others', async () => {
    const [none, some] = [newId(), await tokenOf(server, 'superadmin', 'riverside')]
    expect(await preload(some, none)).toMatchObject({ status: 404, body: { Message: 'Not found. It may have been deleted.' } })
    const inPath = { token: some, params: { organisationId: none } }
    expect((await server.ask(properties.ofOrganisation, inPath)).status).toBe(404)
    for (const role of ['propertymanager', 'mailroomstaff'] as const)
      expect((await preload(await tokenOf(server, role, 'riverside'), none)).status).toBe(403)
  })
  test.each(['riverside', '', '7', `${EMPTY_GUID}, ${EMPTY_GUID}`, '\u00e9'])('cannot be named by %j', async (header) => {
    for (const role of ['superadmin', 'mailroomstaff'] as const) {
      const { status, body } = await preload(await tokenOf(server, role, 'riverside'), header)
      expect([status, body.Field]).toEqual([400, 'X-Organisation-Id'])
      expect(body.Message).toBe('X-Organisation-Id is not a valid organisation id.')
    }
  })
  test('is the kiosk’s own', async () => {
    const { first } = await seedFixtures(server, 'quay')
    const token = (await server.ask(session.token, { input: first.credentials })).body.access_token
    const as = (id: string) => server.ask(kiosks.configuration, { token, headers: { 'x-organisation-id': id } })
    expect((await as(first.organisationId)).status).toBe(200)
    expect((await as(harbour.organisationId)).status).toBe(403)
  })
  test('cannot be reached without a token or with an altered one', async () => {
    const { body } = await signIn(emailOf('superadmin', 'riverside'))
    expect((await server.ask(session.preload)).status).toBe(401)
    for (const altered of [`${body.access_token}x`, `${body.access_token}=`, `${body.access_token}.`])
      expect((await server.ask(session.preload, { token: altered })).status).toBe(401)
  })
})

describe('the preferences of a user', () => {
  const preferences = (token: string, input: object) => server.ask(session.preferences, { token, input })
  const preloaded = async (token: string) => (await server.ask(session.preload, { token })).body

  test('are the user’s own, by default those of the organisation', async () => {
    const token = await tokenOf(server, 'leasingspecialist', 'riverside')
    expect(await preloaded(token)).toMatchObject({ Language: 'en-US', User: { Language: null, DateFormat: null } })
    expect(await preferences(token, { Language: 'de', DateFormat: 'international' })).toMatchObject({ status: 200 })
    expect(await preloaded(token)).toMatchObject({ Language: 'de', User: { Language: 'de', DateFormat: 'international' } })
    expect((await preloaded(await tokenOf(server, 'mailroomstaff', 'riverside'))).Language).toBe('en-US')
    await preferences(token, { Language: null, DateFormat: null })
    expect(await preloaded(token)).toMatchObject({ Language: 'en-US', User: { Language: null, DateFormat: null } })
  })

  test('accept the offered values only', async () => {
    const token = await tokenOf(server, 'leasingspecialist', 'riverside')
    expect(await preferences(token, { Language: 'tlh', DateFormat: null })).toMatchObject({
      status: 400,
      body: { Field: 'Language' },
    })
    expect(await preferences(token, { Language: 'de' })).toMatchObject({ status: 400, body: { Field: 'DateFormat' } })
  })

  test('set the language of the user’s mails', async () => {
    const token = await tokenOf(server, 'leasingspecialist', 'riverside')
    await preferences(token, { Language: 'de', DateFormat: null })
    const userName = emailOf('leasingspecialist', 'riverside')
    await server.ask(session.forgotPassword, { input: { OrganisationSystemName: 'riverside', UserName: userName } })
    const mail = server.mails.findLast(({ to }) => to === userName)
    expect(mail?.subject).toBe('Neues Passwort für Parcelhall')
    expect(mail?.body).toContain('innerhalb von 60 Minuten')
    await preferences(token, { Language: null, DateFormat: null })
  })
})
