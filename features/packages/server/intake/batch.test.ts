import { beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { event } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { notices } from '#features/notices/contract.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { newId } from '#platform/ids.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { packages } from '../../contract.ts'
import { packageForm } from '../../editing-contract.ts'
import { intake } from '../../intake-contract.ts'
import { droppedOffIn, eachWithKioskFixtures, type KioskFixtures } from '../testing/kiosk-fixtures.ts'
import { HELD_MINUTES, notifyForgotten } from './batch.ts'

let { server, organisation, fixtures, kiosk } = {} as KioskFixtures
let token: string
eachWithKioskFixtures((on) => {
  ;({ server, organisation, fixtures, kiosk } = on)
})
beforeEach(async () => {
  token = await tokenOf(server, 'mailroomstaff', organisation.systemName)
  await fixtures.asTenant((db) => db.updateTable('residents').set({ email: 'ada@example.test' }).execute())
})

/** Books a package of the first resident with the batch of the clerk. */
async function book(): Promise<string> {
  const { residentId: ResidentId, name: Name, unitNumber: UnitNumber } = fixtures.people[0]!
  const packageId = newId()
  const place = { BuildingId: fixtures.buildingId, MailRoomId: fixtures.mailroomId, DropOffTime: new Date().toISOString() }
  const input = { ResidentId, Name, UnitNumber, ...place, CourierId: fixtures.courierId, StatusId: STATUSES.InMailroom.id }
  const reply = await server.ask(packageForm.create, { token, params: { packageId }, input: { ...input, NotifyLater: true } })
  expect(reply.status).toBe(200)
  return packageId
}
async function happens(one: { Id: string }) {
  const before = kiosk.acked().length
  await kiosk.sendEvents([one])
  await eventually(() => kiosk.acked().slice(before)).toEqual([one.Id])
}
const lockerId = () => fixtures.cabinet.lockers.L3!
async function load(PackageId: string) {
  const staff = await fixtures.asTenant((db) =>
    db.selectFrom('portal_users').select('id').where('role_id', '=', 5).executeTakeFirstOrThrow(),
  )
  await happens(droppedOffIn(fixtures, lockerId(), { Purpose: 'load', PackageId, By: { Kind: 'staff', Id: staff.id } }))
  expect((await fixtures.packageRow(PackageId)).status_id).toBe(STATUSES.TransferredtoLocker.id)
}
const held = async () => (await server.ask(intake.held, { token })).body.Count
const notifyAll = async () => (await server.ask(intake.notifyAll, { token, input: {} })).body.Message
const typesOf = async (packageId: string) => {
  const { body } = await server.ask(notices.ofPackage, { token, params: { packageId } })
  return body.map(({ Type }: { Type: string }) => Type)
}
const hasReminders = async (packageId: string) => {
  const rows = await fixtures.asTenant((db) =>
    db.selectFrom('package_reminders').select('number').where('package_id', '=', packageId).execute(),
  )
  return rows.length === 1
}

describe('a package of a batch that is loaded into a locker', () => {
  test('before its batch is notified is announced there, with its reminders, and not again with the batch', async () => {
    const [loaded, other] = [await book(), await book()]
    await load(loaded)
    expect([await typesOf(loaded), await hasReminders(loaded), await held()]).toEqual([['Delivered to locker'], true, 1])
    expect(await notifyAll()).toBe('Packages of the batch: 1. Recipients notified: 1.')
    await notifyForgotten(server.database, new Date(Date.now() + HELD_MINUTES * 60_000 + 60_000))
    expect([await typesOf(loaded), await typesOf(other)]).toEqual([['Delivered to locker'], ['Arrived in mailroom']])
  })

  test('after its batch was notified is transferred', async () => {
    const loaded = await book()
    await notifyAll()
    await load(loaded)
    expect(await typesOf(loaded)).toEqual(['Transferred', 'Arrived in mailroom'])
  })

  test('while its batch is notified is announced once', async () => {
    const loaded = await book()
    await Promise.all([load(loaded), notifyAll()])
    // Their times may be of either order.
    const types = (await typesOf(loaded)).toSorted()
    expect([['Delivered to locker'], ['Arrived in mailroom', 'Transferred']]).toContainEqual(types)
    expect(await hasReminders(loaded)).toBe(true)
  })

  test('and collected before its batch is notified is not announced afterwards', async () => {
    const loaded = await book()
    await load(loaded)
    const By = { Kind: 'resident', Id: fixtures.people[0]!.residentId }
    await happens(event({ Kind: 'collected', PackageId: loaded, LockerId: lockerId(), By }))
    expect(await notifyAll()).toContain('batch: 0.')
    expect(await typesOf(loaded)).toEqual(['Collected', 'Delivered to locker'])
  })
})

test('a package of a batch whose notice staff send is announced by it, with its reminders, and not again with the batch', async () => {
  const [sent, other] = [await book(), await book()]
  expect((await server.ask(packages.resendMany, { token, input: { Ids: [sent] } })).status).toBe(200)
  expect([await typesOf(sent), await hasReminders(sent), await held()]).toEqual([['Arrived in mailroom'], true, 1])
  expect(await notifyAll()).toBe('Packages of the batch: 1. Recipients notified: 1.')
  expect([await typesOf(sent), await typesOf(other)]).toEqual([['Arrived in mailroom'], ['Arrived in mailroom']])
  await server.ask(packages.resendMany, { token, input: { Ids: [sent] } })
  expect(await typesOf(sent)).toEqual(['Arrived in mailroom', 'Arrived in mailroom'])
})

test('a package of a batch whose notice could not be sent is announced with its batch', async () => {
  const setEmail = (email: string) => fixtures.asTenant((db) => db.updateTable('residents').set({ email }).execute())
  await setEmail('')
  const unsent = await book()
  const { body } = await server.ask(packages.resendMany, { token, input: { Ids: [unsent] } })
  expect([body.Changed, body.Refused, await held()]).toEqual([0, 1, 1])
  await setEmail('ada@example.test')
  expect(await notifyAll()).toBe('Packages of the batch: 1. Recipients notified: 1.')
  expect([await typesOf(unsent), await hasReminders(unsent)]).toEqual([['Arrived in mailroom'], true])
})
