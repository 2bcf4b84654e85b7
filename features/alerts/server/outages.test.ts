import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { eachOnWiredBank, type WiredBank } from '#features/kiosks/server/testing/wired-bank.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { translationOf } from '#features/resources/server/translations.ts'
import { settings } from '#features/settings/contract.ts'
import { newId } from '#platform/ids.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { alertsSeenBy, saveSettings, type Watching, watching } from '../testing/watching.ts'
import { purgeAlerts } from './list.ts'

/** Default outage threshold in minutes. */
const THRESHOLD = 15

let server: TestServer
let bank: WiredBank
let watch: Watching
eachOnWiredBank((started, wired) => {
  server = started
  bank = wired
})
beforeEach(async () => {
  watch = await watching(server)
  return () => watch.stop()
})
/** Next year, because the database has its own clock: a bank must be authorised before the time of the test. */
const BEGINNING = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 15, 9, 30))
// Only the clock is mocked; timers run as usual.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGINNING }))
afterEach(async () => {
  vi.useRealTimers()
  // Ends these banks' alerts before the next test.
  await bank.asTenant((db) => db.updateTable('organisations').set({ is_active: false }).execute())
})

const bankId = () => bank.organisation.first.ids.lockerBank
const seen = (role: 'superadmin' | 'mailroomstaff' = 'superadmin', organisation = bank.organisation.systemName) =>
  alertsSeenBy(server, role, organisation)
const openOnes = async () => (await seen()).open
const tellTo = (emails: string) => saveSettings(server, bank.organisation.systemName, bankId(), { AlertEmails: emails })
const heartbeatAt = async () => Date.parse((await bank.bankRow()).last_heart_beat ?? '')
/** Sets the clock, which has advanced by some ms, back to the last heartbeat. */
const putClockBack = async () => vi.setSystemTime(await heartbeatAt())
/** Sends a heartbeat and waits until the server has processed it. */
async function beat(kiosk = bank.kiosk) {
  const now = Date.now()
  await kiosk.beat()
  await eventually(async () => (await heartbeatAt()) >= now).toBe(true)
  await putClockBack()
}
/** Connects the bank, runs a sweep, then breaks the connection. */
async function goAway(kiosk = bank.kiosk) {
  await beat(kiosk)
  await watch.look()
  kiosk.client.stream.destroy()
  await eventually(bank.isOnline).toBe(false)
  await putClockBack()
}
async function comeBack() {
  const kiosk = await mqttKiosk(server, bankId(), bank.organisation.first.credentials.client_secret!)
  onTestFinished(() => void kiosk.client.end(true))
  await beat(kiosk)
  return kiosk
}
const topics = () => watch.changes.filter(({ lockerBankId }) => lockerBankId === bankId()).map(({ topic }) => topic)
const subjects = () => watch.mails.map(({ subject, to }) => `${to![0]!.address}: ${subject}`).sort()

test('a bank without heartbeats for longer than its threshold alerts once, with one e-mail for each address', async () => {
  await tellTo('desk@house.test; night@house.test, DESK@house.test')
  await watch.minutes(2, beat)
  await goAway()
  const began = new Date().toISOString()
  await watch.minutes(THRESHOLD)
  expect(await openOnes()).toEqual([])
  await watch.minutes(1)
  expect(await openOnes()).toEqual([
    expect.objectContaining({
      Kind: 'offline',
      LockerBankId: bankId(),
      LockerBankName: (await bank.bankRow()).name,
      PropertyName: 'Property 1',
      PropertyTimezoneId: 'Europe/London',
      BeganAt: began,
      EndedAt: null,
    }),
  ])
  expect(topics()).toEqual(['alerts'])
  await watch.minutes(30)
  await eventually(() => watch.mails.length).toBe(2)
  const { name } = await bank.bankRow()
  expect(subjects()).toEqual([`desk@house.test: ${name}: Offline`, `night@house.test: ${name}: Offline`])
  expect(watch.mails[0]!.text?.trim()).toBe(
    [
      `Offline, since 01/15/${BEGINNING.getUTCFullYear()} 9:32 AM (Europe/London)`,
      `${name}, Building 1, Property 1`,
      `https://portal.parcelhall.test/portal/#/dashboard/lockerbank/${bankId()}`,
      '',
      'You receive this because your address is listed under Alert emails in the settings of the locker bank. Each alert is sent once, when it begins.',
    ].join('\n'),
  )
  expect(await openOnes()).toHaveLength(1)
})

test('the e-mail is in the language of the organisation', async () => {
  await bank.asTenant((db) => db.updateTable('organisations').set({ culture: 'de' }).execute())
  await tellTo('desk@house.test')
  await goAway()
  await watch.minutes(THRESHOLD + 1)
  await eventually(() => watch.mails.length).toBe(1)
  const { name } = await bank.bankRow()
  expect(watch.mails[0]!.subject).toBe(`${name}: ${translationOf('de').Alert!.AlertOffline}`)
  expect(watch.mails[0]!.text).toContain(translationOf('de').Alert!.MailFooter)
})

test('an outage ends when the bank has been back for a while, and stays in the list of ended alerts', async () => {
  await goAway()
  await watch.minutes(THRESHOLD + 1)
  const kiosk = await comeBack()
  const back = new Date().toISOString()
  await watch.look()
  expect(await openOnes()).toMatchObject([{ Kind: 'offline', BackAt: back }])
  await watch.minutes(2, () => beat(kiosk))
  expect(await seen()).toMatchObject({ open: [], ended: [{ Kind: 'offline', EndedAt: back }] })
  expect(topics()).toEqual(['alerts', 'alerts', 'alerts'])
})

test('a short disconnection is no outage, and a short reconnection does not end one', async () => {
  await tellTo('desk@house.test')
  await goAway()
  await watch.minutes(THRESHOLD - 1)
  await goAway(await comeBack())
  await watch.minutes(THRESHOLD)
  expect(await openOnes()).toEqual([])
  await watch.minutes(1)
  const [alert] = await openOnes()
  await goAway(await comeBack())
  await watch.minutes(THRESHOLD + 5)
  expect(await openOnes()).toEqual([{ ...alert, BackAt: null }])
  await eventually(() => watch.mails.length).toBe(1)
})

test('a server that restarts during an outage begins no second alert', async () => {
  await tellTo('desk@house.test')
  await goAway()
  await watch.minutes(THRESHOLD + 1)
  const [alert] = await openOnes()
  watch.restart()
  await watch.minutes(THRESHOLD + 1)
  vi.setSystemTime(Date.now() + 3_600_000)
  watch.restart()
  await watch.minutes(THRESHOLD + 1)
  expect(await openOnes()).toEqual([alert])
  await eventually(() => watch.mails.length).toBe(1)
})

test('after an hour without a server a bank has the time of its threshold to reconnect', async () => {
  await beat()
  await watch.look()
  vi.setSystemTime(Date.now() + 3_600_000)
  await watch.minutes(THRESHOLD - 1)
  await beat()
  await watch.minutes(THRESHOLD)
  expect(await openOnes()).toEqual([])
  await watch.minutes(1)
  expect(await openOnes()).toHaveLength(1)
})

test('after a short restart the server counts silence from its start', async () => {
  await saveSettings(server, bank.organisation.systemName, bankId(), { OfflineAlertMinutes: '1' })
  await beat()
  await watch.minutes(1)
  vi.setSystemTime(Date.now() + 60_000)
  watch.restart()
  await watch.look()
  expect(await openOnes()).toEqual([])
  await watch.minutes(2)
  expect(await openOnes()).toHaveLength(1)
})

test('concurrent sweeps begin one alert and queue one e-mail', async () => {
  await tellTo('desk@house.test')
  await goAway()
  await watch.minutes(THRESHOLD)
  vi.setSystemTime(Date.now() + 60_000)
  await Promise.all([watch.look(), watch.look(), watch.look(), watch.look()])
  expect(await openOnes()).toHaveLength(1)
  const stored = await bank.asTenant((db) => db.selectFrom('mails').select('id').execute())
  expect(stored).toHaveLength(1)
  await eventually(() => watch.mails.length).toBe(1)
})

test('e-mails wait while the mail server is down, and are sent once', async () => {
  await watch.stop()
  watch = await watching(server, { isMailServerUp: false })
  await tellTo('desk@house.test')
  await goAway()
  await watch.minutes(THRESHOLD + 2)
  await eventually(async () => {
    const { rows } = await server.database.pool.query(`select from jobs.job where name = 'mail' and state = 'retry'`)
    return rows.length
  }).toBe(1)
  await watch.startMailServer()
  await eventually(() => watch.mails.length).toBe(1)
  await watch.minutes(5)
  await eventually(async () => {
    const waiting = await bank.asTenant((db) => db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute())
    return waiting.length
  }).toBe(0)
  expect(watch.mails).toHaveLength(1)
})

test('the addresses of the general settings get the alerts of every bank, each once', async () => {
  await tellTo('desk@house.test')
  const input = { GeneralSettings: [{ Name: 'AlertEmails', Value: 'Desk@house.test, owner@house.test' }] }
  const token = await tokenOf(server, 'superadmin', bank.organisation.systemName)
  expect((await server.ask(settings.save, { token, input })).status).toBe(200)
  await goAway()
  await watch.minutes(THRESHOLD + 2)
  await eventually(() => watch.mails.length).toBe(2)
  const { name } = await bank.bankRow()
  expect(subjects()).toEqual([`desk@house.test: ${name}: Offline`, `owner@house.test: ${name}: Offline`])
})

test('the first address added during an open alert gets an e-mail, further ones do not', async () => {
  await goAway()
  await watch.minutes(THRESHOLD + 1)
  await tellTo('desk@house.test')
  await watch.minutes(1)
  await eventually(() => watch.mails.length).toBe(1)
  await tellTo('desk@house.test, night@house.test')
  await watch.minutes(2)
  const stored = await bank.asTenant((db) => db.selectFrom('mails').select('to_address').execute())
  expect(stored).toEqual([{ to_address: 'desk@house.test' }])
})

test('alerts that begin together are one e-mail to an address on both lists', async () => {
  const second = bank.organisation.second.ids.lockerBank
  await tellTo('desk@house.test')
  await saveSettings(server, bank.organisation.systemName, second, { AlertEmails: 'desk@house.test, second@house.test' })
  await goAway()
  await bank.asTenant((db) =>
    db.updateTable('locker_banks').set({ last_heart_beat: new Date() }).where('id', '=', second).execute(),
  )
  await watch.minutes(THRESHOLD + 1)
  await eventually(() => watch.mails.length).toBe(2)
  const { name } = await bank.asTenant((db) =>
    db.selectFrom('locker_banks').select('name').where('id', '=', second).executeTakeFirstOrThrow(),
  )
  expect(subjects()).toEqual(['desk@house.test: 2 alerts at your locker banks', `second@house.test: ${name}: Offline`])
  const [both] = watch.mails.filter(({ to }) => to![0]!.address === 'desk@house.test')
  expect([bankId(), second].filter((id) => both!.text!.includes(id))).toHaveLength(2)
})

test('a bank that never connected, or is deauthorised, inactive or deleted, has no alert', async () => {
  const token = () => tokenOf(server, 'superadmin', bank.organisation.systemName)
  const params = { lockerBankId: bankId() }
  await watch.minutes(THRESHOLD + 5)
  expect(await openOnes()).toEqual([])

  await goAway()
  await watch.minutes(THRESHOLD + 1)
  expect(await openOnes()).toHaveLength(1)
  await server.ask(lockerBanks.deauthorise, { params, token: await token() })
  await watch.minutes(THRESHOLD + 5)
  expect((await seen()).open).toEqual([])

  const set = (change: { is_active?: boolean; deleted_at?: Date }) =>
    bank.asTenant((db) => db.updateTable('locker_banks').set(change).where('id', '=', bankId()).execute())
  await server.ask(lockerBanks.authorise, { params, token: await token() })
  await set({ is_active: false })
  await watch.minutes(THRESHOLD + 5)
  expect(await openOnes()).toEqual([])
  await set({ is_active: true })
  await watch.minutes(1)
  expect(await openOnes()).toHaveLength(1)
  await set({ deleted_at: new Date() })
  expect(await openOnes()).toEqual([])
  await watch.minutes(1)
  const rows = await bank.asTenant((db) => db.selectFrom('alerts').select('ended_at').where('ended_at', 'is', null).execute())
  expect(rows).toEqual([])
})

test('is visible in its property only, and not in another organisation', async () => {
  await bank.asTenant((db) =>
    db
      .insertInto('alerts')
      .values(
        [bank.organisation.first, bank.organisation.second].flatMap(({ ids }) =>
          [null, new Date()].map((ended_at) => ({
            organisation_id: bank.organisation.organisationId,
            id: newId(),
            property_id: ids.property,
            locker_bank_id: ids.lockerBank,
            kind: 'door-open' as const,
            subject: 'SN1',
            began_at: new Date(),
            ended_at,
          })),
        ),
      )
      .execute(),
  )
  const count = ({ open, ended }: Awaited<ReturnType<typeof seen>>) => [open.length, ended.length]
  expect(count(await seen('superadmin'))).toEqual([2, 2])
  const visible = await seen('mailroomstaff')
  expect(count(visible)).toEqual([1, 1])
  expect(visible.open[0]!.LockerBankId).toBe(bankId())
  const foreign = await seedOrganisation(server, `foreign-${newId()}`)
  expect(count(await alertsSeenBy(server, 'superadmin', foreign.systemName))).toEqual([0, 0])
})

test('is deleted a month after its end, and never while it is open', async () => {
  await goAway()
  await watch.minutes(THRESHOLD + 1)
  const forget = () => bank.asTenant((db) => purgeAlerts(db, new Date()))
  vi.setSystemTime(Date.now() + 40 * 86_400_000)
  await forget()
  expect(await openOnes()).toHaveLength(1)
  const kiosk = await comeBack()
  await watch.minutes(4, () => beat(kiosk))
  vi.setSystemTime(Date.now() + 29 * 86_400_000)
  await forget()
  expect((await seen()).ended).toHaveLength(1)
  vi.setSystemTime(Date.now() + 2 * 86_400_000)
  await forget()
  expect(await bank.asTenant((db) => db.selectFrom('alerts').select('id').execute())).toEqual([])
})
