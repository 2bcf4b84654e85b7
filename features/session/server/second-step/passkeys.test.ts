import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, inOrganisation, type OrganisationFixtures, PASSWORD, seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { newId } from '#platform/ids.ts'
import type { PortalRole } from '#platform/permissions.ts'
import { session } from '../../contract.ts'
import { secondStep } from '../../second-step-contract.ts'

let server: TestServer
let riverside: OrganisationFixtures
beforeAll(async () => {
  server = await testServer()
  riverside = await seedOrganisation(server, 'riverside')
})
afterAll(() => server.stop())

type Device = { readonly id: string; readonly privateKey: KeyObject; readonly rowId: string }

/** A user's device with a passkey: an ES256 key, stored as COSE (RFC 9053). */
async function deviceOf(role: PortalRole, counter = 0): Promise<Device> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const coordinate = (text: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')])
  const cose = [Buffer.from('a5010203262001', 'hex'), Buffer.from([0x21]), coordinate(x!), Buffer.from([0x22]), coordinate(y!)]
  const device = { id: randomBytes(16).toString('base64url'), privateKey, rowId: newId() }
  await inOrganisation(server, riverside.organisationId, async (db) => {
    const owner = await db
      .selectFrom('portal_users')
      .select('id')
      .where('email', '=', emailOf(role, 'riverside'))
      .executeTakeFirstOrThrow()
    await db
      .insertInto('passkeys')
      .values({
        organisation_id: riverside.organisationId,
        id: device.rowId,
        portal_user_id: owner.id,
        name: 'Phone',
        credential_id: device.id,
        public_key: Buffer.concat(cose),
        counter,
        transports: [],
        created_at: new Date(),
      })
      .execute()
  })
  return device
}

const PRESENT = 0x01
const VERIFIED = 0x04
type Answer = { origin?: string; party?: string; flags?: number; counter?: number; signedBy?: KeyObject }

/** What the browser sends for a challenge (Web Authentication, section 7.2). */
function answerOf(device: Device, challenge: string, answer: Answer = {}): string {
  const { origin, party, flags = PRESENT | VERIFIED, counter = 1, signedBy = device.privateKey } = answer
  // The PUBLIC_URL of test servers.
  const url = new URL('http://127.0.0.1')
  const client = JSON.stringify({ type: 'webauthn.get', challenge, origin: origin ?? url.origin, crossOrigin: false })
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const data = Buffer.concat([hash(party ?? url.hostname), Buffer.from([flags]), count])
  const signature = sign('sha256', Buffer.concat([data, hash(client)]), signedBy)
  return JSON.stringify({
    id: device.id,
    rawId: device.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(client).toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    },
  })
}

async function ticketOf(role: PortalRole): Promise<string> {
  const client = { client_id: 'api', scope: 'riverside 1' }
  const input = { grant_type: 'password', username: emailOf(role, 'riverside'), password: PASSWORD, ...client }
  return (await server.ask(session.token, { input: input as never })).body.ticket
}
const challengeFor = async (Ticket: string): Promise<string> =>
  ((await server.ask(secondStep.begin, { input: { Ticket } })).body.Passkey as { challenge: string }).challenge
const signIn = (ticket: string, passkey: string) =>
  server.ask(session.token, { input: { grant_type: 'second_step', client_id: 'api', ticket, passkey } })

describe('a passkey as the second step', () => {
  let device: Device
  beforeAll(async () => {
    device = await deviceOf('mailroomstaff')
  })

  test('signs in once with its challenge', async () => {
    const ticket = await ticketOf('mailroomstaff')
    const answer = answerOf(device, await challengeFor(ticket))
    expect(await signIn(ticket, answer)).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
    expect(await signIn(ticket, answer)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const other = await ticketOf('mailroomstaff')
    await challengeFor(other)
    expect(await signIn(other, answer)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  const hostile: [string, () => Answer][] = [
    ['of another origin', () => ({ origin: 'https://parcelhall.example.evil' })],
    ['for another relying party', () => ({ party: 'evil.example' })],
    ['without a person at the device', () => ({ flags: VERIFIED })],
    ['of a person who was not verified', () => ({ flags: PRESENT })],
    ['with a counter that went back', () => ({ counter: 1 })],
    ['signed by another key', () => ({ signedBy: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey })],
  ]
  test.each(hostile)('an answer %s is refused, and its challenge has ended', async (_, answer) => {
    const ticket = await ticketOf('mailroomstaff')
    const challenge = await challengeFor(ticket)
    await inOrganisation(server, riverside.organisationId, (db) =>
      db.updateTable('passkeys').set({ counter: 5 }).where('id', '=', device.rowId).execute(),
    )
    expect(await signIn(ticket, answerOf(device, challenge, { counter: 6, ...answer() }))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect((await signIn(ticket, answerOf(device, challenge, { counter: 7 }))).status).toBe(400)
    expect((await signIn(ticket, answerOf(device, await challengeFor(ticket), { counter: 7 }))).status).toBe(200)
  })

  test('an answer to another challenge, or that is none, is refused', async () => {
    for (const answer of [
      answerOf(device, randomBytes(32).toString('base64url'), { counter: 50 }),
      '',
      '{}',
      '[]',
      '{"id":5}',
      `{"id":"${device.id}"}`,
      'x'.repeat(5_000),
    ]) {
      const ticket = await ticketOf('mailroomstaff')
      await challengeFor(ticket)
      expect([answer.slice(0, 20), (await signIn(ticket, answer)).status]).toEqual([answer.slice(0, 20), 400])
    }
  })

  test('the passkey of another user is refused', async () => {
    const other = await deviceOf('propertymanager')
    const ticket = await ticketOf('mailroomstaff')
    expect((await signIn(ticket, answerOf(other, await challengeFor(ticket), { counter: 60 }))).status).toBe(400)
  })
})

test('a passkey alone signs its user in; its ticket is used up by a wrong answer', async () => {
  const device = await deviceOf('leasingspecialist')
  const begin = async () => {
    const { body } = await server.ask(secondStep.beginPasskey, { input: { OrganisationSystemName: 'riverside' } })
    return { ticket: body.Ticket, challenge: (body.Passkey as { challenge: string }).challenge }
  }
  const first = await begin()
  expect((await signIn(first.ticket, answerOf(device, first.challenge))).status).toBe(200)
  const second = await begin()
  expect(
    (await signIn(second.ticket, answerOf(device, second.challenge, { origin: 'https://evil.example', counter: 2 }))).status,
  ).toBe(400)
  expect((await signIn(second.ticket, answerOf(device, second.challenge, { counter: 2 }))).status).toBe(400)
})
