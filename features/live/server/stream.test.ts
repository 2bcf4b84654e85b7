import { setTimeout as wait } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  emailOf,
  inOrganisation,
  type OrganisationFixtures,
  seedOrganisation,
  signInAs,
  tokenOf,
} from '#apps/server/testing/fixtures.ts'
import { boundApp, type TestServer, testServer } from '#apps/server/testing/server.ts'
import { REFRESH_COOKIE, session } from '#features/session/contract.ts'
import { type Claims, signAccessToken } from '#features/session/server/tokens.ts'
import { newId } from '#platform/ids.ts'
import { PORTAL_ROLES, ROLES, type Role } from '#platform/permissions.ts'
import { soon, WAIT_LIMIT_MS } from '#platform/server/testing/waiting.ts'
import { live } from '../contract.ts'
import { liveRoute, STREAMS_PER_USER } from './stream.ts'

let server: TestServer
let riverside: OrganisationFixtures
let harbour: OrganisationFixtures
let address: string
beforeAll(async () => {
  server = await testServer()
  riverside = await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  harbour = await seedOrganisation(server, 'harbour')
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())

/** Opens the stream like a browser and collects its text. */
async function listen(token: string, organisationId?: string, node = address) {
  const controller = new AbortController()
  const reply = await fetch(`${node}/api${live.stream.path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip, br',
      ...(organisationId && { 'x-organisation-id': organisationId }),
    },
    signal: controller.signal,
  })
  const received = { text: '', isOver: false }
  const gather = async () => {
    for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) received.text += part
  }
  gather()
    .catch(() => {})
    .finally(() => {
      received.isOver = true
    })
  return { reply, received, close: () => controller.abort() }
}
const listenAs = async (role: Role, systemName = 'riverside') => listen(await tokenOf(server, role, systemName))
const changed = (organisation: OrganisationFixtures, at: number) => {
  const lockerBankId = newId()
  server.live.changed({
    organisationId: organisation.organisationId,
    propertyId: organisation.properties[at]!.id,
    lockerBankId,
    topic: 'packages',
  })
  return lockerBankId
}

describe.concurrent('the live stream', () => {
  test('sends a change, as an event that is neither compressed nor cached', async () => {
    const { reply, received, close } = await listenAs('organisationmanager')
    expect(reply.headers.get('content-type')).toBe('text/event-stream')
    expect(reply.headers.get('content-encoding')).toBeNull()
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const lockerBankId = changed(riverside, 0)
    await soon(() => expect(received.text).toContain(lockerBankId))
    const event = received.text.split('\n\n').find((one) => one.includes(lockerBankId))!
    const [, data] = /^event: change\ndata: (.+)$/.exec(event)!
    expect(JSON.parse(data!)).toEqual({ PropertyId: riverside.properties[0]!.id, LockerBankId: lockerBankId, Topic: 'packages' })
    close()
  })

  test('sends nothing of other properties and organisations', async () => {
    const [mailroom, manager] = [await listenAs('mailroomstaff'), await listenAs('organisationmanager')]
    const hidden = [changed(riverside, 1), changed(harbour, 0)]
    const last = changed(riverside, 0)
    await soon(() => expect(mailroom.received.text).toContain(last))
    await soon(() => expect(manager.received.text).toContain(hidden[0]))
    await wait(200)
    for (const id of hidden) expect(mailroom.received.text).not.toContain(id)
    expect(manager.received.text).not.toContain(hidden[1])
    mailroom.close()
    manager.close()
  })

  test('sends a super administrator the changes of the selected organisation, and no other user those of a foreign one', async () => {
    const chief = await listen(await tokenOf(server, 'superadmin', 'riverside'), harbour.organisationId)
    const lockerBankId = changed(harbour, 1)
    await soon(() => expect(chief.received.text).toContain(lockerBankId))
    chief.close()
    const stranger = await listen(await tokenOf(server, 'superadmin', 'harbour'), riverside.organisationId)
    expect(stranger.reply.status).toBe(403)
  })

  test('ends with the token', async () => {
    const claims = decodeJwt<Claims>(await tokenOf(server, 'propertymanager', 'riverside'))
    const token = await signAccessToken(server.keys.accessTokens, claims, 4 / 60)
    const { received } = await listen(token)
    await soon(() => expect(received.isOver).toBe(true))
    expect(Date.now()).toBeGreaterThanOrEqual(decodeJwt(token).exp! * 1000)
  })

  test('is limited per user, and closed streams do not count', async () => {
    const token = await tokenOf(server, 'superadmin', 'harbour')
    const streams = await Promise.all(Array.from({ length: STREAMS_PER_USER }, () => listen(token)))
    expect(streams.map(({ reply }) => reply.status)).toEqual(streams.map(() => 200))
    const refused = await listen(token)
    expect(refused.reply.status).toBe(429)
    expect(refused.reply.headers.get('retry-after')).toBe('60')
    streams[0]!.close()
    await soon(async () => {
      const next = await listen(token)
      expect(next.reply.status).toBe(200)
      next.close()
    })
    for (const { close } of streams) close()
  })
})

describe('over time the live stream', () => {
  // The server's intervals: how often it checks the caller, and how long it caches one.
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }))
  afterAll(() => void vi.useRealTimers())
  const passes = (ms: number) => void vi.advanceTimersByTime(ms)
  /** Runs the check in real time while the mocked clock stands still. */
  async function then(check: () => void) {
    for (const end = performance.now() + WAIT_LIMIT_MS; performance.now() < end; await wait(20)) {
      try {
        return check()
      } catch {
        // Not yet.
      }
    }
    check()
  }

  test('sends heartbeats while nothing happens', async () => {
    const { received, close } = await listenAs('superadmin')
    passes(15_000)
    await then(() => expect(received.text).toContain(': heartbeat'))
    close()
  })

  test('follows a change of the user’s properties within five seconds', async () => {
    const { received, close } = await listenAs('leasingspecialist')
    const id = await idOf('leasingspecialist')
    await inOrganisation(server, riverside.organisationId, (db) =>
      db
        .updateTable('portal_user_properties')
        .set({ property_id: riverside.properties[1]!.id })
        .where('portal_user_id', '=', id)
        .execute(),
    )
    passes(5_000)
    await then(() => expect(received.text).toContain('event: missed'))
    const [lost, gained] = [changed(riverside, 0), changed(riverside, 1)]
    await then(() => expect(received.text).toContain(gained))
    expect(received.text).not.toContain(lost)
    close()
  })

  test('ends within five seconds when the user loses the permission', async () => {
    const { received } = await listenAs('organisationmanager', 'harbour')
    await inOrganisation(server, harbour.organisationId, (db) =>
      db
        .updateTable('portal_users')
        .set({ is_active: false })
        .where('email', '=', emailOf('organisationmanager', 'harbour'))
        .execute(),
    )
    passes(5_000)
    await then(() => expect(received.isOver).toBe(true))
  })

  test('ends within five seconds on every node when the user signs out', async () => {
    const other = await boundApp(server, (route) => liveRoute(route, server.live))
    onTestFinished(() => other.stop())
    const there = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const { access_token, refresh_token } = await signInAs(server, 'mailroomstaff', 'harbour')
    const streams = [await listen(access_token), await listen(access_token, undefined, there)]
    await server.ask(session.signOut, { headers: { cookie: `${REFRESH_COOKIE}=${refresh_token}` } })
    passes(5_000)
    await then(() => expect(streams.map(({ received }) => received.isOver)).toEqual([true, true]))
  })

  test('is checked with one query for all streams of an organisation', async () => {
    const quay = await seedOrganisation(server, 'quay')
    const tokens = await Promise.all(PORTAL_ROLES.map((role) => tokenOf(server, role, 'quay')))
    const streams = await Promise.all(tokens.map((token) => listen(token)))
    const transactions = [vi.spyOn(server.database, 'inTenant'), vi.spyOn(server.database, 'readInTenant')]
    onTestFinished(() => transactions.forEach((spy) => void spy.mockRestore()))
    passes(2_500)
    const ofQuay = () =>
      transactions.flatMap(({ mock }) => mock.calls).filter(([{ organisationId }]) => organisationId === quay.organisationId)
    await then(() => expect(ofQuay()).toHaveLength(1))
    expect(streams.map(({ received }) => received.isOver)).toEqual(streams.map(() => false))
    for (const { close } of streams) close()
  })

  test('ends within five seconds when the password is reset', async () => {
    const { received } = await listenAs('propertymanager', 'harbour')
    const email = emailOf('propertymanager', 'harbour')
    await server.ask(session.forgotPassword, { input: { OrganisationSystemName: 'harbour', UserName: email } })
    const link = new URLSearchParams(server.mails.findLast(({ to }) => to === email)!.body.match(/resetpassword\?(\S+)/)![1])
    const named = { UserId: link.get('userId'), IssuedFor: link.get('issuedFor'), Token: link.get('key') }
    const reply = await server.ask(session.resetPassword, { input: { ...named, NewPassword: 'kettle harbor tuba' } })
    expect(reply.status).toBe(200)
    passes(5_000)
    await then(() => expect(received.isOver).toBe(true))
  })
})

test('does not delay the shutdown', async () => {
  const other = await testServer()
  const organisation = await seedOrganisation(other, 'quay')
  const at = await other.app.listen({ port: 0, host: '127.0.0.1' })
  const token = await tokenOf(other, 'superadmin', organisation.systemName)
  const reply = await fetch(`${at}/api${live.stream.path}`, { headers: { authorization: `Bearer ${token}` } })
  const text = reply.text()
  await other.stop()
  expect(await text).toContain(': open')
})

const idOf = (role: Role) =>
  inOrganisation(server, riverside.organisationId, async (db) => {
    const { id } = await db
      .selectFrom('portal_users')
      .select('id')
      .where('role_id', '=', ROLES[role].id)
      .executeTakeFirstOrThrow()
    return id
  })
