import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { residents } from '#features/residents/contract.ts'
import { packagesToCollect, packagesToRecover } from '#features/terminal/server/packages.ts'
import { newId } from '#platform/ids.ts'
import { waitForBlocked } from '#platform/server/testing/waiting.ts'
import { expireDue } from '../expiry/expire.ts'
import { eventFixtures } from '../testing/event-fixtures.ts'

const { state, agent, resident, lockerId, send, droppedOff, about, statusOf } = eventFixtures()

/** An expired package of the first resident in a locker. */
async function expiredIn(locker: string): Promise<string> {
  const id = await state.fixtures.add(state.fixtures.people[0]!, {
    ...state.fixtures.intoLocker(locker),
    at: new Date('2026-01-05T09:00:00Z'),
  })
  await state.fixtures.asTenant((db) => expireDue(db, { now: new Date() }))
  expect(await statusOf(id)).toBe(10)
  return id
}

describe('a drop-off for a resident', () => {
  const ERASED = { resident_id: null, recipient_name: 'Erased resident', unit_number: '', email: '', mobile_phone: '' }
  const namesKept = async () => {
    const rows = await state.fixtures.asTenant((db) => db.selectFrom('kiosk_events').select('body').orderBy('id').execute())
    return rows.map(({ body }) => {
      const { RecipientName, UnitNumber } = body as { RecipientName: string; UnitNumber: string }
      return [RecipientName, UnitNumber]
    })
  }
  /** Changes the first resident in a transaction that locks the row, and sends the drop-off meanwhile; returns its outcome. */
  async function meanwhile(drop: { Id: string }, change: Record<string, unknown>): Promise<string[]> {
    const id = state.fixtures.people[0]!.residentId
    let sending: Promise<string[]> | undefined
    await state.fixtures.asTenant(async (db) => {
      await db.selectFrom('residents').select('id').where('id', '=', id).forUpdate().execute()
      sending = send(drop)
      await waitForBlocked(state.server.store)
      await db.updateTable('residents').set(change).where('id', '=', id).execute()
    })
    return (await sending) as string[]
  }

  test('who was erased since stores no name, neither in the package nor in the event, applied or not', async () => {
    const manager = await tokenOf(state.server, 'organisationmanager', state.organisation.systemName)
    const { residentId } = state.fixtures.people[0]!
    expect((await state.server.ask(residents.erase, { token: manager, params: { residentId } })).status).toBe(200)
    const events = [
      droppedOff('L1'),
      droppedOff('L2', { By: { Kind: 'agent', Id: newId() } }),
      droppedOff('L3', { PackageId: 'no id' }),
    ]
    expect(await send(...events)).toEqual(['applied', 'Not found. It may have been deleted.', 'unknown'])
    expect(await state.fixtures.packageRow(events[0]!.PackageId)).toMatchObject({ ...ERASED, locker_id: lockerId('L1') })
    expect(await namesKept()).toEqual(Array(3).fill(['', '']))
  })

  describe('who moved to another property before it was sent', () => {
    const move = () => {
      const { id: property_id, buildingId: building_id } = state.organisation.properties[1]!
      const { residentId } = state.fixtures.people[0]!
      return state.fixtures.asTenant((db) =>
        db.updateTable('residents').set({ property_id, building_id }).where('id', '=', residentId).execute(),
      )
    }
    const erase = async () => {
      const token = await tokenOf(state.server, 'organisationmanager', state.organisation.systemName)
      const { status } = await state.server.ask(residents.erase, {
        token,
        params: { residentId: state.fixtures.people[0]!.residentId },
      })
      expect(status).toBe(200)
    }

    test('and was erased there stores no name, applied or not', async () => {
      await move()
      await erase()
      const events = [droppedOff('L1'), droppedOff('L2', { By: { Kind: 'agent', Id: newId() } })]
      expect(await send(...events)).toEqual(['applied', 'Not found. It may have been deleted.'])
      expect(await state.fixtures.packageRow(events[0]!.PackageId)).toMatchObject({
        ...ERASED,
        property_id: state.fixtures.propertyId,
      })
      expect(await namesKept()).toEqual(Array(2).fill(['', '']))
    })

    test('and is erased afterwards stores no name; a package with another recipient since keeps that name', async () => {
      await move()
      const [first, reassigned] = [droppedOff('L1'), droppedOff('L2')]
      expect(await send(first, reassigned)).toEqual(['applied', 'applied'])
      expect(await state.fixtures.packageRow(first.PackageId)).toMatchObject({
        resident_id: null,
        recipient_name: state.fixtures.people[0]!.name,
      })
      const { residentId: resident_id, name: recipient_name } = state.fixtures.people[1]!
      const other = { resident_id, recipient_name }
      await state.fixtures.asTenant((db) =>
        db.updateTable('packages').set(other).where('id', '=', reassigned.PackageId).execute(),
      )
      await erase()
      expect(await state.fixtures.packageRow(first.PackageId)).toMatchObject(ERASED)
      expect(await state.fixtures.packageRow(reassigned.PackageId)).toMatchObject(other)
      expect(await namesKept()).toEqual(Array(2).fill(['', '']))
    })
  })

  test('who is being erased waits, and then stores no name', async () => {
    const drop = droppedOff('L1')
    const blank = { first_name: '', last_name: '', unit_number: '', is_active: false }
    const now = new Date()
    expect(await meanwhile(drop, { ...blank, erased_at: now, deleted_at: now })).toEqual(['applied'])
    expect(await state.fixtures.packageRow(drop.PackageId)).toMatchObject(ERASED)
    expect(await namesKept()).toEqual([['', '']])
  })

  test('who is moving to another property waits, and is not linked to them there', async () => {
    const drop = droppedOff('L1')
    const { id: property_id, buildingId: building_id } = state.organisation.properties[1]!
    expect(await meanwhile(drop, { property_id, building_id })).toEqual(['applied'])
    expect(await state.fixtures.packageRow(drop.PackageId)).toMatchObject({
      resident_id: null,
      recipient_name: state.fixtures.people[0]!.name,
      property_id: state.fixtures.propertyId,
      building_id: state.fixtures.buildingId,
    })
  })
})

describe('a resident at the terminal', () => {
  const toCollect = (i = 0) =>
    state.fixtures.asTenant((db) =>
      packagesToCollect(db, state.fixtures.cabinet.lockerBankId, state.fixtures.people[i]!.residentId),
    )

  test('sees and collects their own packages, expired or not, and no others', async () => {
    const fresh = droppedOff('L1')
    const expired = await expiredIn('L2')
    await send(fresh, droppedOff('L3', { ResidentId: state.fixtures.people[1]!.residentId }))
    expect((await toCollect()).map(({ PackageId, LockerName }) => [PackageId, LockerName])).toEqual([
      [expired, 'L2'],
      [fresh.PackageId, 'L1'],
    ])
    await send(about('collected', fresh.PackageId, 'L1', resident()), about('collected', expired, 'L2', resident()))
    expect([await statusOf(fresh.PackageId), await statusOf(expired)]).toEqual([8, 7])
    expect(await toCollect()).toEqual([])
    expect((await state.fixtures.historyOf(expired)).at(-1)).toMatchObject({
      user_id: state.fixtures.people[0]!.residentId,
      user_name: 'Resident',
    })
  })

  test('reports a package as absent or not theirs, which an agent then recovers', async () => {
    const [absent, wrong] = [droppedOff('L1'), droppedOff('L2')]
    await send(absent, wrong)
    await send(about('absent', absent.PackageId, 'L1', resident()), about('not-mine', wrong.PackageId, 'L2', resident()))
    expect([await statusOf(absent.PackageId), await statusOf(wrong.PackageId)]).toEqual([21, 13])
    expect(await toCollect()).toEqual([])
    const bank = state.fixtures.cabinet.lockerBankId
    const recover = (courierId: string) =>
      state.fixtures.asTenant((db) => packagesToRecover(db, bank, { id: state.fixtures.agents[7], roleId: 7, courierId }))
    expect((await recover(state.fixtures.courierId)).map(({ PackageId }) => PackageId)).toEqual([
      absent.PackageId,
      wrong.PackageId,
    ])
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
    expect(await state.fixtures.historyOf(drop.PackageId)).toHaveLength(2)
  })

  test('collects before the drop-off arrives: the collection is stored as refused and alerts staff, the drop-off is applied', async () => {
    const drop = droppedOff('L1')
    const outcomes = await send(about('collected', drop.PackageId, 'L1', resident()), drop)
    expect(outcomes).toEqual(['Not found. It may have been deleted.', 'applied'])
    expect(await statusOf(drop.PackageId)).toBe(1)
    const alerts = await state.fixtures.asTenant((db) => db.selectFrom('alerts').select(['kind', 'locker_name']).execute())
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
    expect(await state.fixtures.packageRow(id)).toMatchObject({ status_id, recovery_time: expect.any(String), locker_id: null })
})
