import { describe, expect, test } from 'vitest'
import { NOTICE_TYPES } from '#features/notification-templates/types.ts'
import { PROPERTY_SETTINGS } from '#features/properties/settings.ts'
import { smtpTransport } from '#platform/server/mail/delivery.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { notices } from '../contract.ts'
import { hoursLater, noticeFixtures } from './testing/notice-fixtures.ts'
import { NOON } from './testing/sending.ts'

const { state, send, arrive, outcomes, list } = noticeFixtures()

describe('a provider that is down', () => {
  test('gets every notice once it is back, and nothing is doubled', async () => {
    const closed = smtpTransport('smtp://127.0.0.1:9', 'desk@house.test')
    await arrive()
    state.sms.answerWith(503)
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
    state.sms.answerWith(201)
    const before = state.sms.received.length
    await send(hoursLater(8))
    await send(hoursLater(8.5))
    expect([state.smtp.mails.length, state.sms.received.length - before]).toEqual([1, 1])
  })

  test('that does not answer an SMS leaves it to staff, because it may have been sent', async () => {
    state.sms.answerWith('silence')
    await arrive()
    await send()
    state.sms.answerWith(201)
    await send(hoursLater(2))
    expect(state.sms.received).toHaveLength(1)
    const failed = (await list()).find(({ MediumId }: { MediumId: number }) => MediumId === 2)
    expect(failed).toMatchObject({ Status: 'Failed', Reason: 'It is not known whether it was sent.' })
    expect((await state.server.ask(notices.sendAgain, { token: state.token, input: [failed.Id] })).body.Message).toBe(
      'The notices will be sent again.',
    )
    // The server asked for it now, by its own clock: days later reminders are due too.
    await state.fixtures.asTenant((db) => db.updateTable('notices').set({ due_at: NOON }).where('id', '=', failed.Id).execute())
    await send(hoursLater(3))
    await send(hoursLater(4))
    expect(state.sms.received).toHaveLength(2)
    expect((await list()).map(({ Status }: { Status: string }) => Status)).toEqual(['Sent', 'Sent'])
    expect((await state.server.ask(notices.sendAgain, { token: state.token, input: [failed.Id] })).body.Message).toBe(
      'Only notices that were not sent can be sent again.',
    )
  })

  test('that refuses an address ends the attempts, with its reason', async () => {
    await state.set({ email: 'nobody@house.test' })
    state.sms.answerWith(400)
    await arrive()
    await send()
    await send(hoursLater(2))
    expect(state.sms.received).toHaveLength(1)
    expect(await outcomes()).toEqual(
      expect.arrayContaining([
        ['Arrived in mailroom', 1, 'Failed', expect.stringContaining('no such mailbox')],
        ['Arrived in mailroom', 2, 'Failed', 'The provider refused it: Authenticate'],
      ]),
    )
  })
})

test('of four programs that send at once, each notice is sent by one', async () => {
  for (const person of state.fixtures.people)
    await state.set({ email: `${person.residentId}@house.test`, mobile_phone: '' }, person.residentId)
  for (let i = 0; i < 20; i += 1) for (const person of state.fixtures.people) await state.fixtures.add(person, { at: NOON })
  await Promise.all([send(), send(), send(), send()])
  expect(state.smtp.mails).toHaveLength(80)
})

test('four programs at once make each reminder once, and send it once', async () => {
  for (const person of state.fixtures.people)
    await state.set({ email: `${person.residentId}@house.test`, mobile_phone: '' }, person.residentId)
  for (let i = 0; i < 60; i += 1) await state.fixtures.add(state.fixtures.people[i % 4]!, { at: NOON })
  await send()
  state.smtp.mails.length = 0
  const programs = Array.from({ length: 4 }, () => openDatabase(state.server.store.url))
  for (let day = 1; day <= 14; day += 1) await Promise.all(programs.map((database) => send(hoursLater(24 * day), { database })))
  await Promise.all(programs.map((database) => database.close()))
  const made = await state.fixtures.asTenant((db) =>
    db
      .selectFrom('notices')
      .select((eb) => ['package_id', eb.fn.countAll<number>().as('reminders')])
      .where('type_id', '=', NOTICE_TYPES.reminder.id)
      .groupBy('package_id')
      .execute(),
  )
  const count = Number(PROPERTY_SETTINGS.find(({ Name }) => Name === 'ReminderCount')!.Value)
  expect(made.map((row) => row.reminders)).toEqual(Array.from({ length: 60 }, () => count))
  const people = new Set(state.fixtures.people.map((person) => `${person.residentId}@house.test`))
  expect(state.smtp.mails.filter(({ to }) => people.has(to?.[0]?.address ?? ''))).toHaveLength(60 * count)
})

test('a program that died while it sent: the e-mail is sent again, the SMS is left to staff', async () => {
  await arrive()
  await state.fixtures.asTenant((db) =>
    db
      .updateTable('notices')
      .set({ status: 'Sending', attempts: 1, lost_at: hoursLater(0.25) })
      .execute(),
  )
  await send(hoursLater(0.2))
  expect(state.smtp.mails).toHaveLength(0)
  await send(hoursLater(0.3))
  expect([state.smtp.mails.length, state.sms.received.length]).toEqual([1, 0])
  expect(await outcomes()).toContainEqual(['Arrived in mailroom', 2, 'Failed', 'It is not known whether it was sent.'])
})
