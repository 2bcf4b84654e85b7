import { expect, onTestFinished, test, vi } from 'vitest'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { newId } from '#platform/ids.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { BEGINNING, outageFixtures, THRESHOLD } from '../testing/outage-fixtures.ts'
import { alertsSeenBy, saveSettings } from '../testing/watching.ts'
import { purgeAlerts } from './list.ts'

const { there, bankId, tellTo, beat, goAway, subjects } = outageFixtures()

const seen = (role: 'superadmin' | 'mailroomstaff' = 'superadmin', organisation = there.bank.organisation.systemName) =>
  alertsSeenBy(there.server, role, organisation)

const openOnes = async () => (await seen()).open

async function comeBack() {
  const kiosk = await mqttKiosk(there.server, bankId(), there.bank.organisation.first.credentials.client_secret!)
  onTestFinished(() => void kiosk.client.end(true))
  await beat(kiosk)
  return kiosk
}

const topics = () => there.watch.changes.filter(({ lockerBankId }) => lockerBankId === bankId()).map(({ topic }) => topic)

test('a bank without heartbeats for longer than its threshold alerts once, with one e-mail for each address', async () => {
  await tellTo('desk@house.test; night@house.test, DESK@house.test')
  await there.watch.minutes(2, beat)
  await goAway()
  const began = new Date().toISOString()
  await there.watch.minutes(THRESHOLD)
  expect(await openOnes()).toEqual([])
  await there.watch.minutes(1)
  expect(await openOnes()).toEqual([
    expect.objectContaining({
      Kind: 'offline',
      LockerBankId: bankId(),
      LockerBankName: (await there.bank.bankRow()).name,
      PropertyName: 'Property 1',
      PropertyTimezoneId: 'Europe/London',
      BeganAt: began,
      EndedAt: null,
    }),
  ])
  expect(topics()).toEqual(['alerts'])
  await there.watch.minutes(30)
  await eventually(() => there.watch.mails.length).toBe(2)
  const { name } = await there.bank.bankRow()
  expect(subjects()).toEqual([`desk@house.test: ${name}: Offline`, `night@house.test: ${name}: Offline`])
  expect(there.watch.mails[0]!.text?.trim()).toBe(
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

test('an outage ends when the bank has been back for a while, and stays in the list of ended alerts', async () => {
  await goAway()
  await there.watch.minutes(THRESHOLD + 1)
  const kiosk = await comeBack()
  const back = new Date().toISOString()
  await there.watch.look()
  expect(await openOnes()).toMatchObject([{ Kind: 'offline', BackAt: back }])
  await there.watch.minutes(2, () => beat(kiosk))
  expect(await seen()).toMatchObject({ open: [], ended: [{ Kind: 'offline', EndedAt: back }] })
  expect(topics()).toEqual(['alerts', 'alerts', 'alerts'])
})

test('a short disconnection is no outage, and a short reconnection does not end one', async () => {
  await tellTo('desk@house.test')
  await goAway()
  await there.watch.minutes(THRESHOLD - 1)
  await goAway(await comeBack())
  await there.watch.minutes(THRESHOLD)
  expect(await openOnes()).toEqual([])
  await there.watch.minutes(1)
  const [alert] = await openOnes()
  await goAway(await comeBack())
  await there.watch.minutes(THRESHOLD + 5)
  expect(await openOnes()).toEqual([{ ...alert, BackAt: null }])
  await eventually(() => there.watch.mails.length).toBe(1)
})

test('a server that restarts during an outage begins no second alert', async () => {
  await tellTo('desk@house.test')
  await goAway()
  await there.watch.minutes(THRESHOLD + 1)
  const [alert] = await openOnes()
  there.watch.restart()
  await there.watch.minutes(THRESHOLD + 1)
  vi.setSystemTime(Date.now() + 3_600_000)
  there.watch.restart()
  await there.watch.minutes(THRESHOLD + 1)
  expect(await openOnes()).toEqual([alert])
  await eventually(() => there.watch.mails.length).toBe(1)
})

test('after an hour without a server a bank has the time of its threshold to reconnect', async () => {
  await beat()
  await there.watch.look()
  vi.setSystemTime(Date.now() + 3_600_000)
  await there.watch.minutes(THRESHOLD - 1)
  await beat()
  await there.watch.minutes(THRESHOLD)
  expect(await openOnes()).toEqual([])
  await there.watch.minutes(1)
  expect(await openOnes()).toHaveLength(1)
})

test('after a short restart the server counts silence from its start', async () => {
  await saveSettings(there.server, there.bank.organisation.systemName, bankId(), { OfflineAlertMinutes: '1' })
  await beat()
  await there.watch.minutes(1)
  vi.setSystemTime(Date.now() + 60_000)
  there.watch.restart()
  await there.watch.look()
  expect(await openOnes()).toEqual([])
  await there.watch.minutes(2)
  expect(await openOnes()).toHaveLength(1)
})

test('concurrent sweeps begin one alert and queue one e-mail', async () => {
  await tellTo('desk@house.test')
  await goAway()
  await there.watch.minutes(THRESHOLD)
  vi.setSystemTime(Date.now() + 60_000)
  await Promise.all([there.watch.look(), there.watch.look(), there.watch.look(), there.watch.look()])
  expect(await openOnes()).toHaveLength(1)
  const stored = await there.bank.asTenant((db) => db.selectFrom('mails').select('id').execute())
  expect(stored).toHaveLength(1)
  await eventually(() => there.watch.mails.length).toBe(1)
})

test('a bank that never connected, or is deauthorised, inactive or deleted, has no alert', async () => {
  const token = () => tokenOf(there.server, 'superadmin', there.bank.organisation.systemName)
  const params = { lockerBankId: bankId() }
  await there.watch.minutes(THRESHOLD + 5)
  expect(await openOnes()).toEqual([])

  await goAway()
  await there.watch.minutes(THRESHOLD + 1)
  expect(await openOnes()).toHaveLength(1)
  await there.server.ask(lockerBanks.deauthorise, { params, token: await token() })
  await there.watch.minutes(THRESHOLD + 5)
  expect((await seen()).open).toEqual([])

  const set = (change: { is_active?: boolean; deleted_at?: Date }) =>
    there.bank.asTenant((db) => db.updateTable('locker_banks').set(change).where('id', '=', bankId()).execute())
  await there.server.ask(lockerBanks.authorise, { params, token: await token() })
  await set({ is_active: false })
  await there.watch.minutes(THRESHOLD + 5)
  expect(await openOnes()).toEqual([])
  await set({ is_active: true })
  await there.watch.minutes(1)
  expect(await openOnes()).toHaveLength(1)
  await set({ deleted_at: new Date() })
  expect(await openOnes()).toEqual([])
  await there.watch.minutes(1)
  const rows = await there.bank.asTenant((db) =>
    db.selectFrom('alerts').select('ended_at').where('ended_at', 'is', null).execute(),
  )
  expect(rows).toEqual([])
})

test('is visible in its property only, and not in another organisation', async () => {
  await there.bank.asTenant((db) =>
    db
      .insertInto('alerts')
      .values(
        [there.bank.organisation.first, there.bank.organisation.second].flatMap(({ ids }) =>
          [null, new Date()].map((ended_at) => ({
            organisation_id: there.bank.organisation.organisationId,
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
  const foreign = await seedOrganisation(there.server, `foreign-${newId()}`)
  expect(count(await alertsSeenBy(there.server, 'superadmin', foreign.systemName))).toEqual([0, 0])
})

test('is deleted a month after its end, and never while it is open', async () => {
  await goAway()
  await there.watch.minutes(THRESHOLD + 1)
  const forget = () => there.bank.asTenant((db) => purgeAlerts(db, new Date()))
  vi.setSystemTime(Date.now() + 40 * 86_400_000)
  await forget()
  expect(await openOnes()).toHaveLength(1)
  const kiosk = await comeBack()
  await there.watch.minutes(4, () => beat(kiosk))
  vi.setSystemTime(Date.now() + 29 * 86_400_000)
  await forget()
  expect((await seen()).ended).toHaveLength(1)
  vi.setSystemTime(Date.now() + 2 * 86_400_000)
  await forget()
  expect(await there.bank.asTenant((db) => db.selectFrom('alerts').select('id').execute())).toEqual([])
})
