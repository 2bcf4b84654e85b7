import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { organisations } from '#features/organisations/contract.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { createLog } from '#platform/server/config/log.ts'
import { smtpTransport, type Transport } from '#platform/server/mail/delivery.ts'
import { sendSms } from '#platform/server/sms.ts'
import { mailServer } from '#platform/server/testing/mail-server.ts'
import { startSmsService } from '#platform/server/testing/sms-service.ts'
import { notices } from '../contract.ts'
import { sendNotices, sendNoticesRegularly } from './sender.ts'

const NOON = new Date('2026-11-23T12:00:00Z')
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
const FOR_NOW = (answer: string) => `The provider refused it for now: ${answer}. It will be tried again.`
const SOON = 'The provider cannot be reached. It will be tried again.'

let server: TestServer
let sms: Awaited<ReturnType<typeof startSmsService>>
let smtp: Awaited<ReturnType<typeof mailServer>>
let transport: Transport
let fixtures: PackageFixtures
let token: string
let nth = 0
beforeAll(async () => {
  sms = await startSmsService()
  smtp = await mailServer()
  server = await testServer({ smsApiUrl: sms.url })
  transport = smtpTransport(`smtp://127.0.0.1:${smtp.port}`, 'desk@house.test', 500)
})
afterAll(async () => {
  transport.close()
  await server.stop()
  await smtp.close()
  await sms.stop()
})
beforeEach(async () => {
  nth += 1
  const organisation = await seedOrganisation(server, `faults${nth}`)
  fixtures = await seedPackageFixtures(server, organisation)
  token = await tokenOf(server, 'organisationmanager', organisation.systemName)
  const gateway = { AccountSid: 'AC1', AuthToken: 'right-token', SenderPhoneNumber: '+15550100', IsEnabled: true }
  await server.ask(organisations.saveSms, { token, params: { id: organisation.organisationId }, input: gateway })
  smtp.answerWith({})
  sms.answerWith(201)
})

/** A package in the mailroom whose recipient has one of the two addresses. */
async function arrive(addresses: { email?: string; mobile_phone?: string }) {
  const person = fixtures.people[0]!
  await fixtures.asTenant((db) =>
    db
      .updateTable('residents')
      .set({ email: '', mobile_phone: '', ...addresses })
      .where('id', '=', person.residentId)
      .execute(),
  )
  const id = await fixtures.add(person, { at: NOON })
  await fixtures.asTenant((db) => db.deleteFrom('package_reminders').execute())
  smtp.mails.length = 0
  sms.received.length = 0
  return id
}
const byEmail = () => arrive({ email: `ada${nth}@house.test` })
const bySms = () => arrive({ mobile_phone: '+44 7911 123456' })
const deps = () => {
  const { database, keys } = server
  return { database, keys, transport, smsApiUrl: sms.url, publicUrl: 'http://127.0.0.1', log: createLog('silent') }
}
const send = (now = NOON) => sendNotices(deps(), () => now)
/** What staff see of the one notice of this test. */
async function outcome() {
  const { body } = await server.ask(notices.page, { token, input: {} })
  expect(body.Data).toHaveLength(1)
  return body.Data[0] as { MediumId: number; Status: string; Reason: string | null; DueAt: string | null }
}

describe('an e-mail', () => {
  test.each([
    ['recipient', 550],
    ['recipient', 552],
    ['message', 554],
  ])('whose %s the server refuses with %i is not tried again', async (step, code) => {
    await byEmail()
    smtp.answerWith({ [step]: code })
    await send()
    expect(await outcome()).toMatchObject({ Status: 'Failed', Reason: expect.stringContaining(`${code} refused with ${code}`) })
    smtp.answerWith({})
    await send(later(86_400))
    expect(smtp.mails).toEqual([])
  })

  test.each([
    ['recipient', 450],
    ['message', 451],
    ['sender', 451],
    ['sender', 550],
  ])('whose %s the server refuses with %i for now is sent once it accepts', async (step, code) => {
    await byEmail()
    smtp.answerWith({ [step]: code })
    await send()
    expect(await outcome()).toMatchObject({ Status: 'Waiting', Reason: FOR_NOW(`${code} refused with ${code}`) })
    smtp.answerWith({})
    await send(later(31))
    await send(later(62))
    expect(smtp.mails).toHaveLength(1)
    expect(await outcome()).toMatchObject({ Status: 'Sent', Reason: null })
  })

  test.each(['drop', 'silence'] as const)(
    'that the server takes with a %s has the same Message-ID when it is sent again',
    async (how) => {
      await byEmail()
      smtp.answerWith({ message: how })
      await send()
      expect(smtp.mails).toHaveLength(1)
      expect(await outcome()).toMatchObject({ Status: 'Waiting', Reason: SOON })
      smtp.answerWith({})
      await send(later(31))
      expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(1)
      expect(smtp.mails).toHaveLength(2)
      expect(await outcome()).toMatchObject({ Status: 'Sent' })
    },
  )
})

describe('an SMS', () => {
  test.each([
    [400, 21211, 'Invalid number'],
    [400, 21610, 'Unsubscribed'],
    [403, 21610, 'Unsubscribed'],
    [429, 21614, 'Not a mobile number'],
  ])('that the service refuses with %i and code %i is not tried again', async (status, code, message) => {
    await bySms()
    sms.answerWith(status, { code, message })
    await send()
    await send(later(86_400))
    expect(sms.received).toHaveLength(1)
    expect(await outcome()).toMatchObject({ Status: 'Failed', Reason: `The provider refused it: ${message}` })
  })

  test.each([
    [429, 20429, 'Too many requests'],
    [500, 20500, 'Internal error'],
    [503, 20503, 'Unavailable'],
    [401, 20003, 'Authenticate'],
    [400, 21611, 'Queue is full'],
    [400, 21606, 'Not your number'],
  ])('that the service refuses with %i and code %i for now is sent once it accepts', async (status, code, message) => {
    await bySms()
    sms.answerWith(status, { code, message })
    await send()
    expect(await outcome()).toMatchObject({ Status: 'Waiting', Reason: FOR_NOW(message) })
    sms.answerWith(201)
    await send(later(31))
    await send(later(62))
    expect(sms.received).toHaveLength(2)
    expect(await outcome()).toMatchObject({ Status: 'Sent', Reason: null })
  })

  test('waits as long as the service asks', async () => {
    await bySms()
    sms.answerWith(429, { code: 20429, message: 'Too many requests', retryAfter: '600' })
    await send()
    sms.answerWith(201)
    await send(later(599))
    expect(sms.received).toHaveLength(1)
    expect(Date.parse((await outcome()).DueAt!)).toBeGreaterThanOrEqual(later(600).getTime())
    await send(later(631))
    expect(sms.received).toHaveLength(2)
  })

  test.each(['silence', 504] as const)('that the service may have taken (%s) is left to staff', async (how) => {
    await bySms()
    sms.answerWith(how)
    await send()
    sms.answerWith(201)
    await send(later(86_400))
    expect(sms.received).toHaveLength(1)
    expect(await outcome()).toMatchObject({ Status: 'Failed', Reason: 'It is not known whether it was sent.' })
  })

  test('to a slow service does not hold up the notices of other organisations', async () => {
    await bySms()
    sms.answerWith('slow')
    const sender = sendNoticesRegularly(deps(), () => NOON)
    await expect.poll(() => sms.received.length).toBe(1)
    const slow = { fixtures, token }
    const organisation = await seedOrganisation(server, 'beside')
    fixtures = await seedPackageFixtures(server, organisation)
    await byEmail()
    await expect.poll(() => smtp.mails.length, { timeout: 5_000 }).toBe(1)
    token = await tokenOf(server, 'organisationmanager', 'beside')
    await expect.poll(async () => (await outcome()).Status).toBe('Sent')
    token = slow.token
    expect((await outcome()).Status).not.toBe('Sent')
    sms.answerWith(201)
    await sender.stop()
  })

  test('to a service that is slower than the limit may have been sent', async () => {
    sms.answerWith('slow')
    const account = { accountSid: 'AC1', authToken: 'right-token', sender: '+15550100' }
    expect(await sendSms(sms.url, account, { to: '+447911123456', body: 'x' }, 200)).toMatchObject({
      isSent: false,
      isUnknown: true,
    })
  })
})
