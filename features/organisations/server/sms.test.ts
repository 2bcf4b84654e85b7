import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { freePort } from '#platform/server/config/ports.ts'
import { sendSms } from '#platform/server/sms.ts'
import { startSmsService } from '#platform/server/testing/sms-service.ts'
import { organisations } from '../contract.ts'

let server: TestServer
let service: Awaited<ReturnType<typeof startSmsService>>
let id: string
let harbour: string
let token: string
/** An organisation of one test, with its manager. */
let quay: string
let ofQuay: string
beforeAll(async () => {
  service = await startSmsService()
  server = await testServer({ smsApiUrl: service.url })
  id = (await seedOrganisation(server, 'riverside', { isSuperAdmin: true })).organisationId
  harbour = (await seedOrganisation(server, 'harbour')).organisationId
  token = await tokenOf(server, 'organisationmanager', 'riverside')
  quay = (await seedOrganisation(server, 'quay')).organisationId
  ofQuay = await tokenOf(server, 'organisationmanager', 'quay')
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

const GATEWAY = { AccountSid: 'AC123', AuthToken: 'right-token', SenderPhoneNumber: '+1 (555) 01-00', IsEnabled: true }
const get = (of = id, as = token) => server.ask(organisations.sms, { token: as, params: { id: of } })
const save = (change: object = {}, of = id, as = token) =>
  server.ask(organisations.saveSms, { token: as, params: { id: of }, input: { ...GATEWAY, ...change } })
const sendTest = (phone = '15550100123', of = id, as = token) =>
  server.ask(organisations.testSms, { token: as, params: { id: of, phone } })

test('a test needs saved settings', async () => {
  expect((await get()).body).toMatchObject({ AccountSid: '', IsEnabled: false, HasAuthToken: false, SettingType: 41 })
  expect(await sendTest()).toMatchObject({ status: 422, body: { Message: 'Details must be saved before the test' } })
})

test.each([
  [{ AccountSid: '' }, 'AccountSid', 'Enter valid AccountSid!'],
  [{ AccountSid: '../AC1' }, 'AccountSid', 'Enter valid AccountSid!'],
  [{ AuthToken: '' }, 'AuthToken', 'Enter valid AuthToken!'],
  [{ AuthToken: 'two words' }, 'AuthToken', 'Enter valid AuthToken!'],
  [{ SenderPhoneNumber: '' }, 'SenderPhoneNumber', 'Enter valid SenderPhoneNumber!'],
  [{ SenderPhoneNumber: 'riverside' }, 'SenderPhoneNumber', 'Enter valid SenderPhoneNumber!'],
])('a save with %o is refused', async (change, Field, Message) => {
  expect(await save(change)).toMatchObject({ status: 400, body: { Field, Message } })
})

test('SMS gateway settings › are saved, and the token never comes back', async () => {
  expect((await save()).body.Message).toBe('SMS gateway settings have been saved successfully.')
  const { body } = await get()
  expect(body).toEqual({
    AccountSid: 'AC123',
    SenderPhoneNumber: '+15550100',
    IsEnabled: true,
    HasAuthToken: true,
    IncomingAddress: expect.stringMatching(/\/api\/notices\/sms\/incoming\/[\w-]{36}$/),
    StatusAddress: expect.stringMatching(/\/api\/notices\/sms\/status\/[\w-]{36}$/),
    OrganisationSettingId: id,
    OrgName: 'riverside',
    SettingType: 41,
    SenderType: 'Twilio',
    Version: expect.stringMatching(/^\d+$/),
  })
  const stored = await inOrganisation(server, id, async (db) => ({
    gateway: await db.selectFrom('sms_gateways').selectAll().executeTakeFirstOrThrow(),
    audit: await db.selectFrom('audit').select(['action', 'detail']).where('subject_id', '=', id).execute(),
  }))
  expect(stored.gateway.auth_token_encrypted.toString('latin1')).not.toContain('right-token')
  expect(JSON.stringify(stored.audit)).not.toContain('right-token')
  expect(stored.audit).toContainEqual(expect.objectContaining({ action: 'SMS gateway changed' }))
})

test.each([
  ['(202) 555-0100', '+12025550100'],
  ['202.555.0100', '+12025550100'],
  ['1 202 555 0100', '+12025550100'],
  ['0044 7911 123457', '+447911123457'],
  ['+44 7911 123457', '+447911123457'],
  ['12345', '12345'],
  ['+15550100', '+15550100'],
])('the sender %s is %s', async (typed, SenderPhoneNumber) => {
  const { Version } = (await get()).body
  expect((await save({ Version, SenderPhoneNumber: typed })).status).toBe(200)
  expect((await get()).body).toMatchObject({ SenderPhoneNumber })
})

test('an account that a colleague has changed since is not overwritten', async () => {
  const none = (await get(quay, ofQuay)).body.Version
  const first = await Promise.all([1, 2].map(() => save({ Version: none }, quay, ofQuay)))
  expect(first.map(({ status }) => status).sort()).toEqual([200, 409])
  const { Version } = (await get(quay, ofQuay)).body
  expect((await save({ Version, SenderPhoneNumber: '+15550199' }, quay, ofQuay)).status).toBe(200)
  const outdated = await save({ Version, IsEnabled: false }, quay, ofQuay)
  expect(outdated).toMatchObject({ status: 409, body: { Code: 'MsgChangedElsewhere' } })
  expect((await get(quay, ofQuay)).body).toMatchObject({ SenderPhoneNumber: '+15550199', IsEnabled: true })
})

test('a save without a token keeps it, unless the account changes', async () => {
  await save()
  expect((await save({ AuthToken: '' })).status).toBe(200)
  expect((await sendTest()).status).toBe(200)
  expect(await save({ AuthToken: '', AccountSid: 'AC999' })).toMatchObject({ status: 400, body: { Field: 'AuthToken' } })
})

test('a test is sent by the saved account and recorded', async () => {
  await save()
  const reply = await sendTest('15550100124')
  expect(reply.body.Message).toBe('The test SMS was sent to +15550100124.')
  expect(service.received.at(-1)).toEqual({
    path: '/2010-04-01/Accounts/AC123/Messages.json',
    login: 'AC123:right-token',
    to: '+15550100124',
    from: '+15550100',
    body: 'This is a test message of riverside.',
    statusCallback: '',
  })
  const changes = await server.ask(organisations.changes, { token, params: { id } })
  expect(changes.body[0]).toMatchObject({ Action: 'SMS gateway tested' })
})

test.each(['+15550100123', '555', 'abc', '1555 0100123'])('a test to the number %s is refused', async (phone) => {
  expect((await sendTest(phone)).status).toBe(400)
})

test('what the service refuses is shown with its reason, and tests are limited', async () => {
  const superAdmin = await tokenOf(server, 'superadmin', 'riverside')
  expect((await save({ AuthToken: 'wrong-token' }, harbour, superAdmin)).status).toBe(200)
  expect(await sendTest('15550100123', harbour, superAdmin)).toMatchObject({
    status: 422,
    body: { Message: 'The SMS service refused the test: Authenticate' },
  })
  await save({ AuthToken: 'wrong-token', IsEnabled: false }, harbour, superAdmin)
  expect((await sendTest('15550100123', harbour, superAdmin)).body.Message).toBe('Details must be saved before the test')
  await save({}, harbour, superAdmin)
  const replies = []
  for (let n = 0; n < 6; n += 1) replies.push((await sendTest('15550100123', harbour, superAdmin)).status)
  expect(replies).toContain(200)
  expect(replies.at(-1)).toBe(429)
})

test('another organisation’s gateway looks like a missing one', async () => {
  expect((await get(harbour)).status).toBe(404)
  expect((await save({}, harbour)).status).toBe(404)
  expect((await sendTest('15550100123', harbour)).status).toBe(404)
})

test('a service that does not listen, answers strangely or redirects sends nothing', async () => {
  const account = { accountSid: 'AC1', authToken: 'x', sender: '+1' }
  const message = { to: '+2', body: 'x' }
  const strange = createServer((request, reply) => {
    if (request.url?.startsWith('/redirect')) reply.writeHead(302, { location: service.url }).end()
    else reply.writeHead(500).end('<html>')
  })
  await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(strange.address() as AddressInfo).port}`
  const notSent = { isSent: false, reason: null, isFinal: false, isUnknown: false }
  expect(await sendSms(url, account, message)).toEqual({ ...notSent, reason: 'HTTP 500' })
  expect(await sendSms(`${url}/redirect`, account, message)).toEqual(notSent)
  strange.closeAllConnections()
  strange.close()
  expect(await sendSms(`http://127.0.0.1:${await freePort('127.0.0.1')}`, account, message)).toEqual(notSent)
})
