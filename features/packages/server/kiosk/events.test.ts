import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import type { By } from '#features/kiosks/protocol.ts'
import { event } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { residents } from '#features/residents/contract.ts'
import { packagesToCollect, packagesToConfirm, packagesToRecover, packageToLoad } from '#features/terminal/server/packages.ts'
import { unpackMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { eventually, waitForBlocked } from '#platform/server/testing/waiting.ts'
import { expireDue } from '../expiry/expire.ts'
import { seedPackageFixtures } from '../testing/fixtures.ts'
import { droppedOffIn, eachWithKioskFixtures, type KioskFixtures } from '../testing/kiosk-fixtures.ts'
import { reserveLocker } from './reservations.ts'

let { server, organisation, fixtures, kiosk } = {} as KioskFixtures
eachWithKioskFixtures((on) => {
  ;({ server, organisation, fixtures, kiosk } = on)
})

const agent = (role: 6 | 7 | 9): By => ({ Kind: 'agent', Id: fixtures.agents[role] })
const resident = (i = 0): By => ({ Kind: 'resident', Id: fixtures.people[i]!.residentId })
const lockerId = (name: string) => fixtures.cabinet.lockers[name]!

/** Sends events in one message and waits until they are acknowledged; returns the outcome or refusal of each. */
async function send(...events: { Id: string }[]): Promise<string[]> {
  const before = kiosk.acked().length
  await kiosk.sendEvents(events)
  await eventually(() => kiosk.acked().slice(before)).toEqual(events.map(({ Id }) => Id))
  const rows = await fixtures.asTenant((db) => db.selectFrom('kiosk_events').select(['id', 'outcome', 'reason']).execute())
  return events.map(({ Id }) => {
    const row = rows.find(({ id }) => id === Id)
    return row?.reason ? unpackMessage(row.reason).text : (row?.outcome ?? 'lost')
  })
}
const droppedOff = (locker: string, more: object = {}) => droppedOffIn(fixtures, lockerId(locker), more)
const about = (Kind: string, PackageId: string, locker: string, by: By, more: object = {}) =>
  event({ Kind, PackageId, LockerId: lockerId(locker), By: by, ...more })
/** An expired package of the first resident in a locker. */
async function expiredIn(locker: string): Promise<string> {
  const id = await fixtures.add(fixtures.people[0]!, { ...fixtures.intoLocker(locker), at: new Date('2026-01-05T09:00:00Z') })
  await fixtures.asTenant((db) => expireDue(db, { now: new Date() }))
  expect(await statusOf(id)).toBe(10)
  return id
}
const statusOf = async (id: string) => (await fixtures.packageRow(id)).status_id

describe('a drop-off', () => {
  test('by an agent adds a package of their courier to the locker and ends the reservation', async () => {
    const ReservationId = newId()
    const requirement = { size: 2, isOutbound: false, needsAccessible: false, keepsAccessible: true }
    const { lockerBankId } = fixtures.cabinet
    const reserved = await fixtures.asTenant((db) =>
      reserveLocker(db, { lockerBankId, reservationId: ReservationId, requirement, now: new Date() }),
    )
    expect(reserved).toMatchObject({ lockerName: 'L1' })
    const drop = droppedOff('L1', { ReservationId })
    expect(await send(drop)).toEqual(['applied'])
    expect(await fixtures.packageRow(drop.PackageId)).toMatchObject({
      status_id: 1,
      locker_id: lockerId('L1'),
      agent_id: fixtures.agents[6],
      courier_id: fixtures.courierId,
      resident_id: fixtures.people[0]!.residentId,
      recipient_name: 'Ada Resident1',
      tracking_number: '1Z999',
      drop_off_time: drop.At,
      expiry_time: expect.any(String),
    })
    const locker = await fixtures.asTenant((db) =>
      db.selectFrom('lockers').selectAll().where('id', '=', lockerId('L1')).executeTakeFirstOrThrow(),
    )
    expect(locker).toMatchObject({ reservation_id: null, reserved_until: null, live_packages: 1 })
  })

  test('with an open door is unconfirmed until its agent confirms it', async () => {
    const drop = droppedOff('L1', { DoorClosed: false, By: agent(7) })
    await send(drop)
    expect(await statusOf(drop.PackageId)).toBe(14)
    const toConfirm = (role: 6 | 7) =>
      fixtures.asTenant((db) =>
        packagesToConfirm(db, fixtures.cabinet.lockerBankId, {
          id: fixtures.agents[role],
          roleId: role,
          courierId: fixtures.courierId,
        }),
      )
    expect(await toConfirm(6)).toEqual([])
    expect(await toConfirm(7)).toMatchObject([{ PackageId: drop.PackageId, LockerName: 'L1', SerialNumber: 'SN-L1' }])
    expect(await send(about('confirmed', drop.PackageId, 'L1', agent(6)))).toEqual([
      'Only the agent who dropped the package off can confirm it.',
    ])
    expect(await send(about('confirmed', drop.PackageId, 'L1', agent(7)))).toEqual(['applied'])
    expect(await statusOf(drop.PackageId)).toBe(1)
  })

  test('is applied once, however often and late it is sent', async () => {
    const At = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const drop = droppedOff('L1', { At })
    await send(drop)
    await send(drop)
    await send({ ...drop, Id: newId() } as typeof drop)
    expect(await fixtures.historyOf(drop.PackageId)).toMatchObject([{ at: At, status_id: 1 }])
    expect(await fixtures.packageRow(drop.PackageId)).toMatchObject({ drop_off_time: At })
  })

  test('keeps the typed name of a recipient who is not a resident, and links a resident who has moved out since', async () => {
    const stranger = droppedOff('L1', { ResidentId: null, RecipientName: 'Guest', UnitNumber: '7C' })
    await fixtures.asTenant((db) =>
      db.updateTable('residents').set({ is_active: false }).where('id', '=', fixtures.people[1]!.residentId).execute(),
    )
    const former = droppedOff('L2', { ResidentId: fixtures.people[1]!.residentId, RecipientName: 'x' })
    expect(await send(stranger, former)).toEqual(['applied', 'applied'])
    expect(await fixtures.packageRow(stranger.PackageId)).toMatchObject({
      resident_id: null,
      recipient_name: 'Guest',
      unit_number: '7C',
    })
    expect(await fixtures.packageRow(former.PackageId)).toMatchObject({
      resident_id: fixtures.people[1]!.residentId,
      recipient_name: fixtures.people[1]!.name,
    })
  })

  test('into a locker of another recipient or bank, or by an unknown user, is stored as refused', async () => {
    await send(droppedOff('L1'))
    const elsewhere = await seedPackageFixtures(server, organisation, 1)
    expect(
      await send(
        droppedOff('L1', { ResidentId: fixtures.people[1]!.residentId }),
        droppedOff('L2', { LockerId: elsewhere.cabinet.lockers.L1 }),
        droppedOff('L2', { By: { Kind: 'agent', Id: newId() } }),
      ),
    ).toEqual([
      'The locker holds a package of another recipient.',
      'Not found. It may have been deleted.',
      'Not found. It may have been deleted.',
    ])
    const { n } = await fixtures.asTenant((db) =>
      db.selectFrom('packages').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    )
    expect(n).toBe(1)
  })

  test('by an agent whose role changed or who was deactivated is applied: the parcel is in the locker', async () => {
    const agentNow = (change: { role_id?: number; is_active?: boolean }) =>
      fixtures.asTenant((db) => db.updateTable('agents').set(change).where('id', '=', fixtures.agents[6]).execute())
    const drops = [droppedOff('L1'), droppedOff('L2', { DoorClosed: false })]
    await agentNow({ role_id: 9 })
    expect(await send(drops[0]!)).toEqual(['applied'])
    await agentNow({ is_active: false })
    expect(await send(drops[1]!)).toEqual(['applied'])
    expect(await Promise.all(drops.map(({ PackageId }) => statusOf(PackageId)))).toEqual([1, 14])
  })

  test('of dry cleaning is outbound without an expiry, and is recovered by the dry-cleaning agent', async () => {
    const drop = droppedOff('L1', { Purpose: 'dry-cleaning', By: resident() })
    await send(drop)
    expect(await fixtures.packageRow(drop.PackageId)).toMatchObject({
      status_id: 24,
      status_group: 5,
      expiry_time: null,
      agent_id: null,
    })
    const toRecover = (role: 6 | 7 | 9) =>
      fixtures.asTenant((db) =>
        packagesToRecover(db, fixtures.cabinet.lockerBankId, {
          id: fixtures.agents[role],
          roleId: role,
          courierId: fixtures.courierId,
        }),
      )
    expect([await toRecover(6), await toRecover(7)]).toEqual([[], []])
    expect(await toRecover(9)).toMatchObject([{ PackageId: drop.PackageId }])
    expect(await send(about('recovered', drop.PackageId, 'L1', agent(9)))).toEqual(['applied'])
    expect(await statusOf(drop.PackageId)).toBe(25)
  })

  test('by staff moves a package from the mailroom into the locker', async () => {
    const id = await fixtures.add(fixtures.people[0]!)
    const { package_number } = await fixtures.packageRow(id)
    const found = await fixtures.asTenant((db) => packageToLoad(db, package_number.toLowerCase()))
    expect(found).toEqual({
      packageId: id,
      residentId: fixtures.people[0]!.residentId,
      recipientName: fixtures.people[0]!.name,
      unitNumber: fixtures.people[0]!.unitNumber,
    })
    const staff = await fixtures.asTenant((db) =>
      db.selectFrom('portal_users').select('id').where('role_id', '=', 5).executeTakeFirstOrThrow(),
    )
    const load = droppedOff('L3', { Purpose: 'load', PackageId: id, By: { Kind: 'staff', Id: staff.id } })
    expect(await send(load)).toEqual(['applied'])
    expect(await fixtures.packageRow(id)).toMatchObject({ status_id: 4, locker_id: lockerId('L3'), mailroom_id: null })
    expect((await fixtures.historyOf(id)).at(-1)).toMatchObject({ user_id: staff.id, user_name: 'Test mailroomstaff' })
    expect(await fixtures.asTenant((db) => packageToLoad(db, package_number))).toBeUndefined()
  })
})

test('a drop-off that was given up ends its own reservation, once, and not that of the next person', async () => {
  const reserve = async () => {
    const reservationId = newId()
    const requirement = { size: 2, isOutbound: false, needsAccessible: false, keepsAccessible: true }
    const { lockerBankId } = fixtures.cabinet
    await fixtures.asTenant((db) => reserveLocker(db, { lockerBankId, reservationId, requirement, now: new Date() }))
    return reservationId
  }
  const reservation = async () => {
    const { reservation_id } = await fixtures.asTenant((db) =>
      db.selectFrom('lockers').select('reservation_id').where('id', '=', lockerId('L1')).executeTakeFirstOrThrow(),
    )
    return reservation_id
  }
  const first = await reserve()
  const gaveUp = about('gave-up', newId(), 'L1', agent(6), { ReservationId: first })
  expect(await send(gaveUp)).toEqual(['applied'])
  expect(await reservation()).toBeNull()
  const next = await reserve()
  expect(await send(gaveUp, { ...gaveUp, Id: newId() })).toEqual(['applied', 'applied'])
  expect(await reservation()).toBe(next)
  expect(await fixtures.asTenant((db) => db.selectFrom('packages').select('id').execute())).toEqual([])
})

describe('a drop-off for a resident', () => {
  const ERASED = { resident_id: null, recipient_name: 'Erased resident', unit_number: '', email: '', mobile_phone: '' }
  const namesKept = async () => {
    const rows = await fixtures.asTenant((db) => db.selectFrom('kiosk_events').select('body').orderBy('id').execute())
    return rows.map(({ body }) => {
      const { RecipientName, UnitNumber } = body as { RecipientName: string; UnitNumber: string }
      return [RecipientName, UnitNumber]
    })
  }
  /** Changes the first resident in a transaction that locks the row, and sends the drop-off meanwhile; returns its outcome. */
  async function meanwhile(drop: { Id: string }, change: Record<string, unknown>): Promise<string[]> {
    const id = fixtures.people[0]!.residentId
    let sending: Promise<string[]> | undefined
    await fixtures.asTenant(async (db) => {
      await db.selectFrom('residents').select('id').where('id', '=', id).forUpdate().execute()
      sending = send(drop)
      await waitForBlocked(server.store)
      await db.updateTable('residents').set(change).where('id', '=', id).execute()
    })
    return (await sending) as string[]
  }

  test('who was erased since stores no name, neither in the package nor in the event, applied or not', async () => {
    const manager = await tokenOf(server, 'organisationmanager', organisation.systemName)
    const { residentId } = fixtures.people[0]!
    expect((await server.ask(residents.erase, { token: manager, params: { residentId } })).status).toBe(200)
    const events = [
      droppedOff('L1'),
      droppedOff('L2', { By: { Kind: 'agent', Id: newId() } }),
      droppedOff('L3', { PackageId: 'no id' }),
    ]
    expect(await send(...events)).toEqual(['applied', 'Not found. It may have been deleted.', 'unknown'])
    expect(await fixtures.packageRow(events[0]!.PackageId)).toMatchObject({ ...ERASED, locker_id: lockerId('L1') })
    expect(await namesKept()).toEqual(Array(3).fill(['', '']))
  })

  describe('who moved to another property before it was sent', () => {
    const move = () => {
      const { id: property_id, buildingId: building_id } = organisation.properties[1]!
      const { residentId } = fixtures.people[0]!
      return fixtures.asTenant((db) =>
        db.updateTable('residents').set({ property_id, building_id }).where('id', '=', residentId).execute(),
      )
    }
    const erase = async () => {
      const token = await tokenOf(server, 'organisationmanager', organisation.systemName)
      const { status } = await server.ask(residents.erase, { token, params: { residentId: fixtures.people[0]!.residentId } })
      expect(status).toBe(200)
    }

    test('and was erased there stores no name, applied or not', async () => {
      await move()
      await erase()
      const events = [droppedOff('L1'), droppedOff('L2', { By: { Kind: 'agent', Id: newId() } })]
      expect(await send(...events)).toEqual(['applied', 'Not found. It may have been deleted.'])
      expect(await fixtures.packageRow(events[0]!.PackageId)).toMatchObject({ ...ERASED, property_id: fixtures.propertyId })
      expect(await namesKept()).toEqual(Array(2).fill(['', '']))
    })

    test('and is erased afterwards stores no name; a package with another recipient since keeps that name', async () => {
      await move()
      const [first, reassigned] = [droppedOff('L1'), droppedOff('L2')]
      expect(await send(first, reassigned)).toEqual(['applied', 'applied'])
      expect(await fixtures.packageRow(first.PackageId)).toMatchObject({
        resident_id: null,
        recipient_name: fixtures.people[0]!.name,
      })
      const { residentId: resident_id, name: recipient_name } = fixtures.people[1]!
      const other = { resident_id, recipient_name }
      await fixtures.asTenant((db) => db.updateTable('packages').set(other).where('id', '=', reassigned.PackageId).execute())
      await erase()
      expect(await fixtures.packageRow(first.PackageId)).toMatchObject(ERASED)
      expect(await fixtures.packageRow(reassigned.PackageId)).toMatchObject(other)
      expect(await namesKept()).toEqual(Array(2).fill(['', '']))
    })
  })

  test('who is being erased waits, and then stores no name', async () => {
    const drop = droppedOff('L1')
    const blank = { first_name: '', last_name: '', unit_number: '', is_active: false }
    const now = new Date()
    expect(await meanwhile(drop, { ...blank, erased_at: now, deleted_at: now })).toEqual(['applied'])
    expect(await fixtures.packageRow(drop.PackageId)).toMatchObject(ERASED)
    expect(await namesKept()).toEqual([['', '']])
  })

  test('who is moving to another property waits, and is not linked to them there', async () => {
    const drop = droppedOff('L1')
    const { id: property_id, buildingId: building_id } = organisation.properties[1]!
    expect(await meanwhile(drop, { property_id, building_id })).toEqual(['applied'])
    expect(await fixtures.packageRow(drop.PackageId)).toMatchObject({
      resident_id: null,
      recipient_name: fixtures.people[0]!.name,
      property_id: fixtures.propertyId,
      building_id: fixtures.buildingId,
    })
  })
})

describe('a resident at the terminal', () => {
  const toCollect = (i = 0) =>
    fixtures.asTenant((db) => packagesToCollect(db, fixtures.cabinet.lockerBankId, fixtures.people[i]!.residentId))

  test('sees and collects their own packages, expired or not, and no others', async () => {
    const fresh = droppedOff('L1')
    const expired = await expiredIn('L2')
    await send(fresh, droppedOff('L3', { ResidentId: fixtures.people[1]!.residentId }))
    expect((await toCollect()).map(({ PackageId, LockerName }) => [PackageId, LockerName])).toEqual([
      [expired, 'L2'],
      [fresh.PackageId, 'L1'],
    ])
    await send(about('collected', fresh.PackageId, 'L1', resident()), about('collected', expired, 'L2', resident()))
    expect([await statusOf(fresh.PackageId), await statusOf(expired)]).toEqual([8, 7])
    expect(await toCollect()).toEqual([])
    expect((await fixtures.historyOf(expired)).at(-1)).toMatchObject({
      user_id: fixtures.people[0]!.residentId,
      user_name: 'Resident',
    })
  })

  test('reports a package as absent or not theirs, which an agent then recovers', async () => {
    const [absent, wrong] = [droppedOff('L1'), droppedOff('L2')]
    await send(absent, wrong)
    await send(about('absent', absent.PackageId, 'L1', resident()), about('not-mine', wrong.PackageId, 'L2', resident()))
    expect([await statusOf(absent.PackageId), await statusOf(wrong.PackageId)]).toEqual([21, 13])
    expect(await toCollect()).toEqual([])
    const bank = fixtures.cabinet.lockerBankId
    const recover = (courierId: string) =>
      fixtures.asTenant((db) => packagesToRecover(db, bank, { id: fixtures.agents[7], roleId: 7, courierId }))
    expect((await recover(fixtures.courierId)).map(({ PackageId }) => PackageId)).toEqual([absent.PackageId, wrong.PackageId])
    expect(await recover(newId())).toEqual([])
    await send(about('recovered', wrong.PackageId, 'L2', agent(7)))
    expect(await statusOf(wrong.PackageId)).toBe(17)
  })

  test('changes nothing after staff did, or at another locker, and the event is stored', async () => {
    const drop = droppedOff('L1')
    await send(drop)
    expect(await send(about('collected', drop.PackageId, 'L2', resident()))).toEqual(['The package is not in this locker.'])
    await send(about('collected', drop.PackageId, 'L1', resident()))
    expect(await send(about('absent', drop.PackageId, 'L1', resident()))).toEqual(['The package is not in this locker.'])
    expect(await send(about('collected', newId(), 'L1', resident()))).toEqual(['Not found. It may have been deleted.'])
    expect(await fixtures.historyOf(drop.PackageId)).toHaveLength(2)
  })

  test('collects before the drop-off arrives: the collection is stored as refused and alerts staff, the drop-off is applied', async () => {
    const drop = droppedOff('L1')
    const outcomes = await send(about('collected', drop.PackageId, 'L1', resident()), drop)
    expect(outcomes).toEqual(['Not found. It may have been deleted.', 'applied'])
    expect(await statusOf(drop.PackageId)).toBe(1)
    const alerts = await fixtures.asTenant((db) => db.selectFrom('alerts').select(['kind', 'locker_name']).execute())
    expect(alerts).toEqual([{ kind: 'event-refused', locker_name: 'L1' }])
  })
})

test('an agent recovers the courier’s packages, expired or not', async () => {
  const drop = droppedOff('L1')
  await send(drop)
  const expired = await expiredIn('L2')
  const recovered = (role: 6 | 7) => [
    about('recovered', drop.PackageId, 'L1', agent(role)),
    about('recovered', expired, 'L2', agent(role)),
  ]
  expect(await send(...recovered(6))).toEqual([
    'A package that is In Locker cannot become Collected by Agent here.',
    'A package that is Expired in Locker cannot become Collected by Agent here.',
  ])
  expect(await send(...recovered(7))).toEqual(['applied', 'applied'])
  for (const [id, status_id] of [
    [drop.PackageId, 15],
    [expired, 16],
  ] as const)
    expect(await fixtures.packageRow(id)).toMatchObject({ status_id, recovery_time: expect.any(String), locker_id: null })
})
