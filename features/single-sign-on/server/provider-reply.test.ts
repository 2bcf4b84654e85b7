import type { JWTPayload } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#features/audit/contract.ts'
import { REFRESH_COOKIE } from '#features/session/contract.ts'
import { singleSignOn } from '../contract.ts'
import { CLIENT, logIn, startProvider } from '../testing/provider.ts'
import { CALLBACK, cookieOf, person, signInFixtures } from '../testing/sign-in-fixtures.ts'
import { ATTEMPT_COOKIE } from './attempt.ts'

const { there, configure, begin, end, signIn, preloadOf } = signInFixtures()

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe('the reply of the provider', () => {
  const arrive = async () => {
    there.provider.users.set('ada', person('ada@riverside.test', { groups: ['desk'] }))
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
    ['expiry', { claims: (all: object) => ({ ...all, exp: inSeconds(-600) }) }],
    ['expiry, by a minute,', { claims: (all: object) => ({ ...all, exp: inSeconds(-60) }) }],
    ['beginning, by a minute,', { claims: (all: object) => ({ ...all, nbf: inSeconds(60) }) }],
    ['list of audiences', { claims: (all: object) => ({ ...all, aud: ['another client', 'a third'] }) }],
    ['authorized party', { claims: (all: object) => ({ ...all, aud: [CLIENT.id, 'another client'], azp: 'another client' }) }],
    ['signature', { foreignKey: true }],
  ])('is refused when the %s of its token is wrong', async (_, tampering) => {
    const { reply, cookie } = await arrive()
    there.provider.tamper(tampering)
    expect(await end(reply, cookie)).toEqual({ result: 'refused', refresh: undefined })
  })
})

describe('a reply is accepted as providers send it', () => {
  const claims = (change: object) => ({ claims: (all: JWTPayload) => ({ ...all, ...change }) })
  test.each<[string, () => Parameters<typeof there.provider.tamper>[0], string?]>([
    ['a clock that is 20 seconds behind', () => claims({ exp: inSeconds(-20) })],
    ['a clock that is 20 seconds ahead', () => claims({ nbf: inSeconds(20) })],
    ['a token of a minute later', () => claims({ iat: inSeconds(60) })],
    ['a list of audiences with the authorized party', () => claims({ aud: [CLIENT.id, 'account'], azp: CLIENT.id })],
    ['a list of one audience', () => claims({ aud: [CLIENT.id] })],
    ['a token that does not name its key', () => ({ withoutKid: true })],
    ['the type of token in small letters', () => ({ reply: { token_type: 'bearer' } })],
    ['more in the reply', () => ({ reply: { 'not-before-policy': 0, session_state: 'a', id_token_expires_in: 300 } })],
    ['more in the address', () => claims({}), '&session_state=a.b'],
  ])('%s', async (_, tampering, more = '') => {
    there.provider.users.set('ivy', person('Ivy@Riverside.test', { groups: 'desk' }))
    const { address, cookie } = await begin()
    const reply = await logIn(address, 'ivy', CALLBACK)
    there.provider.tamper(tampering())
    expect((await end(reply + more, cookie)).result).toBe('done')
  })
})

describe('the identity', () => {
  const exportAudit = (token: string) => there.server.ask(audit.export, { token, input: {} })
  const signInAgain = async (claims?: (all: JWTPayload) => JWTPayload) => {
    const { address, cookie } = await begin('riverside', { Again: 'true' })
    const query = new URL(address).searchParams
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0'])
    const reply = await logIn(address, 'meg', CALLBACK)
    if (claims) there.provider.tamper({ claims })
    return end(reply, cookie)
  }
  beforeAll(() => {
    there.provider.users.set('meg', person('meg@riverside.test', { groups: ['managers'] }))
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
    const begun = await there.server.ask(singleSignOn.start, { params: { systemName: 'riverside' }, headers })
    const reply = await logIn(String(begun.headers.location), 'meg', CALLBACK)
    const second = (await end(reply, cookieOf(begun.headers, ATTEMPT_COOKIE) ?? '')).refresh
    expect((await preloadOf(second)).token).toBeTruthy()
    expect((await preloadOf(first)).token).toBeUndefined()
  })
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
