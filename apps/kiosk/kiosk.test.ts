import { describe, expect, test } from 'vitest'
import { putPackage } from '#features/dashboards/testing/cabinet.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { kioskFixtures, login, SMALL } from './testing/kiosk-fixtures.ts'
import { CODE, PIN, person } from './testing/lobby.ts'

const { state, start, at, dropOff, allDelivered } = kioskFixtures()

const statuses = async () => (await state.lobby.packages()).map(({ status_id }) => status_id)

/** A package in the mailroom of the lobby. */
function inMailroom(): Promise<string> {
  const property = state.lobby.properties[0]!
  const place = {
    organisation_id: state.lobby.organisationId,
    property_id: property.id,
    building_id: property.buildingId,
    mailroom_id: property.mailroomId,
  }
  return state.lobby.asTenant((db) => putPackage(db, place, 'InMailroom'))
}

test('an agent drops off a package and the resident collects it', async () => {
  expect(await dropOff()).toBe('Dropped off in locker L1 for Ada Byron.')
  await allDelivered()
  const [pkg] = await state.lobby.packages()
  expect(pkg).toMatchObject({
    status_id: 1,
    locker_id: state.lobby.lockers.L1,
    resident_id: state.lobby.adaId,
    agent_id: state.lobby.agents.deliverer,
    courier_id: state.lobby.courierId,
    tracking_number: 'TN-1',
    unit_number: '12A',
  })
  expect(await at().collect({ code: CODE }, 'collected')).toBe('Locker L1: 1 package.')
  await allDelivered()
  expect(await statuses()).toEqual([8])
  const kinds = (await state.lobby.events()).map(({ kind, outcome }) => `${kind} ${outcome}`)
  expect(kinds).toEqual([
    'door-opened applied',
    'door-closed applied',
    'dropped-off applied',
    'door-opened applied',
    'door-closed applied',
    'collected applied',
  ])
  expect(await at().collect({ code: CODE }, 'collected')).toBe('There are no packages for Ada Byron.')
})

describe('a package that does not fit', () => {
  const takesItBack = () => state.kiosk.terminal(person(false))
  const reserved = () =>
    state.lobby.asTenant((db) => db.selectFrom('lockers').select('name').where('reserved_until', 'is not', null).execute())
  const mailed = () => state.lobby.asTenant((db) => db.selectFrom('notices').select('id').execute())

  test('is no delivery: no package and no notice, and its locker is free again', async () => {
    const gaveUp = await takesItBack().dropOff(login('deliverer'), { unit: '12a' }, SMALL, 'TN-1')
    expect(gaveUp).toBe('Nothing was left in locker L1.')
    await allDelivered()
    const kinds = (await state.lobby.events()).map(({ kind, outcome }) => `${kind} ${outcome}`)
    expect(kinds).toEqual(['door-opened applied', 'door-closed applied', 'gave-up applied'])
    expect([await state.lobby.packages(), await mailed(), await reserved()]).toEqual([[], [], []])
    expect(await dropOff()).toContain('Dropped off in locker L1')
  })

  test('stays in the mailroom when staff do not load it, and with its resident when it is dry cleaning', async () => {
    const id = await inMailroom()
    expect(await takesItBack().load(login('concierge'), id, SMALL)).toBe('Nothing was left in locker L1.')
    expect(await takesItBack().dryClean({ code: CODE }, SMALL)).toBe('Nothing was left in locker L4.')
    await allDelivered()
    expect([await state.lobby.packages(), await reserved()]).toEqual([[expect.objectContaining({ id, locker_id: null })], []])
  })

  test.each([
    ['says nothing', () => new Promise<boolean>(() => {})],
    ['cannot be asked any more', () => Promise.reject(new Error('gone'))],
  ])('is a delivery when the courier %s', async (_, isInside) => {
    const said = await state.kiosk.terminal({ print: () => {}, isInside }).dropOff(login('deliverer'), { unit: '12a' }, SMALL, '')
    expect(said).toContain('Dropped off in locker L1')
    await allDelivered()
    expect(await statuses()).toEqual([1])
  })

  test('is unconfirmed when the kiosk stops before the courier has answered', async () => {
    await state.kiosk.stop()
    state.kiosk = await start(5_000, 600_000)
    let asked = () => {}
    const asking = new Promise<void>((resolve) => {
      asked = resolve
    })
    const isInside = () => {
      asked()
      return new Promise<boolean>(() => {})
    }
    const dropping = state.kiosk.terminal({ print: () => {}, isInside }).dropOff(login('deliverer'), { unit: '12a' }, SMALL, '')
    const ended = expect(dropping).rejects.toThrow()
    await asking
    await state.kiosk.stop()
    await ended
    state.kiosk = await start()
    await eventually(statuses).toEqual([14])
  })
})

test('reserves a different locker for each drop-off until none is free', async () => {
  await dropOff()
  await dropOff()
  expect(await dropOff()).toBe('Dropped off in locker L3 for Ada Byron.')
  await expect(dropOff()).rejects.toThrow('No locker of this size is free.')
  await allDelivered()
  expect((await state.lobby.packages()).map(({ locker_id }) => locker_id)).toEqual([
    state.lobby.lockers.L1,
    state.lobby.lockers.L2,
    state.lobby.lockers.L3,
  ])
})

test('a drop-off whose door is not closed is unconfirmed until the agent confirms it', async () => {
  state.kiosk.cabinet.fault('SN-L1', 'stays-open')
  await state.kiosk.stop()
  state.kiosk = await start(200)
  state.kiosk.cabinet.fault('SN-L1', 'stays-open')
  expect(await dropOff()).toContain('was not closed')
  await allDelivered()
  expect(await statuses()).toEqual([14])
  expect(await at().confirm(login('recoverer'))).toBe('There is nothing to confirm.')
  expect(await at().confirm(login('deliverer'))).toBe('Locker L1: confirmed.')
  await allDelivered()
  expect(await statuses()).toEqual([1])
})

test('a door that does not open cancels the reservation, and the second time takes the locker out of service', async () => {
  state.kiosk.cabinet.fault('SN-L1', 'not-detected')
  for (const _ of [1, 2]) await expect(dropOff()).rejects.toThrow('Locker L1 did not open.')
  await allDelivered()
  const locker = await state.lobby.asTenant((db) =>
    db
      .selectFrom('lockers')
      .select(['condition', 'reservation_id'])
      .where('id', '=', state.lobby.lockers.L1)
      .executeTakeFirstOrThrow(),
  )
  expect(locker).toEqual({ condition: 'flagged', reservation_id: null })
  expect(await state.lobby.packages()).toEqual([])
  expect(await dropOff()).toContain('locker L2')
})

test('a recovery agent can take packages back, a delivery agent cannot', async () => {
  await dropOff()
  await allDelivered()
  expect(await at().recover(login('deliverer'))).toBe('There is nothing to take back.')
  expect(await at().recover(login('recoverer'))).toBe('Locker L1: 1 package.')
  await allDelivered()
  expect(await statuses()).toEqual([15])
})

test('a resident reports a package as not theirs or absent', async () => {
  await dropOff()
  await dropOff()
  await allDelivered()
  expect(await at().collect({ code: CODE }, 'not-mine')).toBe('Locker L1: 1 package.\nLocker L2: 1 package.')
  await allDelivered()
  expect(await statuses()).toEqual([13, 13])
  await dropOff()
  await allDelivered()
  await at().collect({ code: CODE }, 'absent')
  await allDelivered()
  expect((await statuses()).toSorted()).toEqual([13, 13, 21])
})

test('dry cleaning uses its own lockers and is taken by the dry cleaning agent', async () => {
  expect(await at().dryClean({ code: CODE }, SMALL)).toContain('locker L4')
  await allDelivered()
  expect(await statuses()).toEqual([24])
  await expect(at().dropOff(login('cleaner'), { unit: '12A' }, SMALL, '')).rejects.toThrow('Your role does not allow this.')
  expect(await at().recover(login('cleaner'))).toBe('Locker L4: 1 package.')
  await allDelivered()
  expect(await statuses()).toEqual([25])
})

test('refuses an invalid tracking number before a door opens', async () => {
  const tooLong = 'x'.repeat(101)
  await expect(at().dropOff(login('deliverer'), { unit: '12A' }, SMALL, tooLong)).rejects.toThrow('tracking number')
  expect(state.kiosk.unacknowledged()).toEqual([])
})

test('staff load a package from the mailroom into a locker', async () => {
  const id = await inMailroom()
  await expect(at().load(login('deliverer'), id, SMALL)).rejects.toThrow('Your role does not allow this.')
  expect(await at().load(login('concierge'), id, SMALL)).toContain('Dropped off in locker L1')
  await allDelivered()
  expect(await statuses()).toEqual([4])
})

test('a locker reported as dirty gets the condition dirty', async () => {
  await at().dirty(login('cleaner'), state.lobby.lockers.L2)
  await allDelivered()
  await eventually(
    async () =>
      (
        await state.lobby.asTenant((db) =>
          db.selectFrom('lockers').select('condition').where('id', '=', state.lobby.lockers.L2).executeTakeFirstOrThrow(),
        )
      ).condition,
  ).toBe('dirty')
})

test('refuses wrong PINs and codes with one message and then delays further attempts', async () => {
  await expect(at().recover({ agent: 'nobody', pin: PIN })).rejects.toThrow('Wrong user name or PIN.')
  await expect(at().recover({ agent: 'Deliverer', pin: '000000' })).rejects.toThrow('Wrong user name or PIN.')
  await expect(at().recover(login('deliverer'))).rejects.toThrow('Please try again in 5 seconds.')
  expect(await at().recover(login('recoverer'))).toBe('There is nothing to take back.')
  for (const _ of [1, 2, 3, 4, 5]) await expect(at().collect({ code: '00000000' }, 'collected')).rejects.toThrow('Wrong code.')
  await expect(at().collect({ code: CODE }, 'collected')).rejects.toThrow('Please try again in 60 seconds.')
})

test('ten consecutive wrong PINs lock a login at every kiosk', async () => {
  for (let i = 0; i < 10; i += 1) {
    await expect(at().recover({ agent: 'recoverer', pin: '000000' })).rejects.toThrow('Wrong user name or PIN.')
    await state.lobby.asTenant((db) => db.deleteFrom('kiosk_delays').execute())
  }
  await expect(at().recover(login('recoverer'))).rejects.toThrow('This login is locked.')
  const actions = await state.lobby.asTenant((db) =>
    db.selectFrom('audit').select('action').where('action', 'like', 'terminal%').execute(),
  )
  expect(actions).toEqual([{ action: 'terminal login locked' }])
})

test('requires the unit number with the access code when the property does', async () => {
  await dropOff()
  await allDelivered()
  await state.lobby.asTenant((db) =>
    db
      .insertInto('property_settings')
      .values({
        organisation_id: state.lobby.organisationId,
        property_id: state.lobby.properties[0]!.id,
        name: 'UnitAndCodeAtTerminal',
        value: 'true',
      })
      .execute(),
  )
  await expect(at().collect({ code: CODE }, 'collected')).rejects.toThrow('Please also enter your unit number.')
  await expect(at().collect({ code: CODE, unit: '12B' }, 'collected')).rejects.toThrow('Wrong code.')
  expect(await at().collect({ code: CODE, unit: '12a' }, 'collected')).toBe('Locker L1: 1 package.')
})

test('lists the residents that match a query with their units', async () => {
  const ambiguous = at().dropOff(login('deliverer'), { name: 'by' }, SMALL, '')
  await expect(ambiguous).rejects.toThrow(/Ada Byron, unit 12A: --resident .*\n.*Alan Byers, unit 12B/)
  expect(await at().dropOff(login('deliverer'), { name: 'by', resident: state.lobby.adaId }, SMALL, '')).toContain('Ada Byron')
  await expect(at().dropOff(login('deliverer'), { unit: '99' }, SMALL, '')).rejects.toThrow('No resident has this unit or name.')
})
