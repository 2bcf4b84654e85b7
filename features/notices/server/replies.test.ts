import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { residents } from '#features/residents/contract.ts'
import type { Erased, Erasing } from '#platform/server/feature.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { KEPT_DAYS, notices } from '../contract.ts'
import { purgeReplies, repliesToErase, senderOf } from './replies.ts'
import { signatureOf } from './sms-callbacks.ts'
import { noticesPersonalData } from './store.ts'
import { NOON, PUBLIC_URL, startSending } from './testing/sending.ts'

const NUMBER = '+447911123456'
let sending: Awaited<ReturnType<typeof startSending>>
let organisation: Awaited<ReturnType<typeof sending.organisation>>
let nth = 0
beforeAll(async () => {
  sending = await startSending()
})
afterAll(() => sending.stop())
beforeEach(async () => {
  nth += 1
  organisation = await sending.organisation(`riverside${nth}`)
  await organisation.set({ mobile_phone: '+44 7911 123456' })
  sending.reset()
})

/** A notice by SMS to a resident, sent today. */
async function tell(person = 0) {
  const { fixtures } = organisation
  await fixtures.add(fixtures.people[person]!, { at: NOON })
  await sending.send()
  await fixtures.asTenant((db) =>
    db
      .updateTable('notices')
      .set({ sent_at: new Date(Date.now() - person * 60_000) })
      .where('resident_id', '=', fixtures.people[person]!.residentId)
      .execute(),
  )
}
const write = (Body: string, more: Record<string, string> = {}) => {
  const { organisationId } = organisation
  const input = { From: NUMBER, Body, ...more }
  const path = `/api/notices/sms/incoming/${organisationId}`
  const headers = { 'x-twilio-signature': signatureOf('right-token', PUBLIC_URL + path, input) }
  return sending.server.ask(notices.smsIncoming, { params: { organisationId }, input, headers })
}
type Reply = { Text: string; ResidentId: string | null; ResidentName: string; Number: string; PropertyName: string }
const replies = async (token = organisation.token): Promise<Reply[]> =>
  (await sending.server.ask(notices.replies, { token, input: {} })).body.Data

describe('what a recipient writes back', () => {
  test('is kept for the staff of the property, latest first, with the resident', async () => {
    await tell()
    for (const text of ['When are you open?', 'Thank you 👍']) await write(text)
    const { residentId, name } = organisation.recipient
    expect(await replies()).toMatchObject([
      { Text: 'Thank you 👍', ResidentId: residentId, ResidentName: name, Number: NUMBER },
      { Text: 'When are you open?' },
    ])
    const staff = await tokenOf(sending.server, 'mailroomstaff', `riverside${nth}`)
    expect(await replies(staff)).toHaveLength(2)
    const [, elsewhere] = organisation.properties
    await organisation.fixtures.asTenant((db) => db.updateTable('text_replies').set({ property_id: elsewhere!.id }).execute())
    expect([(await replies(staff)).length, (await replies()).length]).toEqual([0, 2])
  })

  test('is kept once however often the service delivers it, and without invisible and control characters', async () => {
    await tell()
    for (let i = 0; i < 3; i += 1) await write('\u202eHi\u0000\u0007 there', { MessageSid: 'SM1' })
    expect((await replies()).map(({ Text }) => Text)).toEqual(['Hi there'])
  })

  test('has bounds: its length, and how many there are in a day', async () => {
    await tell()
    await write('x'.repeat(3_999))
    for (let i = 0; i < 55; i += 1) await write(`Message ${i}`)
    const { body } = await sending.server.ask(notices.replies, { token: organisation.token, input: { PageSize: 500 } })
    expect(body.Data).toHaveLength(50)
    expect(body.Data.at(-1).Text).toHaveLength(1_600)
  })

  test.each(['STOP', 'Opt-Out', 'revoke', 'ARRET', 'START', '', '   '])('%j is no reply', async (text) => {
    await tell()
    await write(text)
    expect(await replies()).toEqual([])
  })

  test('is also Yes of somebody who has not said STOP', async () => {
    await tell()
    await write('Yes please')
    expect((await replies()).map(({ Text }) => Text)).toEqual(['Yes please'])
  })

  test('from a number that got no notice is not kept', async () => {
    await write('Who is this?')
    await tell()
    await write('Who is this?', { From: '+447911999999' })
    expect(await replies()).toEqual([])
  })

  test('from a number of several residents is of none of them', async () => {
    const other = organisation.fixtures.people[1]!.residentId
    await organisation.set({ mobile_phone: '+44 7911 123456' }, other)
    await tell(0)
    await tell(1)
    await write('On my way')
    expect(await replies()).toMatchObject([{ ResidentId: null, ResidentName: '', Text: 'On my way' }])
  })

  test('from a number in the former form of its country is known', async () => {
    await organisation.set({ mobile_phone: '+52 1 55 1234 5678' })
    await tell()
    expect(sending.sms.received.map(({ to }) => to)).toEqual(['+525512345678'])
    await write('Gracias', { From: '+5215512345678' })
    expect((await replies()).map((reply) => reply.Number)).toEqual(['+525512345678'])
  })

  test('is exported and erased with the resident', async () => {
    await tell()
    await write('My code is lost')
    const { residentId } = organisation.recipient
    const params = { residentId }
    const file = await sending.server.ask(residents.personalData, { token: organisation.token, params })
    expect(JSON.stringify(file.body)).toContain('My code is lost')
    await organisation.fixtures.asTenant((db) => noticesPersonalData.erase!({ db } as Erasing, { id: residentId } as Erased))
    expect(await replies()).toEqual([])
  })

  test('of many notices and replies is read by the index of its number', async () => {
    await tell()
    const { organisationId, recipient, properties } = organisation
    await withConnection(sending.server.store.superuserUrl, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        `insert into notices (organisation_id, id, property_id, package_id, resident_id, type_id, medium_id, event_key, address, status, due_at, sent_at)
        select $1, gen_random_uuid(), $2, gen_random_uuid(), gen_random_uuid(), 1, 1 + n % 2, 'many ' || n, '+4479' || n / 4, 'Sent', now(), now() - n * interval '5 minutes'
        from generate_series(1, 20000) n`,
        [organisationId, properties[0]!.id],
      )
      await client.query(
        `insert into text_replies (organisation_id, id, property_id, number, body, provider_id, received_at)
        select $1, gen_random_uuid(), $2, '+4479' || n, 'Hello', 'many ' || n, now() from generate_series(1, 5000) n`,
        [organisationId, properties[0]!.id],
      )
      await client.query('analyze notices, text_replies')
    })
    const planOf = (query: (db: Db) => unknown) =>
      organisation.fixtures.asTenant(async (db) => {
        const { rows } = await sql<Record<string, string>>`explain ${query(db)}`.execute(db)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
    const bySender = await planOf((db) => senderOf(db, NUMBER, new Date()))
    const byResident = await planOf((db) => repliesToErase(db, recipient.residentId))
    expect(bySender).toMatch(/notices_address/)
    expect(byResident).toMatch(/text_replies_of_resident/)
    expect(byResident).toMatch(/text_replies_of_number/)
    for (const plan of [bySender, byResident]) expect(plan).not.toMatch(/Seq Scan/)
    await write('Among many')
    expect((await replies()).filter(({ Text }) => Text === 'Among many')).toMatchObject([{ ResidentId: recipient.residentId }])
  })

  test('is deleted after two years', async () => {
    await tell()
    await write('Hello')
    const purgeIn = (days: number) =>
      organisation.fixtures.asTenant((db) => purgeReplies(db, new Date(Date.now() + days * 86_400_000)))
    await purgeIn(KEPT_DAYS - 1)
    expect(await replies()).toHaveLength(1)
    await purgeIn(KEPT_DAYS + 1)
    expect(await replies()).toEqual([])
  })
})
