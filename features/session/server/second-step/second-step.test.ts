import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { emailOf, inOrganisation, type OrganisationFixtures, PASSWORD, seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { profile } from '#features/profile/contract.ts'
import type { PortalRole } from '#platform/permissions.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { confirmation } from '../../confirm-contract.ts'
import { session } from '../../contract.ts'
import { SECOND_STEP_REQUIRED, SECOND_STEP_SET_UP } from '../../public.ts'
import { secondStep } from '../../second-step-contract.ts'
import { CODES } from './attempts.ts'

let server: TestServer
let riverside: OrganisationFixtures
let harbour: OrganisationFixtures
beforeAll(async () => {
  server = await testServer()
  riverside = await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  harbour = await seedOrganisation(server, 'harbour')
})
afterAll(() => server.stop())

const password = (role: PortalRole, { systemName = 'riverside', from = '10.1.0.1' } = {}) =>
  server.ask(session.token, {
    remoteAddress: from,
    input: {
      grant_type: 'password',
      username: emailOf(role, systemName),
      password: PASSWORD,
      client_id: 'api',
      scope: `${systemName} 1`,
    },
  })
const byCode = (ticket: string, code: string) =>
  server.ask(session.token, { input: { grant_type: 'second_step', client_id: 'api', ticket, code } })

/** A clock of an app: each code is of another time step, because none is accepted twice. */
let steps = 0
const codeOf = (secret: string, step = ++steps) => {
  vi.setSystemTime(START + step * 30_000)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: START + step * 30_000 })
}
const START = Date.now()
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

/** Sets the app up for a user who signs in by password. */
async function withApp(role: PortalRole) {
  const token = (await password(role)).body.access_token as string
  const secret = (await server.ask(secondStep.beginApp, { token })).body.Secret as string
  const { body } = await server.ask(secondStep.confirmApp, { token, input: { Code: codeOf(secret) } })
  return { token, secret, recoveryCodes: body.RecoveryCodes as string[] }
}
const auditOf = (action: string) =>
  inOrganisation(server, riverside.organisationId, (db) =>
    db
      .selectFrom('audit')
      .select(['actor_name', 'address', 'detail'])
      .where('action', '=', action as never)
      .execute(),
  )

describe('a code of an authenticator app', () => {
  test('is asked for after the right password, with a ticket and without tokens', async () => {
    const { secret, recoveryCodes } = await withApp('mailroomstaff')
    expect(recoveryCodes).toHaveLength(10)
    const mail = server.mails.findLast(({ to }) => to === emailOf('mailroomstaff', 'riverside'))
    expect(mail?.body).toContain('an authenticator app was added to your account')
    const first = await password('mailroomstaff')
    expect(first).toMatchObject({ status: 400, body: { error: SECOND_STEP_REQUIRED, ticket: expect.any(String) } })
    expect(Object.keys(first.body).sort()).toEqual(['error', 'error_description', 'ticket'])
    const { ticket } = first.body
    const begun = await server.ask(secondStep.begin, { input: { Ticket: ticket } })
    expect(begun.body).toEqual({ HasApp: true, Passkey: null, SetUp: null })
    expect(await byCode(ticket, '000000')).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const signedIn = await byCode(ticket, codeOf(secret))
    expect(signedIn).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
    expect((await server.ask(session.preload, { token: signedIn.body.access_token })).status).toBe(200)
    expect((await auditOf('second step failed')).at(-1)).toMatchObject({ address: '127.0.0.1' })
    expect((await auditOf('signed in')).at(-1)).toMatchObject({ detail: { by: 'password and app' } })
  })

  test('is accepted once, and so is its ticket', async () => {
    const { secret } = await withApp('leasingspecialist')
    const tickets = [(await password('leasingspecialist')).body.ticket, (await password('leasingspecialist')).body.ticket]
    const code = codeOf(secret)
    expect((await byCode(tickets[0], code)).status).toBe(200)
    expect((await byCode(tickets[1], code)).status).toBe(400)
    expect((await byCode(tickets[0], codeOf(secret))).body.error_description).toMatch(/^This took too long/)
    // Two requests at once with one code.
    const next = codeOf(secret)
    const more = (await password('leasingspecialist')).body.ticket
    const both = await Promise.all([byCode(tickets[1], next), byCode(more, next)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('wrong ones are counted, also with new tickets; a ticket ends after ten minutes', async () => {
    const { secret } = await withApp('propertymanager')
    for (let i = 0; i < CODES.quarterHour; i++)
      expect((await byCode((await password('propertymanager')).body.ticket, '000000')).status).toBe(400)
    const { ticket } = (await password('propertymanager')).body
    expect((await byCode(ticket, codeOf(secret))).status).toBe(429)
    steps += 21
    expect((await byCode(ticket, codeOf(secret))).body.error).toBe('invalid_grant')
  })

  test('is not needed for a refresh, and its ticket ends with a new password', async () => {
    const { token, secret } = await withApp('organisationmanager')
    const { body } = await password('organisationmanager')
    const signedIn = await byCode(body.ticket, codeOf(secret))
    const input = { grant_type: 'refresh_token', client_id: 'api', refresh_token: signedIn.body.refresh_token }
    expect((await server.ask(session.token, { input })).status).toBe(200)
    const { ticket } = (await password('organisationmanager')).body
    const change = { Password: PASSWORD, NewPassword: 'kettle violet tuba 81' }
    expect((await server.ask(profile.changePassword, { token, input: change })).status).toBe(200)
    expect((await byCode(ticket, codeOf(secret))).status).toBe(400)
  })

  test('the password alone changes no password of a user with two steps', async () => {
    const names = { OrganisationSystemName: 'riverside', UserName: emailOf('mailroomstaff', 'riverside') }
    const input = { ...names, Password: PASSWORD, NewPassword: 'kettle violet tuba 81' }
    expect(await server.ask(session.changePassword, { input })).toMatchObject({
      status: 422,
      body: { Code: 'MsgSecondStepFirst' },
    })
  })

  test('the app is removed with password and code only', async () => {
    const { token, secret } = await withApp('superadmin')
    const remove = (Password: string, Code: string) => server.ask(secondStep.removeApp, { token, input: { Password, Code } })
    expect(await remove('wrong', codeOf(secret))).toMatchObject({ status: 422, body: { Field: 'Password' } })
    expect(await remove(PASSWORD, '000000')).toMatchObject({ status: 422, body: { Field: 'Code' } })
    expect(await remove(PASSWORD, codeOf(secret))).toMatchObject({ status: 200 })
    expect((await password('superadmin')).status).toBe(200)
    expect((await server.ask(secondStep.get, { token })).body).toMatchObject({ HasApp: false, RecoveryCodes: 0 })
    const mail = server.mails.findLast(({ to }) => to === emailOf('superadmin', 'riverside'))
    expect(mail?.body).toContain('the authenticator app was removed')
  })

  test('its secret is encrypted at rest, and recovery codes are hashed', async () => {
    const { body } = await password('superadmin', { systemName: 'harbour' })
    const { Secret: secret } = (await server.ask(secondStep.beginApp, { token: body.access_token })).body
    const row = await inOrganisation(server, harbour.organisationId, (db) =>
      db.selectFrom('totp_secrets').select(['secret_encrypted', 'confirmed_at']).executeTakeFirstOrThrow(),
    )
    expect(row.secret_encrypted.toString('latin1')).not.toContain(secret)
    // Until a code was confirmed nothing is asked for.
    expect(row.confirmed_at).toBeNull()
    expect((await password('superadmin', { systemName: 'harbour' })).status).toBe(200)
  })

  test('the first one ends the user’s other sign-ins, which had one step', async () => {
    const other = (await password('organisationmanager', { systemName: 'harbour' })).body.access_token
    const token = (await password('organisationmanager', { systemName: 'harbour' })).body.access_token
    const secret = (await server.ask(secondStep.beginApp, { token })).body.Secret
    await server.ask(secondStep.confirmApp, { token, input: { Code: codeOf(secret) } })
    expect((await server.ask(secondStep.get, { token })).status).toBe(200)
    await soon(async () => expect((await server.ask(secondStep.get, { token: other })).status).toBe(401))
  })

  test('setting it up asks for the password again, ten minutes after the sign-in', async () => {
    const { body } = await password('propertymanager', { systemName: 'harbour' })
    await inOrganisation(server, harbour.organisationId, (db) =>
      db
        .updateTable('sign_ins')
        .set({ confirmed_at: new Date(START - 11 * 60_000) })
        .execute(),
    )
    const begun = await server.ask(secondStep.beginApp, { token: body.access_token })
    expect(begun).toMatchObject({ status: 422, body: { Code: 'PasswordRequired' } })
  })
})

test('who has a second step confirms the identity by signing in again: the password alone does not', async () => {
  const systemName = 'pier'
  const { organisationId } = await seedOrganisation(server, systemName)
  const signedIn = (await password('mailroomstaff', { systemName })).body.access_token
  const secret = (await server.ask(secondStep.beginApp, { token: signedIn })).body.Secret
  await server.ask(secondStep.confirmApp, { token: signedIn, input: { Code: codeOf(secret) } })
  await inOrganisation(server, organisationId, (db) =>
    db
      .updateTable('sign_ins')
      .set({ confirmed_at: new Date(START - 11 * 60_000) })
      .execute(),
  )
  const needed = { status: 422, body: { Code: 'SignInRequired' } }
  expect(await server.ask(secondStep.renewCodes, { token: signedIn })).toMatchObject(needed)
  expect(await server.ask(confirmation.confirm, { token: signedIn, input: { Password: PASSWORD } })).toMatchObject(needed)
  expect(await server.ask(secondStep.renewCodes, { token: signedIn })).toMatchObject(needed)
  const { ticket } = (await password('mailroomstaff', { systemName })).body
  const token = (await byCode(ticket, codeOf(secret))).body.access_token
  expect((await server.ask(secondStep.renewCodes, { token })).status).toBe(200)
})

describe('a recovery code', () => {
  test('signs in once; new ones end those before; the owner is notified', async () => {
    const token = (await password('leasingspecialist', { systemName: 'harbour' })).body.access_token
    const secret = (await server.ask(secondStep.beginApp, { token })).body.Secret
    const { RecoveryCodes } = (await server.ask(secondStep.confirmApp, { token, input: { Code: codeOf(secret) } })).body
    const ticket = async () => (await password('leasingspecialist', { systemName: 'harbour' })).body.ticket
    expect((await byCode(await ticket(), RecoveryCodes[0].toUpperCase())).status).toBe(200)
    expect((await byCode(await ticket(), RecoveryCodes[0])).status).toBe(400)
    expect((await server.ask(secondStep.get, { token })).body.RecoveryCodes).toBe(9)
    const mail = server.mails.findLast(({ to }) => to === emailOf('leasingspecialist', 'harbour'))
    expect(mail?.body).toContain('a recovery code was used')
    const renewed = (await server.ask(secondStep.renewCodes, { token })).body.RecoveryCodes
    expect((await byCode(await ticket(), RecoveryCodes[1])).status).toBe(400)
    expect((await byCode(await ticket(), renewed[0])).status).toBe(200)
  })
})

describe('an organisation that requires a second step', () => {
  const role = 'mailroomstaff'
  const from = { systemName: 'quay' }
  test('lets a user in after it was set up, and keeps the last one', async () => {
    const { organisationId: id } = await seedOrganisation(server, 'quay')
    await inOrganisation(server, id, (db) =>
      db.updateTable('organisations').set({ requires_second_step: true }).where('id', '=', id).execute(),
    )
    const first = await password(role, from)
    expect(first).toMatchObject({ status: 400, body: { error: SECOND_STEP_SET_UP } })
    const { ticket } = first.body
    const { SetUp } = (await server.ask(secondStep.begin, { input: { Ticket: ticket } })).body
    expect(SetUp.QrCode).toMatch(/^data:image\/svg\+xml;base64,/)
    expect((await byCode(ticket, '000000')).status).toBe(400)
    const signedIn = await byCode(ticket, codeOf(SetUp.Secret))
    expect(signedIn).toMatchObject({ status: 200, body: { recovery_codes: expect.any(Array) } })
    const token = signedIn.body.access_token
    const remove = { Password: PASSWORD, Code: codeOf(SetUp.Secret) }
    expect(await server.ask(secondStep.removeApp, { token, input: remove })).toMatchObject({
      status: 422,
      body: { Code: 'MsgSecondStepKept' },
    })
    expect((await password(role, from)).body.error).toBe(SECOND_STEP_REQUIRED)
  })
})

describe('a ticket', () => {
  test.each(['', 'x', `${'0'.repeat(36)}.${'a'.repeat(43)}`])('that was invented (%j) opens nothing', async (ticket) => {
    expect((await byCode(ticket, '123456')).body.error).toBe('invalid_grant')
    const reply = await server.ask(secondStep.begin, { input: { Ticket: ticket } })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
  })

  test('is no access token and no refresh token', async () => {
    const { ticket } = (await password('mailroomstaff')).body
    expect((await server.ask(session.preload, { token: ticket })).status).toBe(401)
    const input = { grant_type: 'refresh_token', client_id: 'api', refresh_token: ticket }
    expect((await server.ask(session.token, { input })).status).toBe(400)
  })
})
