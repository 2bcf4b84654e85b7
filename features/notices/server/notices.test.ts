import { describe, expect, test } from 'vitest'
import { changePackage } from '#features/packages/server/changes/change.ts'
import { expireDue } from '#features/packages/server/expiry/expire.ts'
import { hoursLater, noticeFixtures } from './testing/notice-fixtures.ts'
import { NOON, PUBLIC_URL } from './testing/sending.ts'

const { state, send, arrive, outcomes } = noticeFixtures()

/** Subjects of the e-mails to the resident of this test: other organisations' reminders come as time passes. */
const subjects = () =>
  state.smtp.mails.filter(({ to }) => to?.[0]?.address === `ada${state.nth}@house.test`).map(({ subject }) => subject)

const collect = (packageId: string, at = NOON) =>
  state.fixtures.asTenant((db) =>
    changePackage(db, { packageId, newStatus: 'CollectedbyRecipient', channel: 'detail', actor: { id: null, name: 'Test' }, at }),
  )

test('an arrival in the mailroom is sent once by each medium, with the property’s texts', async () => {
  const id = await arrive()
  await send()
  await send()
  expect(state.smtp.mails.map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
    ['A package is in the mailroom for you', `ada${state.nth}@house.test`],
  ])
  const { text, html, from, headers } = state.smtp.mails[0]!
  expect(from).toEqual({ name: 'Property 1', address: 'desk@house.test' })
  expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  const { package_number: number } = await state.fixtures.packageRow(id)
  for (const part of ['Hello Ada', 'Mailroom 1', 'Property 1', number, '12/07/2026']) expect(text).toContain(part)
  expect(html).toContain(`<strong>${number}</strong>`)
  expect(state.sms.received).toEqual([
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

test.each([
  ['-', 'Schmidt GmbH', 'Schmidt GmbH'],
  ['Sukarno', '-', 'Sukarno'],
  ['Ann', 'Lee', 'Ann'],
  ['Ann-Marie', 'Lee', 'Ann-Marie'],
])('a recipient called %j and %j is greeted as %s', async (first_name, last_name, greeted) => {
  await state.set({ first_name, last_name })
  await arrive()
  await send()
  expect(state.smtp.mails[0]!.text).toContain(`Hello ${greeted},`)
})

test('a recipient with a language gets its texts and dates, another those of the organisation', async () => {
  await state.set({ language: 'de' })
  await arrive()
  await send()
  expect(subjects()).toEqual(['Ein Paket liegt für Sie im Postraum'])
  expect(state.smtp.mails[0]!.text).toContain('2026-12-07')
  expect(state.smtp.mails[0]!.html).toContain('<html lang="de">')
  expect(state.sms.received[0]!.body).toMatch(/^Property 1: Ein Paket liegt in Mailroom 1\./)
  await state.set({ language: '' })
  await arrive()
  await send()
  expect(subjects().at(-1)).toBe('A package is in the mailroom for you')
})

test('the HTML has the logo of the organisation', async () => {
  await state.fixtures.asTenant((db) =>
    db
      .insertInto('organisation_images')
      .values({ organisation_id: state.organisation.organisationId, kind: 'organisation', png: Buffer.from('x'), hash: 'h1' })
      .execute(),
  )
  await arrive()
  await send()
  expect(state.smtp.mails[0]!.html).toContain(
    `src="${PUBLIC_URL}/api/organisation/${state.organisation.organisationId}/logo?v=h1"`,
  )
})

test('each change of a package makes its notice in the same transaction', async () => {
  const id = await arrive({ ...state.fixtures.intoLocker('L1'), at: NOON })
  await expect(
    state.fixtures.asTenant(async (db) => {
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
  await state.fixtures.asTenant((db) => expireDue(db, { now: later }))
  await send(later)
  await state.fixtures.asTenant((db) =>
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
    await state.set(change)
    await arrive()
    await send()
    expect([state.smtp.mails.length, state.sms.received.length]).toEqual([mails, texts])
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
    const details = { mailroomId: state.fixtures.mailroomId }
    const to = (newStatus: 'Missing' | 'Found') =>
      state.fixtures.asTenant((db) =>
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
    await state.set({ mobile_phone: '+1 555 0100' })
    await arrive()
    await send()
    expect(state.sms.received).toEqual([])
    expect(await outcomes()).toContainEqual([
      'Arrived in mailroom',
      2,
      'Failed',
      'The recipient has no valid address for this medium.',
    ])
    await arrive()
    await state.set({ has_opted_out: true })
    await send()
    expect(state.smtp.mails).toHaveLength(1)
  })
})

test('an SMS waits for the end of the quiet hours of the property, an e-mail does not', async () => {
  const night = new Date('2026-11-23T22:30:00Z')
  await arrive({ at: night })
  await send(night)
  expect([state.smtp.mails.length, state.sms.received.length]).toEqual([1, 0])
  await send(new Date('2026-11-24T07:59:00Z'))
  expect(state.sms.received).toEqual([])
  await send(new Date('2026-11-24T08:00:00Z'))
  expect(state.sms.received).toHaveLength(1)
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
    await state.set({ is_out_of_town: true, hold_from: '2026-11-23', hold_until: '2026-11-27' })
    await arrive()
    await days(3)
    expect(subjects()).toEqual(['A package is in the mailroom for you'])
    await days(1, new Date('2026-11-26T12:00:00Z'))
    expect(subjects()).toEqual(['A package is in the mailroom for you', REMINDER])
  })
})
