import { describe, expect, test } from 'vitest'
import { packagesToConfirm, packagesToRecover, packageToLoad } from '#features/terminal/server/packages.ts'
import { newId } from '#platform/ids.ts'
import { eventFixtures } from '../testing/event-fixtures.ts'
import { seedPackageFixtures } from '../testing/fixtures.ts'
import { reserveLocker } from './reservations.ts'

const { state, agent, resident, lockerId, send, droppedOff, about, statusOf } = eventFixtures()

describe('a drop-off', () => {
  test('by an agent adds a package of their courier to the locker and ends the reservation', async () => {
    const ReservationId = newId()
    const requirement = { size: 2, isOutbound: false, needsAccessible: false, keepsAccessible: true }
    const { lockerBankId } = state.fixtures.cabinet
    const reserved = await state.fixtures.asTenant((db) =>
      reserveLocker(db, { lockerBankId, reservationId: ReservationId, requirement, now: new Date() }),
    )
    expect(reserved).toMatchObject({ lockerName: 'L1' })
    const drop = droppedOff('L1', { ReservationId })
    expect(await send(drop)).toEqual(['applied'])
    expect(await state.fixtures.packageRow(drop.PackageId)).toMatchObject({
      status_id: 1,
      locker_id: lockerId('L1'),
      agent_id: state.fixtures.agents[6],
      courier_id: state.fixtures.courierId,
      resident_id: state.fixtures.people[0]!.residentId,
      recipient_name: 'Ada Resident1',
      tracking_number: '1Z999',
      drop_off_time: drop.At,
      expiry_time: expect.any(String),
    })
    const locker = await state.fixtures.asTenant((db) =>
      db.selectFrom('lockers').selectAll().where('id', '=', lockerId('L1')).executeTakeFirstOrThrow(),
    )
    expect(locker).toMatchObject({ reservation_id: null, reserved_until: null, live_packages: 1 })
  })

  test('of a scanned label has the tracking number in it; a code without one leaves it empty', async () => {
    const [barcode, address] = ['(420)78745(94)00111206206406260787', '[)>01963360910628400021Z44070023UPSNXX3150MAIN STMIAMIFL']
    for (const [locker, TrackingNumber, kept] of [
      ['L1', barcode, '9400111206206406260787'],
      ['L2', address, ''],
    ] as const) {
      const drop = droppedOff(locker, { TrackingNumber })
      expect(await send(drop)).toEqual(['applied'])
      expect(await state.fixtures.packageRow(drop.PackageId)).toMatchObject({ tracking_number: kept })
    }
  })

  test('with an open door is unconfirmed until its agent confirms it', async () => {
    const drop = droppedOff('L1', { DoorClosed: false, By: agent(7) })
    await send(drop)
    expect(await statusOf(drop.PackageId)).toBe(14)
    const toConfirm = (role: 6 | 7) =>
      state.fixtures.asTenant((db) =>
        packagesToConfirm(db, state.fixtures.cabinet.lockerBankId, {
          id: state.fixtures.agents[role],
          roleId: role,
          courierId: state.fixtures.courierId,
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
    expect(await state.fixtures.historyOf(drop.PackageId)).toMatchObject([{ at: At, status_id: 1 }])
    expect(await state.fixtures.packageRow(drop.PackageId)).toMatchObject({ drop_off_time: At })
  })

  test('keeps the typed name of a recipient who is not a resident, and links a resident who has moved out since', async () => {
    const stranger = droppedOff('L1', { ResidentId: null, RecipientName: 'Guest', UnitNumber: '7C' })
    await state.fixtures.asTenant((db) =>
      db.updateTable('residents').set({ is_active: false }).where('id', '=', state.fixtures.people[1]!.residentId).execute(),
    )
    const former = droppedOff('L2', { ResidentId: state.fixtures.people[1]!.residentId, RecipientName: 'x' })
    expect(await send(stranger, former)).toEqual(['applied', 'applied'])
    expect(await state.fixtures.packageRow(stranger.PackageId)).toMatchObject({
      resident_id: null,
      recipient_name: 'Guest',
      unit_number: '7C',
    })
    expect(await state.fixtures.packageRow(former.PackageId)).toMatchObject({
      resident_id: state.fixtures.people[1]!.residentId,
      recipient_name: state.fixtures.people[1]!.name,
    })
  })

  test('into a locker of another recipient or bank, or by an unknown user, is stored as refused', async () => {
    await send(droppedOff('L1'))
    const elsewhere = await seedPackageFixtures(state.server, state.organisation, 1)
    expect(
      await send(
        droppedOff('L1', { ResidentId: state.fixtures.people[1]!.residentId }),
        droppedOff('L2', { LockerId: elsewhere.cabinet.lockers.L1 }),
        droppedOff('L2', { By: { Kind: 'agent', Id: newId() } }),
      ),
    ).toEqual([
      'The locker holds a package of another recipient.',
      'Not found. It may have been deleted.',
      'Not found. It may have been deleted.',
    ])
    const { n } = await state.fixtures.asTenant((db) =>
      db.selectFrom('packages').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    )
    expect(n).toBe(1)
  })

  test('by an agent whose role changed or who was deactivated is applied: the parcel is in the locker', async () => {
    const agentNow = (change: { role_id?: number; is_active?: boolean }) =>
      state.fixtures.asTenant((db) => db.updateTable('agents').set(change).where('id', '=', state.fixtures.agents[6]).execute())
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
    expect(await state.fixtures.packageRow(drop.PackageId)).toMatchObject({
      status_id: 24,
      status_group: 5,
      expiry_time: null,
      agent_id: null,
    })
    const toRecover = (role: 6 | 7 | 9) =>
      state.fixtures.asTenant((db) =>
        packagesToRecover(db, state.fixtures.cabinet.lockerBankId, {
          id: state.fixtures.agents[role],
          roleId: role,
          courierId: state.fixtures.courierId,
        }),
      )
    expect([await toRecover(6), await toRecover(7)]).toEqual([[], []])
    expect(await toRecover(9)).toMatchObject([{ PackageId: drop.PackageId }])
    expect(await send(about('recovered', drop.PackageId, 'L1', agent(9)))).toEqual(['applied'])
    expect(await statusOf(drop.PackageId)).toBe(25)
  })

  test('by staff moves a package from the mailroom into the locker', async () => {
    const id = await state.fixtures.add(state.fixtures.people[0]!)
    const { package_number } = await state.fixtures.packageRow(id)
    const found = await state.fixtures.asTenant((db) => packageToLoad(db, package_number.toLowerCase()))
    expect(found).toEqual({
      packageId: id,
      residentId: state.fixtures.people[0]!.residentId,
      recipientName: state.fixtures.people[0]!.name,
      unitNumber: state.fixtures.people[0]!.unitNumber,
    })
    const staff = await state.fixtures.asTenant((db) =>
      db.selectFrom('portal_users').select('id').where('role_id', '=', 5).executeTakeFirstOrThrow(),
    )
    const load = droppedOff('L3', { Purpose: 'load', PackageId: id, By: { Kind: 'staff', Id: staff.id } })
    expect(await send(load)).toEqual(['applied'])
    expect(await state.fixtures.packageRow(id)).toMatchObject({ status_id: 4, locker_id: lockerId('L3'), mailroom_id: null })
    expect((await state.fixtures.historyOf(id)).at(-1)).toMatchObject({ user_id: staff.id, user_name: 'Test mailroomstaff' })
    expect(await state.fixtures.asTenant((db) => packageToLoad(db, package_number))).toBeUndefined()
  })
})

test('a drop-off that was given up ends its own reservation, once, and not that of the next person', async () => {
  const reserve = async () => {
    const reservationId = newId()
    const requirement = { size: 2, isOutbound: false, needsAccessible: false, keepsAccessible: true }
    const { lockerBankId } = state.fixtures.cabinet
    await state.fixtures.asTenant((db) => reserveLocker(db, { lockerBankId, reservationId, requirement, now: new Date() }))
    return reservationId
  }
  const reservation = async () => {
    const { reservation_id } = await state.fixtures.asTenant((db) =>
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
  expect(await state.fixtures.asTenant((db) => db.selectFrom('packages').select('id').execute())).toEqual([])
})
