import { describe, expect, onTestFinished, test } from 'vitest'
import { alerts } from '#features/alerts/contract.ts'
import { watching } from '#features/alerts/testing/watching.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { opened, openingsFixtures, statuses, times } from '../testing/openings-fixtures.ts'

const { state, asTenant, tokenFor, open, openDevice, wait, auditOf } = openingsFixtures()

const bankHistory = async () =>
  (
    await state.server.ask(lockerBanks.changes, {
      token: await tokenFor('superadmin'),
      params: { lockerBankId: state.lobby.lockerBankId },
    })
  ).body as { Action: string; UserName: string }[]

describe('one person', () => {
  test('opens ten doors of 182: the others are refused with Retry-After, one alert and one audit entry', async () => {
    const token = await tokenFor('mailroomstaff')
    const answers = await times(182, () => open(token))
    expect(opened(answers)).toBe(10)
    // After a minute, the password is needed first.
    expect(statuses(answers).filter((status) => status !== 422)).toEqual([200, 429])
    expect(state.kiosk.received('commands')).toHaveLength(10)
    const refused = answers.find(({ status }) => status === 429)!
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(refused.body).toMatchObject({
      Code: 'MsgTooManyOpenings',
      Message: 'You have opened as many lockers within a minute as one person may (10). Please wait.',
    })
    expect(await auditOf('remote opening refused at a limit')).toEqual([
      { actor_name: 'Test mailroomstaff', detail: { limit: 'person' } },
    ])
    expect(await auditOf('locker opening requested')).toHaveLength(10)
    const { body } = await state.server.ask(alerts.open, { token: await tokenFor('organisationmanager') })
    expect(body).toEqual([
      expect.objectContaining({
        Kind: 'openings-limited',
        UserName: 'Test mailroomstaff',
        LockerBankId: state.lobby.lockerBankId,
        IsEndedByStaff: true,
        EndedBy: null,
      }),
    ])
  })

  test('cannot end the alert about the own openings; another person can, and the history names that person', async () => {
    const token = await tokenFor('mailroomstaff')
    await times(11, () => open(token))
    const [alert] = (await state.server.ask(alerts.open, { token })).body
    expect(alert).toMatchObject({ Kind: 'openings-limited', IsEndedByStaff: false })
    const done = (by: string) => state.server.ask(alerts.done, { token: by, params: { alertId: alert.Id } })
    expect(await done(token)).toMatchObject({ status: 422, body: { Code: 'MsgAlertOfOwn' } })
    const manager = await tokenFor('organisationmanager')
    expect((await done(manager)).status).toBe(200)
    const ended = await state.server.ask(alerts.ended, { token })
    expect(ended.body).toMatchObject([{ Id: alert.Id, EndedBy: 'Test organisationmanager', IsEndedByStaff: false }])
    expect((await bankHistory()).filter(({ UserName }) => UserName === 'Test organisationmanager')).toEqual([
      expect.objectContaining({ Action: 'Alert ended: Too many remote openings by Test mailroomstaff' }),
    ])
  })

  test('is in the histories of the bank and of the locker, by whom and when', async () => {
    await open(await tokenFor('mailroomstaff'), { locker: 'L1' })
    await openDevice(await tokenFor('organisationmanager'))
    state.kiosk.onCommand(async ({ Id }) => {
      await state.kiosk.reply({ CommandId: Id, State: 'not-detected' })
    })
    await open(await tokenFor('mailroomstaff'), { locker: 'L2' })
    const At = expect.stringMatching(/Z$/)
    const Actor = { Kind: 'portalUser', Id: expect.any(String) }
    const staff = { At, UserName: 'Test mailroomstaff', Actor }
    const byStaff = { ...staff, Action: 'Locker L1 opened remotely', ActionKey: null, EntryId: null }
    const asked = { Action: 'Opening requested', ActionKey: 'locker opening requested', EntryId: expect.any(String) }
    const remote = (await bankHistory()).filter(({ Action }) => Action.endsWith('opened remotely'))
    expect(remote).toEqual([
      { ...byStaff, Action: 'Door of device SN1 opened remotely', UserName: 'Test organisationmanager' },
      byStaff,
    ])
    const ofLocker = await state.server.ask(dashboards.lockerChanges, {
      token: await tokenFor('leasingspecialist'),
      params: { lockerBankId: state.lobby.lockerBankId, locker: 'L1' },
    })
    expect(ofLocker.body).toHaveLength(2)
    expect(ofLocker.body).toEqual(expect.arrayContaining([byStaff, { ...staff, ...asked }]))
  })

  test('who exceeds a limit is reported by one e-mail to the addresses of the locker bank and to each other manager', async () => {
    await asTenant((db) =>
      db
        .insertInto('locker_bank_settings')
        .values({
          organisation_id: state.riverside.organisationId,
          property_id: state.riverside.properties[0]!.id,
          locker_bank_id: state.lobby.lockerBankId,
          name: 'AlertEmails',
          value: 'desk@a.test',
        })
        .execute(),
    )
    const token = await tokenFor('organisationmanager')
    await times(20, () => open(token))
    const sweep = await watching(state.server)
    onTestFinished(sweep.stop)
    await sweep.look()
    await sweep.look()
    // Other organisations of this server have alerts as well.
    const addresses = () =>
      sweep.mails
        .map(({ to }) => to?.[0]?.address ?? '')
        .filter((to) => to === 'desk@a.test' || to.includes(`@${state.riverside.systemName}.`))
    await eventually(() => addresses().sort()).toEqual(['desk@a.test', `superadmin@${state.riverside.systemName}.test`])
    expect(sweep.mails.find(({ to }) => to?.[0]?.address === 'desk@a.test')?.text).toContain(
      'Too many remote openings by Test organisationmanager',
    )
  })

  test('opens at most 40 within an hour', async () => {
    const token = await tokenFor('mailroomstaff')
    for (let minute = 0; minute < 4; minute++) {
      expect(opened(await times(10, () => open(token)))).toBe(10)
      await wait(61)
    }
    const refused = await open(token)
    expect(refused.status).toBe(429)
    expect(refused.body.Code).toBe('MsgTooManyOpeningsHour')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  })

  test('is counted for all ways to open: with a status, by the device, in all sessions', async () => {
    const one = await tokenFor('organisationmanager')
    const other = await tokenFor('organisationmanager')
    const status = { Status: 8, PackageId: state.lobby.packagesIn.L1![0] }
    expect(opened([await open(one, { locker: 'L1', input: status })])).toBe(1)
    expect(opened(await times(4, () => openDevice(one)))).toBe(4)
    expect(opened(await times(5, () => open(other, { cabinet: state.annex, locker: 'A1' })))).toBe(5)
    expect((await openDevice(one)).status).toBe(429)
    expect((await open(other)).status).toBe(429)
  })

  test('is not counted twice for a repeated request with the same Idempotency-Key', async () => {
    const token = await tokenFor('mailroomstaff')
    for (let i = 0; i < 12; i++) expect((await open(token, { headers: { 'idempotency-key': 'same' } })).status).toBe(200)
    expect(opened(await times(9, () => open(token)))).toBe(9)
    expect((await open(token)).status).toBe(429)
  })

  test('is not limited by others', async () => {
    expect(opened(await times(10, async () => open(await tokenFor('mailroomstaff'))))).toBe(10)
    expect((await open(await tokenFor('propertymanager'))).status).toBe(200)
  })
})

describe('mapping devices', () => {
  test('is not limited at a locker bank without packages, and is at one with packages', async () => {
    const token = await tokenFor('organisationmanager')
    expect(opened(await times(40, () => openDevice(token, state.annex)))).toBe(40)
    expect(opened(await times(11, () => openDevice(token, state.lobby)))).toBe(10)
    expect(opened(await times(2, () => openDevice(token, state.annex)))).toBe(2)
  })

  test('is limited while a locker is reserved: a parcel may lie in it that is not recorded yet', async () => {
    const token = await tokenFor('organisationmanager')
    await asTenant((db) =>
      db
        .updateTable('lockers')
        .set({ reserved_until: new Date(Date.now() + 60_000) })
        .where('id', '=', state.annex.lockers.A1!)
        .execute(),
    )
    expect(opened(await times(11, () => openDevice(token, state.annex)))).toBe(10)
  })
})
