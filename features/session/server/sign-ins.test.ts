import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  emailOf,
  inOrganisation,
  type OrganisationFixtures,
  PASSWORD,
  seedOrganisation,
  signInAs,
} from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { REFRESH_COOKIE, session } from '../contract.ts'
import { t } from '../messages.ts'

let server: TestServer
let organisation: OrganisationFixtures
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
  return server.stop()
})

type SignIn = { access_token: string; refresh_token: string }
const EMAIL = emailOf('mailroomstaff', 'riverside')
const signIn = () => signInAs(server, 'mailroomstaff', 'riverside')
const signOut = ({ refresh_token }: SignIn) =>
  server.ask(session.signOut, { headers: { cookie: `${REFRESH_COOKIE}=${refresh_token}` } })
const refresh = (refresh_token: string) =>
  server.ask(session.token, { input: { grant_type: 'refresh_token', client_id: 'portal', refresh_token } })
const preload = async ({ access_token }: SignIn) => (await server.ask(session.preload, { token: access_token })).status
/** Waits until the cached caller has expired, after two seconds. */
async function shutOut(one: SignIn) {
  vi.setSystemTime(Date.now() + 2_000)
  expect(await preload(one)).toBe(401)
}

const withDb = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, organisation.organisationId, work)
const reset = async () => {
  await server.ask(session.forgotPassword, { input: { organisationSystemName: 'riverside', userName: EMAIL } })
  const link = new URLSearchParams(server.mails.at(-1)!.body.match(/resetpassword\?(\S+)/)![1])
  const named = { userId: link.get('userId'), issuedFor: link.get('issuedFor'), token: link.get('key') }
  const { password_hash } = await withDb((db) =>
    db.selectFrom('portal_users').select('password_hash').where('email', '=', EMAIL).executeTakeFirstOrThrow(),
  )
  const done = await server.ask(session.resetPassword, { input: { ...named, newPassword: 'kettle harbour tuba' } })
  // The other tests sign in with the same password.
  await withDb((db) => db.updateTable('portal_users').set({ password_hash }).where('email', '=', EMAIL).execute())
  return done
}
/** Uses an old refresh token, like a thief. */
const useAgain = async ({ refresh_token }: SignIn) => {
  await refresh(refresh_token)
  await withDb((db) =>
    db
      .updateTable('refresh_tokens')
      .set({ used_at: new Date(Date.now() - 60_000) })
      .where('used_at', 'is not', null)
      .execute(),
  )
  return refresh(refresh_token)
}

describe('an access token ends with its sign-in', () => {
  test.each<[string, (one: SignIn) => Promise<unknown>]>([
    ['at the sign-out', signOut],
    ['when the password is reset', reset],
    ['when its refresh token is used again', useAgain],
  ])('%s', async (_, end) => {
    const one = await signIn()
    expect(await preload(one)).toBe(200)
    await end(one)
    await shutOut(one)
  })

  test('but not with another sign-in of the same user', async () => {
    const [one, other] = [await signIn(), await signIn()]
    await signOut(one)
    await shutOut(one)
    expect(await preload(other)).toBe(200)
  })
})

describe('a request from another origin', () => {
  const ELSEWHERE: readonly Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.test' },
    { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:3000' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'null' },
  ]
  const withCookie = ({ refresh_token }: SignIn, headers: Record<string, string>) => ({
    headers: { ...headers, cookie: `${REFRESH_COOKIE}=${refresh_token}` },
  })
  const input = { grant_type: 'password', username: EMAIL, password: PASSWORD, client_id: 'portal', scope: 'riverside 1' }

  test.each(ELSEWHERE)('cannot sign in, sign out or refresh: %j', async (headers) => {
    const one = await signIn()
    const request = withCookie(one, headers)
    const answers = [
      await server.ask(session.token, { input, headers }),
      await server.ask(session.token, { ...request, input: { grant_type: 'refresh_token', client_id: 'portal' } }),
      await server.ask(session.signOut, request),
    ]
    expect(answers.map(({ status, headers }) => [status, headers['set-cookie']])).toEqual(answers.map(() => [403, undefined]))
    expect((await refresh(one.refresh_token)).status).toBe(200)
  })

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-origin', origin: 'http://a-proxy-in-between.test' },
    { origin: 'http://127.0.0.1' },
    { origin: 'http://tried-out.test:8080', host: 'tried-out.test:8080' },
    {},
  ])('is not what our own page is, nor a client that is no browser: %j', async (headers) => {
    const one = withCookie(await signIn(), headers)
    expect((await server.ask(session.token, { input, headers })).status).toBe(200)
    expect(
      (await server.ask(session.token, { ...one, input: { grant_type: 'refresh_token', client_id: 'portal' } })).status,
    ).toBe(200)
    expect((await server.ask(session.signOut, one)).status).toBe(200)
  })
})

test('signing out ends the sign-in at the server and removes the cookie', async () => {
  const one = await signIn()
  const { status, headers } = await signOut(one)
  expect([status, headers['set-cookie']]).toEqual([
    200,
    expect.stringMatching(/^parcelhall_refresh=; Max-Age=0; Path=\/api\/auth;/),
  ])
  expect((await refresh(one.refresh_token)).status).toBe(400)
})

test('signing out with a bearer token ends the sign-in of that token', async () => {
  const [one, other] = [await signIn(), await signIn()]
  const { status } = await server.ask(session.signOut, { token: one.access_token })
  expect(status).toBe(200)
  expect((await refresh(one.refresh_token)).status).toBe(400)
  expect((await refresh(other.refresh_token)).status).toBe(200)
})

test.each(['portal', 'api'])('the client id %s is accepted', async (client_id) => {
  const input = { grant_type: 'password', username: EMAIL, password: PASSWORD, client_id, scope: 'riverside 1' } as const
  expect((await server.ask(session.token, { input })).status).toBe(200)
})

test.each([undefined, '', 'selfregister', 'mobile', 'Portal'])('the client id %j is refused', async (client_id) => {
  const refused = { status: 400, body: { error: 'invalid_client', error_description: t('MsgUnknownClient').text } }
  const input = { grant_type: 'password', username: EMAIL, password: PASSWORD, client_id, scope: 'riverside 1' } as const
  expect(await server.ask(session.token, { input })).toMatchObject(refused)
  const { refresh_token } = await signIn()
  expect(await server.ask(session.token, { input: { grant_type: 'refresh_token', client_id, refresh_token } })).toMatchObject(
    refused,
  )
})

test.each(['organisations', 'portal_users'] as const)(
  'a refresh token of a closed account is refused, and stays so when the account is opened again: %s',
  async (table) => {
    const one = await signIn()
    const setActive = (is_active: boolean) =>
      withDb((db) =>
        db
          .updateTable(table)
          .set({ is_active })
          .where('id', '=', table === 'organisations' ? organisation.organisationId : userId)
          .execute(),
      )
    const { User } = (await server.ask(session.preload, { token: one.access_token })).body
    const userId: string = User.Id
    await setActive(false)
    expect((await refresh(one.refresh_token)).status).toBe(400)
    await shutOut(one)
    await setActive(true)
    expect((await refresh(one.refresh_token)).status).toBe(400)
    expect(await preload(await signIn())).toBe(200)
  },
)

describe('the audit trail has an entry', () => {
  const trail = async () =>
    withDb((db) =>
      db.selectFrom('audit').select(['actor_id', 'actor_name', 'action', 'subject_id', 'detail']).orderBy('id').execute(),
    )
  /** The entries that `work` adds to the audit trail. */
  const added = async (work: () => Promise<unknown>) => {
    const before = (await trail()).length
    await work()
    return (await trail()).slice(before)
  }
  const userId = async () =>
    (await withDb((db) => db.selectFrom('portal_users').select('id').where('email', '=', EMAIL).executeTakeFirstOrThrow())).id
  const wrong = (username: string) =>
    server.ask(session.token, {
      input: { grant_type: 'password', username, password: 's3cret', client_id: 'api', scope: 'riverside 1' },
    })

  test('for a sign-in and its sign-out, once each', async () => {
    const id = await userId()
    const person = { actor_id: id, actor_name: 'Test mailroomstaff', subject_id: id }
    const lines = await added(async () => {
      const one = await signIn()
      await signOut(one)
      await signOut(one)
    })
    expect(lines).toEqual([
      { ...person, action: 'signed in', detail: { signIn: expect.any(String), by: 'password' } },
      { ...person, action: 'signed out', detail: { signIn: (lines[0]!.detail as { signIn: string }).signIn } },
    ])
  })

  test('for a failed sign-in: the account, or no name for an unknown account', async () => {
    const signInFailed = { actor_id: null, actor_name: 'unauthenticated', action: 'sign-in failed', detail: {} }
    const lines = await added(async () => {
      await wrong(EMAIL)
      await wrong('ada@nowhere.test')
    })
    expect(lines).toEqual([
      { ...signInFailed, subject_id: await userId() },
      { ...signInFailed, subject_id: null },
    ])
  })

  test('for a password reset: the request and the change', async () => {
    const id = await userId()
    expect(await added(reset)).toMatchObject([
      { actor_id: null, action: 'password reset requested', subject_id: id },
      { actor_id: id, action: 'password reset', subject_id: id },
    ])
  })

  test('for a reused refresh token, and no entry contains a secret', async () => {
    const one = await signIn()
    expect(await added(() => useAgain(one))).toMatchObject([
      { actor_id: null, action: 'refresh token used again', subject_id: await userId() },
    ])
    const all = JSON.stringify(await trail())
    for (const secret of ['s3cret', PASSWORD, EMAIL, 'nowhere.test', one.refresh_token, one.access_token])
      expect(all).not.toContain(secret)
  })
})
