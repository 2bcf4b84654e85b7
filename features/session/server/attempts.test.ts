import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { emailOf, PASSWORD, seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { type BoundApp, boundApp, type TestServer, testServer } from '#apps/server/testing/server.ts'
import type { Router } from '#platform/server/http/route.ts'
import { createMailer } from '#platform/server/mail/mail.ts'
import { confirmation } from '../confirm-contract.ts'
import { session } from '../contract.ts'
import { CLIENTS } from '../public.ts'
import { PASSWORDS, REQUESTS, TURN_SECONDS } from './attempts.ts'
import { KNOWN_COOKIE } from './known-browsers.ts'
import { sessionRoutes } from './routes.ts'

const bind = (route: Router) => {
  const { database, keys } = server
  sessionRoutes(route, { database, keys, mailer: createMailer(async () => {}), publicUrl: 'http://127.0.0.1' })
}
let server: TestServer
/** Another node on the same database. */
let other: BoundApp
beforeAll(async () => {
  server = await testServer()
  await seedOrganisation(server, 'riverside')
  other = await boundApp(server, bind)
})
afterAll(async () => {
  await other.stop()
  await server.stop()
})

type From = { network?: string; cookie?: string | undefined; node?: Pick<TestServer, 'ask'>; systemName?: string }
let networks = 0
/** The address of a network that no test has used. */
const newNetwork = () => {
  networks += 1
  return `10.1.${Math.floor(networks / 250)}.${networks % 250}`
}
const signIn = (
  username: string,
  password: string,
  { network = newNetwork(), cookie, node = server, systemName = 'riverside' }: From = {},
) =>
  node.ask(session.token, {
    input: { grant_type: 'password', username, password, client_id: CLIENTS.portal, scope: `${systemName} 1` },
    remoteAddress: network,
    headers: { ...(cookie && { cookie }) },
  })
type Reply = Awaited<ReturnType<typeof signIn>>
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status)
const repeated = <T>(times: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, i) => work(i)))
/** As many wrong passwords as unknown browsers have before they take turns, from several networks and on both nodes. */
const attack = (username: string, times: number = PASSWORDS.account) =>
  repeated(times, (at) => signIn(username, 'wrong', { node: at % 2 ? server : other }))
/** Wrong passwords until the network is blocked for the account. */
const block = (username: string, network: string) =>
  repeated(PASSWORDS.pair, (at) => signIn(username, 'wrong', { network, node: at % 2 ? server : other }))
/** The cookie of a browser that has signed in. */
const knownCookie = ({ headers }: Pick<Reply, 'headers'>) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((one) => one.startsWith(`${KNOWN_COOKIE}=`))!
    .split(';')[0]!
describe('wrong passwords', () => {
  test('of one network block only that network for the account, on every node', async () => {
    const email = emailOf('mailroomstaff', 'riverside')
    const network = newNetwork()
    const tries = await block(email, network)
    expect(statuses(tries)).toEqual(tries.map(() => 400))
    for (const node of [server, other]) {
      const refused = await signIn(email, PASSWORD, { network, node })
      expect(refused).toMatchObject({ status: 429, body: { error: 'slow_down' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await signIn(emailOf('leasingspecialist', 'riverside'), PASSWORD, { network })).status).toBe(200)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  test('count for the forwarded address behind a trusted proxy, by /64 for IPv6', async () => {
    const node = await boundApp(server, bind, 'loopback')
    onTestFinished(() => node.stop())
    const from = (forwarded: string, remoteAddress = '127.0.0.1') =>
      node.ask(session.token, {
        input: {
          grant_type: 'password',
          username: 'proxied@riverside.test',
          password: 'x',
          client_id: 'api',
          scope: 'riverside 1',
        },
        headers: { 'x-forwarded-for': forwarded },
        remoteAddress,
      })
    expect(statuses(await repeated(PASSWORDS.pair, (at) => from(`2001:db8:0:9::${at + 1}`)))).not.toContain(429)
    expect((await from('2001:db8:0:9:ffff::1')).status).toBe(429)
    expect((await from('2001:db8:0:a::1')).status).toBe(400)
    // Another client cannot choose its address.
    expect((await from('2001:db8:0:9::1', newNetwork())).status).toBe(400)
  })

  test('of many networks make unknown browsers take turns, and look the same for an account that does not exist', async () => {
    const [email, nobody] = [emailOf('propertymanager', 'riverside'), 'nobody@riverside.test']
    for (const one of [email, nobody]) expect(new Set(statuses(await attack(one)))).toEqual(new Set([400]))
    const begin = performance.now()
    const guesses = await Promise.all(
      [email, nobody].map((one) => repeated(8, (at) => signIn(one, 'wrong', { node: at % 2 ? server : other }))),
    )
    // One now, one after each turn.
    const most = 2 + Math.floor((performance.now() - begin) / (TURN_SECONDS * 1000))
    for (const replies of guesses) {
      expect(statuses(replies).filter((status) => status === 400).length).toBeLessThanOrEqual(most)
      for (const { headers } of replies.filter(({ status }) => status === 429))
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(TURN_SECONDS)
    }
    // The user is delayed, not locked out.
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })
})

describe('a network above its limit', () => {
  test('looks up no account, neither to sign in nor for a new password', async () => {
    const network = newNetwork()
    const request = (at: number) =>
      server.ask(session.forgotPassword, {
        input: { OrganisationSystemName: 'riverside', UserName: `many${at}@riverside.test` },
        remoteAddress: network,
      })
    await repeated(PASSWORDS.network, (at) => signIn(`many${at}@riverside.test`, 'wrong', { network }))
    await repeated(REQUESTS.network, request)
    const lookUps = vi.spyOn(server.database, 'inTenant')
    onTestFinished(() => lookUps.mockRestore())
    expect((await signIn(emailOf('leasingspecialist', 'riverside'), PASSWORD, { network })).status).toBe(429)
    expect((await request(0)).status).toBe(429)
    expect(lookUps).not.toHaveBeenCalled()
  })
})

describe('a signed-in user', () => {
  test('can confirm the password during an attack, without the cookie of the browser, and is limited itself', async () => {
    const systemName = 'harbour'
    await seedOrganisation(server, systemName)
    const email = emailOf('organisationmanager', systemName)
    const network = newNetwork()
    const [token, other] = (await repeated(2, () => signIn(email, PASSWORD, { systemName }))).map(({ body }) => body.access_token)
    const confirm = (one: string, Password: string) =>
      server.ask(confirmation.confirm, { token: one, input: { Password }, remoteAddress: network })
    await repeated(PASSWORDS.pair, () => signIn(email, 'wrong', { network, systemName }))
    await repeated(PASSWORDS.account - PASSWORDS.pair, () => signIn(email, 'wrong', { systemName }))
    expect((await signIn(email, PASSWORD, { network, systemName })).status).toBe(429)
    expect((await confirm(token, PASSWORD)).status).toBe(200)
    const tries = await repeated(PASSWORDS.browser, () => confirm(token, 'wrong'))
    expect(statuses(tries)).toEqual(tries.map(() => 422))
    expect((await confirm(token, PASSWORD)).status).toBe(429)
    expect((await confirm(other, PASSWORD)).status).toBe(200)
  })
})

describe('a browser that the user has signed in with', () => {
  const email = emailOf('organisationmanager', 'riverside')
  const network = newNetwork()
  let cookie: string
  beforeAll(async () => {
    const first = await signIn(email, PASSWORD)
    cookie = knownCookie(first)
    for (const one of [first.headers['set-cookie']].flat().map(String))
      expect(one).toMatch(/Path=\/api\/(auth|account); HttpOnly; SameSite=Strict/)
    await block(email, network)
    await attack(email, PASSWORDS.account - PASSWORDS.pair)
  })

  test('is let through at once during an attack, also from a blocked network', async () => {
    expect((await signIn(email, PASSWORD, { network })).status).toBe(429)
    expect((await signIn(email, PASSWORD, { network, cookie })).status).toBe(200)
  })

  test('is limited itself', async () => {
    await signIn(email, PASSWORD, { cookie })
    const tries = await repeated(PASSWORDS.browser, () => signIn(email, 'wrong', { cookie }))
    expect(statuses(tries)).toEqual(tries.map(() => 400))
    expect((await signIn(email, PASSWORD, { cookie })).status).toBe(429)
  })

  test('is known for its own accounts only, and not with an altered cookie', async () => {
    const [mine, victim] = [emailOf('leasingspecialist', 'riverside'), emailOf('superadmin', 'riverside')]
    const stranger = knownCookie(await signIn(mine, PASSWORD))
    const network = newNetwork()
    await block(victim, network)
    const [head, payload, signature] = cookie.split('.')
    const altered = Buffer.from(JSON.stringify({ browser: 'x', accounts: ['x'] })).toString('base64url')
    for (const one of [stranger, `${head}.${altered}.${signature}`, `${head}.${payload}.`, `${KNOWN_COOKIE}=x`])
      expect((await signIn(victim, PASSWORD, { network, cookie: one })).status).toBe(429)
    // One browser is known for each account that signed in with it.
    const both = knownCookie(await signIn(victim, PASSWORD, { cookie: stranger }))
    for (const one of [mine, victim]) expect((await signIn(one, PASSWORD, { network, cookie: both })).status).toBe(200)
  })
})

describe('a request of a new password', () => {
  const request = (userName: string, { network = newNetwork(), cookie, systemName = 'riverside' }: From = {}) =>
    server.ask(session.forgotPassword, {
      input: { OrganisationSystemName: systemName, UserName: userName },
      remoteAddress: network,
      headers: { ...(cookie && { cookie }) },
    })
  const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)
  const linkIn = ({ body }: { body: string }) => {
    const link = new URLSearchParams(body.match(/resetpassword\?(\S+)/)![1])
    return { UserId: link.get('userId'), IssuedFor: link.get('issuedFor'), Token: link.get('key') }
  }

  test('by strangers leaves the user valid links, and a known browser another one; the reply is always the same', async () => {
    const email = emailOf('mailroomstaff', 'riverside')
    const cookie = knownCookie(await signIn(email, PASSWORD))
    const strangers = await repeated(REQUESTS.account + 5, () => request(email))
    expect(statuses(strangers)).toEqual(strangers.map(() => 200))
    expect(mailsTo(email).length).toBe(REQUESTS.account)
    const unknown = await request('nobody@riverside.test')
    for (let i = 0; i < REQUESTS.browser; i += 1) {
      const reply = await request(email, { cookie })
      expect([reply.status, reply.body]).toEqual([200, unknown.body])
    }
    expect(mailsTo(email).length).toBe(REQUESTS.account + REQUESTS.browser)
    expect((await request(email, { cookie })).status).toBe(429)
    const NewPassword = 'kettle harbour tuba'
    const input = { ...linkIn(mailsTo(email)[0]!), NewPassword }
    expect((await server.ask(session.resetPassword, { input })).status).toBe(200)
    // The links have ended, so that the next request sends a mail again.
    await request(email)
    expect(mailsTo(email).length).toBe(REQUESTS.account + REQUESTS.browser + 1)
  })

  test('is limited per network: for one account, and for all', async () => {
    const network = newNetwork()
    const ask = (userName: string) => request(userName, { network })
    const same = await repeated(REQUESTS.pair + 1, () => ask('someone@riverside.test'))
    expect(statuses(same).sort()).toEqual([...same.slice(1).map(() => 200), 429])
    const others = await repeated(REQUESTS.network - REQUESTS.pair, (at) => ask(`other${at}@riverside.test`))
    expect(statuses(others).filter((status) => status === 429).length).toBe(1)
    expect((await ask('last@riverside.test')).headers['retry-after']).toBeDefined()
  })

  test('counts plus-addresses as one mailbox', async () => {
    const network = newNetwork()
    const replies = await repeated(REQUESTS.pair + 1, (at) => request(`someone.else+${at}@riverside.test`, { network }))
    expect(statuses(replies).filter((status) => status === 429).length).toBe(1)
  })

  test('for plus-addresses that nobody has leaves the mailbox its mails', async () => {
    const email = emailOf('propertymanager', 'riverside')
    await repeated(REQUESTS.account + 1, (at) => request(email.replace('@', `+${at}@`)))
    expect(mailsTo(email)).toEqual([])
    await request(email)
    expect(mailsTo(email).length).toBe(1)
  })

  test('lets the user sign in during an attack, once the password is set', async () => {
    const email = emailOf('superadmin', 'riverside')
    const before = knownCookie(await signIn(email, PASSWORD))
    const network = newNetwork()
    await block(email, network)
    await attack(email, PASSWORDS.account - PASSWORDS.pair)
    await request(email)
    const NewPassword = 'violet kettle harbour'
    const done = await server.ask(session.resetPassword, {
      input: { ...linkIn(mailsTo(email).at(-1)!), NewPassword },
      remoteAddress: network,
    })
    expect(done.status).toBe(200)
    expect((await signIn(email, NewPassword, { network })).status).toBe(200)
    // The browser that set the password is known; those that knew the old one are not.
    await block(email, network)
    await attack(email, PASSWORDS.account - PASSWORDS.pair)
    expect((await signIn(email, NewPassword, { network, cookie: knownCookie(done) })).status).toBe(200)
    expect((await signIn(email, NewPassword, { network, cookie: before })).status).toBe(429)
  })
})
