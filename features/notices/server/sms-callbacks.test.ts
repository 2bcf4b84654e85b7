import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { notices } from '../contract.ts'
import { signatureOf, statusPath } from './sms-callbacks.ts'
import { NOON, PUBLIC_URL, startSending } from './testing/sending.ts'

const later = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000)

let sending: Awaited<ReturnType<typeof startSending>>
let organisation: Awaited<ReturnType<typeof sending.organisation>>
let nth = 0
beforeAll(async () => {
  sending = await startSending()
  ;({ server, sms } = sending)
})
afterAll(() => sending.stop())
beforeEach(async () => {
  nth += 1
  organisation = await sending.organisation(`riverside${nth}`)
  await organisation.set({ mobile_phone: '+44 7911 123456' })
  sending.reset()
})
let { server, sms } = {} as typeof sending

const send: typeof sending.send = (...given) => sending.send(...given)
const arrive = () => organisation.fixtures.add(organisation.recipient, { at: NOON })
type Row = { Id: string; Status: string; Reason: string | null; Address: string; SentAt: string | null }
const list = async (): Promise<Row[]> => (await server.ask(notices.page, { token: organisation.token, input: {} })).body.Data
const signed = (path: string, form: Record<string, string>, authToken = 'right-token') => ({
  input: form,
  headers: { 'x-twilio-signature': signatureOf(authToken, PUBLIC_URL + path, form) },
})
const report = async (noticeId: string, form: Record<string, string>, authToken?: string) => {
  const params = { organisationId: organisation.organisationId, noticeId }
  return server.ask(notices.smsStatus, { params, ...signed(statusPath(params.organisationId, noticeId), form, authToken) })
}
/** An SMS to the organisation. */
const write = (From: string, Body: string, more: Record<string, string> = {}) => {
  const { organisationId } = organisation
  const path = `/api/notices/sms/incoming/${organisationId}`
  return server.ask(notices.smsIncoming, { params: { organisationId }, ...signed(path, { From, Body, ...more }) })
}
/** The notice of a new package, sent. */
async function sent(): Promise<Row> {
  await arrive()
  await send()
  return (await list())[0]!
}
/** The notice of a new package whose message the service may have taken, or which it answers with an error. */
async function answered(how: 'silence' | 503): Promise<Row> {
  sms.answerWith(how)
  const notice = await sent()
  sms.answerWith(201)
  return notice
}

describe('calls of the SMS service', () => {
  test('report what became of a notice, in any order', async () => {
    const { Id } = await sent()
    expect(sms.received[0]?.statusCallback).toBe(PUBLIC_URL + statusPath(organisation.organisationId, Id))
    expect((await report(Id, { MessageStatus: 'delivered', MessageSid: 'SM9' })).status).toBe(200)
    expect((await report(Id, { MessageStatus: 'sent', MessageSid: 'SM9' })).status).toBe(200)
    expect((await list())[0]!.Status).toBe('Delivered')
    const other = await sent()
    await report(other.Id, { MessageStatus: 'undelivered', ErrorCode: '30003', MessageSid: 'SM8' })
    await report(other.Id, { MessageStatus: 'sent', MessageSid: 'SM8' })
    expect((await list())[0]).toMatchObject({ Id: other.Id, Status: 'Failed', Reason: 'It was not delivered: 30003' })
  })

  test.each(['sent', 'delivered', 'undelivered'])(
    'report that it is %s before the message is answered: the text and the time are kept',
    async (MessageStatus) => {
      sms.answerWith(201, undefined, async ({ statusCallback }) => {
        const noticeId = statusCallback.split('/').at(-1)!
        expect((await report(noticeId, { MessageStatus, MessageSid: 'SM1' })).status).toBe(200)
      })
      const { Id } = await sent()
      const { body } = await server.ask(notices.get, { token: organisation.token, params: { noticeId: Id } })
      expect(body).toMatchObject({
        Status: { sent: 'Sent', delivered: 'Delivered', undelivered: 'Failed' }[MessageStatus],
        Address: '+447911123456',
        Body: expect.stringContaining('a package is in Mailroom 1'),
        SentAt: NOON.toISOString(),
      })
    },
  )

  test('report what became of a message whose answer was lost', async () => {
    const { Id, Status } = await answered('silence')
    expect(Status).toBe('Failed')
    await report(Id, { MessageStatus: 'delivered', MessageSid: 'SM9' })
    expect((await list())[0]).toMatchObject({ Status: 'Delivered', Reason: null, SentAt: expect.any(String) })
  })

  test.each(['sent', 'delivered'])(
    'report that a message is %s that waits to be sent again, so that it is not',
    async (status) => {
      const refused = await answered(503)
      expect(refused.Status).toBe('Waiting')
      await report(refused.Id, { MessageStatus: status, MessageSid: 'SM9' })
      const unknown = await answered('silence')
      await server.ask(notices.sendAgain, { token: organisation.token, input: [unknown.Id] })
      await report(unknown.Id, { MessageStatus: status, MessageSid: 'SM8' })
      await send(new Date(Date.now() + 3_600_000))
      expect(sms.received.filter(({ body }) => body.includes('a package is in'))).toHaveLength(2)
      for (const { Id } of [refused, unknown]) {
        const { body } = await server.ask(notices.get, { token: organisation.token, params: { noticeId: Id } })
        expect(body).toMatchObject({
          Status: status === 'sent' ? 'Sent' : 'Delivered',
          Body: expect.stringContaining('a package is in'),
        })
      }
    },
  )

  test('report a failure of a message that waits to be sent again, which changes nothing', async () => {
    const { Id } = await answered(503)
    await report(Id, { MessageStatus: 'failed', MessageSid: 'SM9' })
    await send(later(1))
    expect((await list())[0]).toMatchObject({ Id, Status: 'Sent' })
  })

  test('are forbidden without the signature of the organisation’s token', async () => {
    const { Id } = await sent()
    expect((await report(Id, { MessageStatus: 'delivered' }, 'wrong-token')).status).toBe(403)
    const params = { organisationId: organisation.organisationId, noticeId: Id }
    expect((await server.ask(notices.smsStatus, { params, input: { MessageStatus: 'delivered' } })).status).toBe(403)
    expect((await list())[0]!.Status).toBe('Sent')
  })

  test('STOP ends SMS to a number also for a recipient who is no resident, until START', async () => {
    const { fixtures, recipient, token } = organisation
    const visitor = { ...recipient, residentId: null, name: 'Vera Visitor', mobilePhone: '+44 7400 123456' }
    const arriveFor = () => fixtures.add(visitor, { at: NOON })
    await write('+447400123456', 'Stop')
    await arriveFor()
    await send()
    expect(sms.received).toEqual([])
    expect((await list())[0]).toMatchObject({ Status: 'Cancelled', Reason: 'The recipient has opted out.' })
    const other = await sending.organisation(`other${nth}`)
    await other.set({ mobile_phone: '+447400123456' })
    await other.fixtures.add(other.recipient, { at: NOON })
    await send()
    expect(sms.received).toHaveLength(1)
    await write('+447400123456', 'start')
    await arriveFor()
    await send()
    expect(sms.received).toHaveLength(2)
    expect((await server.ask(notices.page, { token, input: { Status: 'Sent' } })).body.Total).toBe(1)
  })

  test('START opts in again whom STOP of that number opted out', async () => {
    const { organisationId, recipient, set, fixtures } = organisation
    const optedOut = () =>
      fixtures.asTenant((db) => db.selectFrom('residents').select('id').where('has_opted_out', '=', true).execute())
    const other = fixtures.people[1]!
    await set({ has_opted_out: true }, other.residentId)
    await sent()
    await write('+447911123456', 'STOP')
    await write('+447911123456', 'STOP')
    expect(await optedOut()).toHaveLength(2)
    await write('+447911123456', 'START')
    expect(await optedOut()).toEqual([{ id: other.residentId }])
    const lines = await inOrganisation(server, organisationId, (db) =>
      db.selectFrom('audit').select('action').where('subject_id', '=', recipient.residentId).orderBy('at').execute(),
    )
    expect(lines.map(({ action }) => action)).toEqual(['resident opted out by SMS', 'resident opted in by SMS'])
  })

  test.each([
    ['REVOKE', {}],
    ['OPTOUT', {}],
    ['opt  out.', {}],
    ['“Unsubscribe”', {}],
    ['Arrêt', {}],
    ['Stop texting me, please!', {}],
    ['Keine SMS mehr', {}],
    ['Adiós', { OptOutType: 'STOP' }],
  ])('%j opts out too, as the service sends nothing more', async (text, more: Record<string, string>) => {
    await sent()
    await write('+447911123456', text, more)
    const optedOut = await organisation.fixtures.asTenant((db) =>
      db.selectFrom('residents').select('id').where('has_opted_out', '=', true).execute(),
    )
    expect(optedOut).toEqual([{ id: organisation.recipient.residentId }])
  })

  test('STOP opts out who was written to at that number, and is recorded', async () => {
    await sent()
    const { organisationId } = organisation
    await write('+447911999999', 'STOP')
    await write('+447911123456', 'Thank you')
    const optedOut = () =>
      inOrganisation(server, organisationId, (db) =>
        db.selectFrom('residents').select('id').where('has_opted_out', '=', true).execute(),
      )
    expect(await optedOut()).toEqual([])
    const reply = await write('+447911123456', ' stop ')
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/xml'])
    expect(await optedOut()).toEqual([{ id: organisation.recipient.residentId }])
    const lines = await inOrganisation(server, organisationId, (db) =>
      db
        .selectFrom('audit')
        .select(['action', 'actor_name'])
        .where('subject_id', '=', organisation.recipient.residentId)
        .execute(),
    )
    expect(lines).toEqual([{ action: 'resident opted out by SMS', actor_name: 'SMS' }])
  })
})
