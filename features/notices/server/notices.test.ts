import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { NOTICE_TYPES } from '#features/notification-templates/types.ts'
import { changePackage } from '#features/packages/server/changes/change.ts'
import { expireDue } from '#features/packages/server/expiry/expire.ts'
import { seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { PROPERTY_SETTINGS } from '#features/properties/settings.ts'
import { smtpTransport } from '#platform/server/mail/delivery.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { KEPT_DAYS, notices } from '../contract.ts'
import { purgeNotices } from './store.ts'
import { NOON, PUBLIC_URL, startSending } from './testing/sending.ts'

const hoursLater = (hours: number, from = NOON) => new Date(from.getTime() + hours * 3_600_000)

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
  organisation = await sending.organisation(`riverside${nth}`)
  ;({ fixtures, token, set } = organisation)
  await set({ email: `ada${nth}@house.test`, mobile_phone: '+44 7911 123456' })
  sending.reset()
})
let { server, sms, smtp } = {} as typeof sending
let { fixtures, token, set } = {} as typeof organisation

/** Subjects of the e-mails to the resident of this test: other organisations' reminders come as time passes. */
const subjects = () => smtp.mails.filter(({ to }) => to?.[0]?.address === `ada${nth}@house.test`).map(({ subject }) => subject)
const recipient = () => organisation.recipient
const send: typeof sending.send = (...given) => sending.send(...given)
/** Adds a package at noon. */
const arrive = (more: object = {}) => fixtures.add(recipient(), { at: NOON, ...more })
const collect = (packageId: string, at = NOON) =>
  fixtures.asTenant((db) =>
    changePackage(db, { packageId, newStatus: 'CollectedbyRecipient', channel: 'detail', actor: { id: null, name: 'Test' }, at }),
  )
const list = async () => (await server.ask(notices.page, { token, input: {} })).body.Data
const outcomes = async () =>
  (await list()).map(({ Type, MediumId, Status, Reason }: Record<string, unknown>) => [Type, MediumId, Status, Reason])

test('an arrival in the mailroom is sent once by each medium, with the property’s texts', async () => {
  const id = await arrive()
  await send()
  await send()
  expect(smtp.mails.map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
    ['A package is in the mailroom for you', `ada${nth}@house.test`],
  ])
  const { text, html } = smtp.mails[0]!
  const { package_number: number } = await fixtures.packageRow(id)
  for (const part of ['Hello Ada', 'Mailroom 1', 'Property 1', number, '12/07/2026']) expect(text).toContain(part)
  expect(html).toContain(`<strong>${number}</strong>`)
  expect(sms.received).toEqual([
    expect.objectContaining({
      to: '+447911123456',
      body: `Property 1: a package is in Mailroom 1. Please collect it until 12/07/2026. (${number})`,
    }),
  ])
  expect(await outcomes()).toEqual(
    expect.arrayContaining([
      ['Arrived in mailroom', 1, 'Sent', null],
      ['Arrived in mailroom', 2, 'Sent', null],
    ]),
  )
})

test('a recipient with a language gets its texts and dates, another those of the organisation', async () => {
  await set({ language: 'de' })
  await arrive()
  await send()
  expect(subjects()).toEqual(['Ein Paket liegt für Sie im Postraum'])
  expect(smtp.mails[0]!.text).toContain('2026-12-07')
  expect(smtp.mails[0]!.html).toContain('<html lang="de">')
  expect(sms.received[0]!.body).toMatch(/^Property 1: Ein Paket liegt in Mailroom 1\./)
  await set({ language: '' })
  await arrive()
  await send()
  expect(subjects().at(-1)).toBe('A package is in the mailroom for you')
})

test('the HTML has the logo of the organisation', async () => {
  await fixtures.asTenant((db) =>
    db
      .insertInto('organisation_images')
      .values({ organisation_id: organisation.organisationId, kind: 'organisation', png: Buffer.from('x'), hash: 'h1' })
      .execute(),
  )
  await arrive()
  await send()
  expect(smtp.mails[0]!.html).toContain(`src="${PUBLIC_URL}/api/organisation/${organisation.organisationId}/logo?v=h1"`)
})

test('each change of a package makes its notice in the same transaction', async () => {
  const id = await arrive({ ...fixtures.intoLocker('L1'), at: NOON })
  await expect(
    fixtures.asTenant(async (db) => {
      await changePackage(db, {
        packageId: id,
        newStatus: 'CollectedbyRecipient',
        channel: 'detail',
        actor: { id: null, name: 'T' },
        at: NOON,
      })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await send()
  expect(subjects()).toEqual(['A package is in locker L1 for you'])
  const later = hoursLater(24 * 5)
  await fixtures.asTenant((db) => expireDue(db, { now: later }))
  await send(later)
  await fixtures.asTenant((db) =>
    changePackage(db, {
      packageId: id,
      newStatus: 'ExpiredCollectedbyRecipient',
      channel: 'detail',
      actor: { id: null, name: 'T' },
      at: later,
    }),
  )
  await send(later)
  expect(subjects().slice(1)).toEqual(['Your package was not collected in time', 'Your package was collected'])
})

describe('nothing is sent', () => {
  test.each([
    ['to who has opted out', { has_opted_out: true }, 0, 0],
    ['by e-mail when that is switched off', { is_email_notification_enabled: false }, 0, 1],
    ['by SMS when that is switched off', { is_sms_notification_enabled: false }, 1, 0],
    ['to an empty address', { email: '', mobile_phone: '' }, 0, 0],
  ])('%s', async (_, change, mails, texts) => {
    await set(change)
    await arrive()
    await send()
    expect([smtp.mails.length, sms.received.length]).toEqual([mails, texts])
  })

  test('after the collection, except that it was collected', async () => {
    await collect(await arrive())
    await send()
    expect(subjects()).toEqual(['Your package was collected'])
    expect(await outcomes()).toContainEqual(['Arrived in mailroom', 1, 'Cancelled', 'The package left before.'])
  })

  test('of a package that was found, when that is undone within seconds', async () => {
    const id = await arrive()
    await send()
    const details = { mailroomId: fixtures.mailroomId }
    const to = (newStatus: 'Missing' | 'Found') =>
      fixtures.asTenant((db) =>
        changePackage(db, { packageId: id, newStatus, channel: 'detail', actor: { id: null, name: 'Test' }, at: NOON, details }),
      )
    const arrived = () => subjects().length
    await to('Missing')
    await to('Found')
    await send(hoursLater(11 / 3600))
    await to('Missing')
    await send(hoursLater(1))
    expect(arrived()).toBe(1)
    expect(await outcomes()).toContainEqual(['Arrived in mailroom', 1, 'Cancelled', 'The package was flagged before.'])
    await to('Found')
    await send(hoursLater(12 / 3600))
    expect(arrived()).toBe(2)
  })

  test('to who opts out before it is sent, and to an address that is no phone number', async () => {
    await set({ mobile_phone: '+44 000 00000000' })
    await arrive()
    await send()
    expect(sms.received).toEqual([])
    expect(await outcomes()).toContainEqual([
      'Arrived in mailroom',
      2,
      'Failed',
      'The recipient has no valid address for this medium.',
    ])
    await arrive()
    await set({ has_opted_out: true })
    await send()
    expect(smtp.mails).toHaveLength(1)
  })
})

test('an SMS waits for the end of the quiet hours of the property, an e-mail does not', async () => {
  const night = new Date('2026-11-23T22:30:00Z')
  await arrive({ at: night })
  await send(night)
  expect([smtp.mails.length, sms.received.length]).toEqual([1, 0])
  await send(new Date('2026-11-24T07:59:00Z'))
  expect(sms.received).toEqual([])
  await send(new Date('2026-11-24T08:00:00Z'))
  expect(sms.received).toHaveLength(1)
})

describe('reminders', () => {
  /** Sends every hour of some days, as the server would. */
  async function days(count: number, from = NOON) {
    for (let hour = 1; hour <= count * 24; hour += 1) await send(hoursLater(hour, from))
  }
  const REMINDER = 'Reminder: your package is still waiting'

  test('come as often and as far apart as the property says, and end with the collection', async () => {
    const id = await arrive()
    await days(3)
    expect(subjects()).toEqual(['A package is in the mailroom for you', REMINDER])
    await collect(id, hoursLater(72))
    await days(4, hoursLater(72))
    expect(subjects()).toEqual(['A package is in the mailroom for you', REMINDER, 'Your package was collected'])
  })

  test('pause while the recipient is out of town', async () => {
    await set({ is_out_of_town: true, hold_from: '2026-11-23', hold_until: '2026-11-27' })
    await arrive()
    await days(3)
    expect(subjects()).toEqual(['A package is in the mailroom for you'])
    await days(1, new Date('2026-11-26T12:00:00Z'))
    expect(subjects()).toEqual(['A package is in the mailroom for you', REMINDER])
  })
})

describe('a provider that is down', () => {
  test('gets every notice once it is back, and nothing is doubled', async () => {
    const closed = smtpTransport('smtp://127.0.0.1:9', 'desk@house.test')
    await arrive()
    sms.answerWith(503)
    let now = NOON
    for (let i = 0; i < 10; i += 1) {
      now = hoursLater(1, now)
      await send(new Date(NOON.getTime() + i * 1_800_000), { transport: closed })
    }
    closed.close()
    expect(await outcomes()).toContainEqual([
      'Arrived in mailroom',
      1,
      'Waiting',
      'The provider cannot be reached. It will be tried again.',
    ])
    sms.answerWith(201)
    const before = sms.received.length
    await send(hoursLater(8))
    await send(hoursLater(8.5))
    expect([smtp.mails.length, sms.received.length - before]).toEqual([1, 1])
  })

  test('that does not answer an SMS leaves it to staff, because it may have been sent', async () => {
    sms.answerWith('silence')
    await arrive()
    await send()
    sms.answerWith(201)
    await send(hoursLater(2))
    expect(sms.received).toHaveLength(1)
    const failed = (await list()).find(({ MediumId }: { MediumId: number }) => MediumId === 2)
    expect(failed).toMatchObject({ Status: 'Failed', Reason: 'It is not known whether it was sent.' })
    expect((await server.ask(notices.sendAgain, { token, input: [failed.Id] })).body.Message).toBe(
      'The notices will be sent again.',
    )
    // The server asked for it now, by its own clock: days later reminders are due too.
    await fixtures.asTenant((db) => db.updateTable('notices').set({ due_at: NOON }).where('id', '=', failed.Id).execute())
    await send(hoursLater(3))
    await send(hoursLater(4))
    expect(sms.received).toHaveLength(2)
    expect((await list()).map(({ Status }: { Status: string }) => Status)).toEqual(['Sent', 'Sent'])
    expect((await server.ask(notices.sendAgain, { token, input: [failed.Id] })).body.Message).toBe(
      'Only notices that were not sent can be sent again.',
    )
  })

  test('that refuses an address ends the attempts, with its reason', async () => {
    await set({ email: 'nobody@house.test' })
    sms.answerWith(400)
    await arrive()
    await send()
    await send(hoursLater(2))
    expect(sms.received).toHaveLength(1)
    expect(await outcomes()).toEqual(
      expect.arrayContaining([
        ['Arrived in mailroom', 1, 'Failed', expect.stringContaining('no such mailbox')],
        ['Arrived in mailroom', 2, 'Failed', 'The provider refused it: Authenticate'],
      ]),
    )
  })
})

test('of four programs that send at once, each notice is sent by one', async () => {
  for (const person of fixtures.people)
    await set({ email: `${person.residentId}@house.test`, mobile_phone: '' }, person.residentId)
  for (let i = 0; i < 20; i += 1) for (const person of fixtures.people) await fixtures.add(person, { at: NOON })
  await Promise.all([send(), send(), send(), send()])
  expect(smtp.mails).toHaveLength(80)
})

test('four programs at once make each reminder once, and send it once', async () => {
  for (const person of fixtures.people)
    await set({ email: `${person.residentId}@house.test`, mobile_phone: '' }, person.residentId)
  for (let i = 0; i < 60; i += 1) await fixtures.add(fixtures.people[i % 4]!, { at: NOON })
  await send()
  smtp.mails.length = 0
  const programs = Array.from({ length: 4 }, () => openDatabase(server.store.url))
  for (let day = 1; day <= 14; day += 1) await Promise.all(programs.map((database) => send(hoursLater(24 * day), { database })))
  await Promise.all(programs.map((database) => database.close()))
  const made = await fixtures.asTenant((db) =>
    db
      .selectFrom('notices')
      .select((eb) => ['package_id', eb.fn.countAll<number>().as('reminders')])
      .where('type_id', '=', NOTICE_TYPES.reminder.id)
      .groupBy('package_id')
      .execute(),
  )
  const count = Number(PROPERTY_SETTINGS.find(({ Name }) => Name === 'ReminderCount')!.Value)
  expect(made.map((row) => row.reminders)).toEqual(Array.from({ length: 60 }, () => count))
  const people = new Set(fixtures.people.map((person) => `${person.residentId}@house.test`))
  expect(smtp.mails.filter(({ to }) => people.has(to?.[0]?.address ?? ''))).toHaveLength(60 * count)
})

test('a program that died while it sent: the e-mail is sent again, the SMS is left to staff', async () => {
  await arrive()
  await fixtures.asTenant((db) =>
    db
      .updateTable('notices')
      .set({ status: 'Sending', attempts: 1, lost_at: hoursLater(0.25) })
      .execute(),
  )
  await send(hoursLater(0.2))
  expect(smtp.mails).toHaveLength(0)
  await send(hoursLater(0.3))
  expect([smtp.mails.length, sms.received.length]).toEqual([1, 0])
  expect(await outcomes()).toContainEqual(['Arrived in mailroom', 2, 'Failed', 'It is not known whether it was sent.'])
})

test('the list names who was told, also when the package has got another recipient, and finds a notice by its address and text', async () => {
  const id = await arrive()
  await send()
  const [ada, ben] = [fixtures.people[0]!, fixtures.people[1]!]
  await fixtures.asTenant((db) =>
    db.updateTable('packages').set({ resident_id: ben.residentId, recipient_name: ben.name }).where('id', '=', id).execute(),
  )
  const found = async (Q: string) => (await server.ask(notices.page, { token, input: { Q, MediumId: 1 } })).body
  expect((await found(ada.name.replace('Ada', 'Dev'))).Total).toBe(0)
  for (const words of ['ada', `ada${nth}@house`, 'is waiting for you'])
    expect((await found(words)).Data, words).toMatchObject([
      { PackageId: id, ResidentId: ada.residentId, ResidentName: ada.name, UnitNumber: ada.unitNumber },
    ])
})

test('many notices are sent again at once; those that were sent are refused', async () => {
  sms.answerWith(400)
  await arrive()
  await arrive()
  await send()
  const all = (await list()) as { Id: string; MediumId: number }[]
  const { status, body } = await server.ask(notices.sendAgainMany, { token, input: { Ids: all.map(({ Id }) => Id) } })
  expect([status, body.Changed, body.Refused, body.Message]).toEqual([200, 2, 2, 'Notices that will be sent again: 2.'])
  expect(body.Refusals[0].Reason).toBe('Only notices that were not sent can be sent again.')
  const waiting = await server.ask(notices.page, { token, input: { Status: 'Waiting' } })
  expect(waiting.body.Data.map(({ MediumId }: { MediumId: number }) => MediumId)).toEqual([2, 2])
  const matching = await server.ask(notices.sendAgainMany, { token, input: { Matching: { Status: 'Sent' } } })
  expect([matching.body.Changed, matching.body.Refused]).toEqual([0, 2])
})

test('a search is of the last 90 days unless it names its first day', async () => {
  await arrive()
  const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
  const total = async (input: object) => (await server.ask(notices.page, { token, input })).body.Total
  await fixtures.asTenant((db) =>
    db
      .updateTable('notices')
      .set({ created_at: dayOf(91).toISOString() })
      .where('medium_id', '=', 1)
      .execute(),
  )
  expect([await total({}), await total({ Q: 'ada' })]).toEqual([2, 1])
  expect(await total({ Q: 'ada', Since: dayOf(92).toISOString().slice(0, 10) })).toBe(2)
  expect(await total({ Since: dayOf(90).toISOString().slice(0, 10) })).toBe(1)
})

test('after two years a notice has no address and text any more, its outcome stays', async () => {
  await arrive()
  await send()
  const twoYearsLater = new Date(Date.now() + KEPT_DAYS * 86_400_000)
  const kept = async (now: Date) => {
    await fixtures.asTenant((db) => purgeNotices(db, now))
    return fixtures.asTenant((db) => db.selectFrom('notices').select(['address', 'subject', 'body', 'status']).execute())
  }
  for (const { address, body } of await kept(new Date(twoYearsLater.getTime() - 3_600_000)))
    expect([address, body]).not.toContain('')
  expect(await kept(new Date(twoYearsLater.getTime() + 60_000))).toEqual(
    Array(2).fill({ address: '', subject: '', body: '', status: 'Sent' }),
  )
})

test('staff see the notices of their properties only, with the text that was sent', async () => {
  const id = await arrive()
  await send()
  const other = await seedPackageFixtures(server, organisation, 1)
  await fixtures.asTenant((db) =>
    db.updateTable('residents').set({ email: 'ben@house.test' }).where('property_id', '=', other.propertyId).execute(),
  )
  const hidden = await other.add(other.people[0]!, { at: NOON })
  const staff = await tokenOf(server, 'mailroomstaff', organisation.systemName)
  const { body } = await server.ask(notices.ofPackage, { token: staff, params: { packageId: id } })
  expect(body).toHaveLength(2)
  expect(body.find(({ MediumId }: { MediumId: number }) => MediumId === 1).Body).toContain('a package is waiting for you')
  expect((await server.ask(notices.ofPackage, { token: staff, params: { packageId: hidden } })).status).toBe(404)
  const mine = await server.ask(notices.page, { token: staff, input: {} })
  expect(mine.body.Data.map(({ PackageId }: { PackageId: string }) => PackageId)).not.toContain(hidden)
  expect((await server.ask(notices.page, { token, input: { Q: 'ada', Status: 'Sent', MediumId: 1 } })).body.Total).toBe(1)
})
