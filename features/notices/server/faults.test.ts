import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { changePackage } from '#features/packages/server/changes/change.ts'
import type { Erased, Erasing } from '#platform/server/feature.ts'
import { type Letter, SMTP_CONNECTIONS, smtpTransport } from '#platform/server/mail/delivery.ts'
import { sendSms } from '#platform/server/sms.ts'
import { eventually, soon } from '#platform/server/testing/waiting.ts'
import { notices } from '../contract.ts'
import { sendNotices, sendNoticesRegularly } from './sender.ts'
import { noticesPersonalData } from './store.ts'
import { NOON, startSending } from './testing/sending.ts'

const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
const FOR_NOW = (answer: string) => `The provider refused it for now: ${answer}. It will be tried again.`
const SOON = 'The provider cannot be reached. It will be tried again.'

let sending: Awaited<ReturnType<typeof startSending>>
let organisation: Awaited<ReturnType<typeof sending.organisation>>
let nth = 0
beforeAll(async () => {
  sending = await startSending()
  ;({ server, sms, smtp } = sending)
})
afterAll(() => sending.stop())
beforeEach(async () => {
  nth += 1
  organisation = await sending.organisation(`faults${nth}`)
  sending.reset()
})
let { server, sms, smtp } = {} as typeof sending

/** A package in the mailroom whose recipient has one of the two addresses. */
async function arrive(addresses: { email?: string; mobile_phone?: string }, { fixtures, recipient, set } = organisation) {
  await set({ email: '', mobile_phone: '', ...addresses })
  const id = await fixtures.add(recipient, { at: NOON })
  await fixtures.asTenant((db) => db.deleteFrom('package_reminders').execute())
  smtp.mails.length = 0
  sms.received.length = 0
  return id
}
const byEmail = () => arrive({ email: `ada${nth}@house.test` })
const bySms = () => arrive({ mobile_phone: '+44 7911 123456' })
const send: typeof sending.send = (...given) => sending.send(...given)
/** What staff see of the one notice of this test. */
async function outcome({ token } = organisation) {
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
      const impatient = smtpTransport(`smtp://127.0.0.1:${smtp.port}`, 'desk@house.test', 500)
      onTestFinished(() => impatient.close())
      await byEmail()
      smtp.answerWith({ message: how })
      let hours = 0
      // On a busy machine the wait may end before the server has the e-mail.
      for (; smtp.mails.length === 0; hours += 1) {
        await send(later(hours * 3_600), how === 'silence' ? { transport: impatient } : {})
        expect(await outcome()).toMatchObject({ Status: 'Waiting', Reason: SOON })
      }
      const taken = smtp.mails.length
      smtp.answerWith({})
      await send(later(hours * 3_600))
      expect(smtp.mails).toHaveLength(taken + 1)
      expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(1)
      expect(await outcome()).toMatchObject({ Status: 'Sent' })
    },
  )
})

describe('an e-mail that waits for a connection', () => {
  const ARRIVED = 'A package is in the mailroom for you'
  /** Sends notices of eight packages while `work` runs before the first five have ended and a minute passes; returns the sent subjects. */
  async function sendWhile(work: (packageIds: readonly string[], begun: readonly string[]) => Promise<unknown>) {
    // What earlier tests have left would take connections.
    await send()
    const ids: string[] = []
    for (let i = 0; i < 8; i += 1) ids.push(await byEmail())
    let clock = NOON
    let working: Promise<unknown> | undefined
    const sent: string[] = []
    const begun: string[] = []
    const all = Promise.withResolvers<void>()
    const allClaimed = async () => {
      const claimed = await organisation.fixtures.asTenant((db) =>
        db.selectFrom('notices').select('id').where('status', '=', 'Sending').execute(),
      )
      expect(claimed).toHaveLength(8)
    }
    const transport = {
      close: () => {},
      send: async (id: string, { subject }: Letter) => {
        sent.push(subject)
        // Two batches may share the notices.
        if (begun.push(id) === SMTP_CONNECTIONS) soon(allClaimed).then(all.resolve, all.reject)
        await all.promise
        clock = later(60)
        working ??= work(ids, [...begun])
        await working
      },
    }
    await sendNotices({ ...sending.deps, transport }, () => clock)
    return sent.filter((subject) => subject === ARRIVED)
  }
  const arrivals = async () => {
    const { body } = await server.ask(notices.page, { token: organisation.token, input: { TypeId: 2 } })
    return Object.groupBy(body.Data as { Status: string; Reason: string }[], ({ Status }) => Status)
  }

  test('is not sent when its package is collected meanwhile', async () => {
    const { asTenant } = organisation.fixtures
    const actor = { id: null, name: 'Test' }
    const collected = { newStatus: 'CollectedbyRecipient', channel: 'detail', actor, at: NOON } as const
    const sent = await sendWhile(async (ids) => {
      for (const packageId of ids) await asTenant((db) => changePackage(db, { packageId, ...collected }))
    })
    expect(sent).toHaveLength(SMTP_CONNECTIONS)
    const { Sent, Cancelled } = await arrivals()
    expect([Sent?.length, Cancelled?.map(({ Reason }) => Reason)]).toEqual([5, Array(3).fill('The package left before.')])
  })

  test('is left to the program that has taken it meanwhile', async () => {
    const taken = { attempts: 2 }
    const sent = await sendWhile((_, begun) =>
      organisation.fixtures.asTenant((db) =>
        db.updateTable('notices').set(taken).where('status', '=', 'Sending').where('id', 'not in', begun).execute(),
      ),
    )
    expect(sent).toHaveLength(SMTP_CONNECTIONS)
    expect((await arrivals()).Sending).toHaveLength(3)
  })

  test('has no address and text when its resident is erased meanwhile', async () => {
    const { asTenant } = organisation.fixtures
    const person = { id: organisation.recipient.residentId } as Erased
    await sendWhile(() => asTenant((db) => noticesPersonalData.erase!({ db } as Erasing, person)))
    const kept = await asTenant((db) => db.selectFrom('notices').select(['address', 'subject', 'body', 'status']).execute())
    expect(kept).toEqual(Array(8).fill({ address: '', subject: '', body: '', status: expect.stringMatching(/^(Sent|Failed)$/) }))
  })
})

test('a fifth organisation gets its turn while four others have many notices', async () => {
  const five = [organisation]
  for (let i = 1; i < 5; i += 1) five.push(await sending.organisation(`turns${i}`))
  for (const one of five) await arrive({ email: `ada@${one.systemName}.test` }, one)
  for (const { fixtures } of five.slice(0, 4))
    await fixtures.asTenant((db) =>
      sql`insert into notices (organisation_id, id, property_id, package_id, resident_id, type_id, medium_id, event_key, address, due_at)
        select organisation_id, gen_random_uuid(), property_id, package_id, resident_id, type_id, medium_id, nth::text, address, due_at
        from notices, generate_series(1, 300) as nth`.execute(db),
    )
  const receivers: string[] = []
  const transport = { close: () => {}, send: async (_id: string, { to }: Letter) => void receivers.push(to) }
  await send(NOON, { transport })
  expect(receivers).toHaveLength(4 * 301 + 1)
  const last = five.map(({ systemName }) => receivers.lastIndexOf(`ada@${systemName}.test`))
  expect(last[4]).toBeLessThan(Math.max(...last))
})

describe('an SMS', () => {
  const account = { accountSid: 'AC1', authToken: 'right-token', sender: '+15550100' }

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
    const sender = sendNoticesRegularly(sending.deps, () => NOON)
    onTestFinished(async () => {
      sms.answerWith(201)
      await sender.stop()
    })
    await eventually(() => sms.received.length).toBe(1)
    const other = await sending.organisation('beside')
    await arrive({ email: 'ada@beside.test' }, other)
    await eventually(() => smtp.mails.length).toBe(1)
    await eventually(async () => (await outcome(other)).Status).toBe('Sent')
    expect((await outcome()).Status).not.toBe('Sent')
  })

  test.each([
    ['without a certificate that it trusts', false],
    ['that is no TLS', true],
  ])('to an https address %s is surely not sent', async (_, isPlain) => {
    const service = isPlain ? createServer().listen(0, '127.0.0.1') : createTlsServer().listen(0, '127.0.0.1')
    onTestFinished(() => void service.close())
    await once(service, 'listening')
    const url = `https://127.0.0.1:${(service.address() as AddressInfo).port}`
    expect(await sendSms(url, account, { to: '+447911123456', body: 'x' })).toMatchObject({ isSent: false, isUnknown: false })
  })

  test('that is answered with a redirect is surely not sent', async () => {
    const service = createServer((_, reply) => reply.writeHead(307, { location: sms.url }).end()).listen(0, '127.0.0.1')
    onTestFinished(() => void service.close())
    await once(service, 'listening')
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    expect(await sendSms(url, account, { to: '+447911123456', body: 'x' })).toMatchObject({ isSent: false, isUnknown: false })
    expect(sms.received).toEqual([])
  })

  test('to a service that is slower than the limit may have been sent', async () => {
    sms.answerWith('slow')
    expect(await sendSms(sms.url, account, { to: '+447911123456', body: 'x' }, 200)).toMatchObject({
      isSent: false,
      isUnknown: true,
    })
  })
})
