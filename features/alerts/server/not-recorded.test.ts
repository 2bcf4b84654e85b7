import { beforeEach, describe, expect, test } from 'vitest'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { event } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { droppedOffIn, eachWithKioskFixtures, type KioskFixtures } from '#features/packages/server/testing/kiosk-fixtures.ts'
import { newId } from '#platform/ids.ts'
import type { Role } from '#platform/permissions.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { alerts } from '../contract.ts'
import { alertsSeenBy, saveSettings, type Watching, watching } from '../testing/watching.ts'

let { server, organisation, fixtures, kiosk } = {} as KioskFixtures
let watch: Watching
eachWithKioskFixtures((on) => {
  ;({ server, organisation, fixtures, kiosk } = on)
})
beforeEach(async () => {
  watch = await watching(server)
  return async () => {
    await watch.stop()
    // Ends this bank's alerts before the next test.
    await fixtures.asTenant((db) => db.updateTable('organisations').set({ is_active: false }).execute())
  }
})

const bankId = () => fixtures.cabinet.lockerBankId
const lockerId = (name: string) => fixtures.cabinet.lockers[name]!
const agent = () => ({ Kind: 'agent', Id: fixtures.agents[6] })
const seen = () => alertsSeenBy(server, 'superadmin', organisation.systemName)
const openOnes = async () => (await seen()).open.map(({ Kind, LockerName, Reason }) => [Kind, LockerName, Reason])
async function send(one: { Id: string }, attempt = 1) {
  await kiosk.sendEvents([one], attempt)
  await eventually(() => kiosk.acked()).toContain(one.Id)
}
const droppedOff = (LockerId: string, recipient = 0, more: object = {}) =>
  droppedOffIn(fixtures, LockerId, { ResidentId: fixtures.people[recipient]!.residentId, ...more })
/** Sends the last attempt of a drop-off that makes the server fail. */
async function sendFaulty(locker: string) {
  server.kioskLink.onEvent('dropped-off', async (_db, { TrackingNumber }) => {
    if (TrackingNumber === 'faulty') throw new Error('a fault')
  })
  await send(droppedOff(lockerId(locker), 0, { TrackingNumber: 'faulty' }), 5)
}
const conditionOf = async (name: string) =>
  (
    await fixtures.asTenant((db) =>
      db.selectFrom('lockers').select('condition').where('id', '=', lockerId(name)).executeTakeFirstOrThrow(),
    )
  ).condition
const remove = (name: string) => fixtures.asTenant((db) => db.deleteFrom('lockers').where('id', '=', lockerId(name)).execute())
const letPass = (days: number) =>
  fixtures.asTenant((db) =>
    db
      .updateTable('alerts')
      .set({ began_at: new Date(Date.now() - days * 86_400_000) })
      .execute(),
  )

describe('a parcel that was dropped off and could not be recorded', () => {
  const REASON = 'The locker holds a package of another recipient.'

  test('alerts at once and by one mail, until staff set its locker in order', async () => {
    await saveSettings(server, organisation.systemName, bankId(), { AlertEmails: 'desk@house.test' })
    await send(droppedOff(lockerId('L1')))
    const lost = droppedOff(lockerId('L1'), 1)
    await send(lost)
    await send(lost)
    await send(droppedOff(lockerId('L1'), 2))
    expect(await openOnes()).toEqual([['drop-off-refused', 'L1', REASON]])
    expect(await conditionOf('L1')).toBe('flagged')
    await watch.look()
    await watch.look()
    await eventually(() => watch.mails.map(({ subject }) => subject)).toEqual([
      `Lobby 1: A parcel was dropped off in locker L1 and could not be recorded: ${REASON}`,
    ])
    expect(watch.mails[0]!.text).toContain(`/portal/#/dashboard/lockerbank/${bankId()}?locker=L1`)
    expect(await openOnes()).toHaveLength(1)

    const token = await tokenOf(server, 'superadmin', organisation.systemName)
    const params = { lockerBankId: bankId(), locker: 'L1' }
    await server.ask(dashboards.setCondition, { params, token, input: { Condition: 'good' } })
    await watch.look()
    expect(await seen()).toMatchObject({ open: [], ended: [{ Kind: 'drop-off-refused', LockerName: 'L1' }] })
    expect(watch.mails).toHaveLength(1)
  })

  test('into a removed locker alerts for a week, since no state shows that it is settled', async () => {
    await remove('L2')
    await send(droppedOff(lockerId('L2')))
    expect(await openOnes()).toEqual([['drop-off-refused', null, 'Not found. It may have been deleted.']])
    await letPass(6.9)
    await watch.look()
    expect(await openOnes()).toHaveLength(1)
    await letPass(7)
    await watch.look()
    expect(await openOnes()).toEqual([])
  })

  test('after a server error does not reveal the error', async () => {
    await sendFaulty('L3')
    expect(await openOnes()).toEqual([['drop-off-refused', 'L3', null]])
  })
})

test('other events that could not be recorded alert one by one and leave their locker in use', async () => {
  const collected = () => event({ Kind: 'collected', PackageId: newId(), LockerId: lockerId('L1'), By: agent() })
  await send(collected())
  await send(collected())
  expect(await openOnes()).toEqual(Array(2).fill(['event-refused', 'L1', expect.any(String)]))
  expect(await conditionOf('L1')).toBe('good')
})

describe('an alert that no state shows to be settled', () => {
  const collected = () => event({ Kind: 'collected', PackageId: newId(), LockerId: lockerId('L1'), By: agent() })
  const only = async () => (await seen()).open[0]!
  const done = async (role: Role, alertId: string, systemName = organisation.systemName) =>
    server.ask(alerts.done, { params: { alertId }, token: await tokenOf(server, role, systemName) })
  const auditOf = (id: string) =>
    fixtures.asTenant((db) =>
      db.selectFrom('audit').select(['action', 'actor_name', 'detail']).where('subject_id', '=', id).execute(),
    )

  test('is ended by staff with the permission, once, for everyone, and audited', async () => {
    await send(collected())
    const alert = await only()
    expect(alert.IsEndedByStaff).toBe(true)
    const notices: unknown[] = []
    const unsubscribe = server.live.subscribe((notice) => notices.push(notice))
    expect(await done('mailroomstaff', alert.Id)).toMatchObject({ status: 200, body: { Message: 'The alert has ended.' } })
    await eventually(() => notices.flat()).toContainEqual(expect.objectContaining({ topic: 'alerts', lockerBankId: bankId() }))
    unsubscribe()
    const { ended } = await seen()
    expect((await alertsSeenBy(server, 'leasingspecialist', organisation.systemName)).open).toEqual([])
    expect(ended).toMatchObject([{ Id: alert.Id, IsEndedByStaff: false }])
    expect((await done('superadmin', alert.Id)).status).toBe(200)
    await watch.look()
    expect(await seen()).toEqual({ open: [], ended })
    const detail = { lockerBankId: bankId(), kind: 'event-refused', subject: alert.Subject }
    expect(await auditOf(alert.Id)).toEqual([{ action: 'alert ended', actor_name: 'Test mailroomstaff', detail }])
  })

  test('cannot be ended without the permission, nor from another organisation', async () => {
    await send(collected())
    const { Id } = await only()
    expect((await done('leasingspecialist', Id)).status).toBe(403)
    const elsewhere = await seedOrganisation(server, `far${organisation.systemName}`)
    expect((await done('superadmin', Id, elsewhere.systemName)).status).toBe(404)
    expect((await seen()).open).toHaveLength(1)
  })

  test('includes a parcel in a removed locker; an existing locker ends it by its state', async () => {
    await sendFaulty('L1')
    const { Id, IsEndedByStaff } = await only()
    expect(IsEndedByStaff).toBe(false)
    expect(await done('superadmin', Id)).toMatchObject({
      status: 422,
      body: { Message: 'This alert ends automatically when its cause is resolved.' },
    })
    await remove('L1')
    expect(await only()).toMatchObject({ Id, IsEndedByStaff: true })
    expect((await done('superadmin', Id)).status).toBe(200)
    expect(await openOnes()).toEqual([])
  })
})

describe('the alert of a door that its device no longer closes', () => {
  const leftOpen = (locker: string | null, SerialNumber: string) =>
    send(event({ Kind: 'door-left-open', LockerId: locker && lockerId(locker), SerialNumber }))
  const unmap = (name: string) =>
    fixtures.asTenant((db) => db.updateTable('lockers').set({ device_serial: null }).where('id', '=', lockerId(name)).execute())
  /** Discovers these devices. */
  const find = (...serials: string[]) =>
    fixtures.asTenant(async (db) => {
      const { organisationId: organisation_id, propertyId: property_id } = fixtures
      await db.deleteFrom('devices').execute()
      for (const serial_number of serials)
        await db.insertInto('devices').values({ organisation_id, property_id, locker_bank_id: bankId(), serial_number }).execute()
      await db.updateTable('locker_banks').set({ devices_found_at: new Date() }).where('id', '=', bankId()).execute()
    })
  const afterALook = async () => {
    await watch.look()
    return (await openOnes()).length
  }

  test('stays while the device is mapped or found, and ends when it is neither', async () => {
    await leftOpen('L1', 'SN-L1')
    await find()
    expect(await afterALook()).toBe(1)
    await find('SN-L1')
    await unmap('L1')
    expect(await afterALook()).toBe(1)
    await find('SN-new')
    expect(await afterALook()).toBe(0)
  })

  test('ends with its locker', async () => {
    await leftOpen('L1', 'SN-L1')
    await find('SN-L1')
    await remove('L1')
    expect(await afterALook()).toBe(0)
  })

  test('of a device that was never mapped ends when a discovery does not find it', async () => {
    await find()
    await leftOpen(null, 'SN-new')
    expect(await afterALook()).toBe(1)
    await find('SN-new')
    expect(await afterALook()).toBe(1)
    await find()
    expect(await afterALook()).toBe(0)
  })
})
