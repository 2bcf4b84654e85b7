import { expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { translationOf } from '#features/resources/server/translations.ts'
import { settings } from '#features/settings/contract.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { outageFixtures, THRESHOLD } from '../testing/outage-fixtures.ts'
import { saveSettings, watching } from '../testing/watching.ts'

const { there, bankId, tellTo, goAway, subjects } = outageFixtures()

test('the e-mail is in the language of the organisation', async () => {
  await there.bank.asTenant((db) => db.updateTable('organisations').set({ culture: 'de' }).execute())
  await tellTo('desk@house.test')
  await goAway()
  await there.watch.minutes(THRESHOLD + 1)
  await eventually(() => there.watch.mails.length).toBe(1)
  const { name } = await there.bank.bankRow()
  expect(there.watch.mails[0]!.subject).toBe(`${name}: ${translationOf('de').Alert!.AlertOffline}`)
  expect(there.watch.mails[0]!.text).toContain(translationOf('de').Alert!.MailFooter)
})

test('e-mails wait while the mail server is down, and are sent once', async () => {
  await there.watch.stop()
  there.watch = await watching(there.server, { isMailServerUp: false })
  await tellTo('desk@house.test')
  await goAway()
  await there.watch.minutes(THRESHOLD + 2)
  await eventually(async () => {
    const { rows } = await there.server.database.pool.query(`select from jobs.job where name = 'mail' and state = 'retry'`)
    return rows.length
  }).toBe(1)
  await there.watch.startMailServer()
  await eventually(() => there.watch.mails.length).toBe(1)
  await there.watch.minutes(5)
  await eventually(async () => {
    const waiting = await there.bank.asTenant((db) => db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute())
    return waiting.length
  }).toBe(0)
  expect(there.watch.mails).toHaveLength(1)
})

test('the addresses of the general settings get the alerts of every bank, each once', async () => {
  await tellTo('desk@house.test')
  const input = { GeneralSettings: [{ Name: 'AlertEmails', Value: 'Desk@house.test, owner@house.test' }] }
  const token = await tokenOf(there.server, 'superadmin', there.bank.organisation.systemName)
  expect((await there.server.ask(settings.save, { token, input })).status).toBe(200)
  await goAway()
  await there.watch.minutes(THRESHOLD + 2)
  await eventually(() => there.watch.mails.length).toBe(2)
  const { name } = await there.bank.bankRow()
  expect(subjects()).toEqual([`desk@house.test: ${name}: Offline`, `owner@house.test: ${name}: Offline`])
})

test('the first address added during an open alert gets an e-mail, further ones do not', async () => {
  await goAway()
  await there.watch.minutes(THRESHOLD + 1)
  await tellTo('desk@house.test')
  await there.watch.minutes(1)
  await eventually(() => there.watch.mails.length).toBe(1)
  await tellTo('desk@house.test, night@house.test')
  await there.watch.minutes(2)
  const stored = await there.bank.asTenant((db) => db.selectFrom('mails').select('to_address').execute())
  expect(stored).toEqual([{ to_address: 'desk@house.test' }])
})

test('alerts that begin together are one e-mail to an address on both lists', async () => {
  const second = there.bank.organisation.second.ids.lockerBank
  await tellTo('desk@house.test')
  await saveSettings(there.server, there.bank.organisation.systemName, second, {
    AlertEmails: 'desk@house.test, second@house.test',
  })
  await goAway()
  await there.bank.asTenant((db) =>
    db.updateTable('locker_banks').set({ last_heart_beat: new Date() }).where('id', '=', second).execute(),
  )
  await there.watch.minutes(THRESHOLD + 1)
  await eventually(() => there.watch.mails.length).toBe(2)
  const { name } = await there.bank.asTenant((db) =>
    db.selectFrom('locker_banks').select('name').where('id', '=', second).executeTakeFirstOrThrow(),
  )
  expect(subjects()).toEqual(['desk@house.test: 2 alerts at your locker banks', `second@house.test: ${name}: Offline`])
  const [both] = there.watch.mails.filter(({ to }) => to![0]!.address === 'desk@house.test')
  expect([bankId(), second].filter((id) => both!.text!.includes(id))).toHaveLength(2)
})
