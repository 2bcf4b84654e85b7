import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inOrganisation, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { STATUSES, type StatusName } from '#features/package-statuses/statuses.ts'
import { packages } from '#features/packages/contract.ts'
import { packageForm } from '#features/packages/editing-contract.ts'
import { changePackages } from '#features/packages/server/api.ts'
import { expireDue } from '#features/packages/server/expiry/expire.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { DAY, HOUR, trendFixtures } from '../testing/trend-fixtures.ts'
import { keepDays, keepTrends } from './keep.ts'
import { readTrends } from './read.ts'

const { state, read } = trendFixtures()

const keep = () => keepTrends(state.server.database, new Date())
const localDay = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(at)
const dayOf = async (at: Date, input: object = {}) => {
  const { body } = await read(input)
  return body.Days.find(({ Day }: { Day: string }) => Day === localDay(at))
}

/** A package that was dropped off `ago` ms ago and collected after `waited` ms. */
async function collected(property: PackageFixtures, ago: number, waited: number): Promise<string> {
  const at = new Date(Date.now() - ago)
  const id = await property.add(property.people[0]!, {
    at,
    details: { mailroomId: property.mailroomId, dropOffTime: at.toISOString() },
  })
  await property.asTenant((db) =>
    changePackages(db, {
      packageIds: [id],
      newStatus: 'CollectedbyRecipient',
      channel: 'detail',
      actor: { id: null, name: 'Test' },
      at: new Date(at.getTime() + waited),
    }),
  )
  return id
}

describe('kept days', () => {
  test('count drop-offs and collections on the property’s local days, however often they are counted', async () => {
    await collected(state.properties[0]!, 2 * DAY, 2 * HOUR)
    await collected(state.properties[0]!, 2 * DAY, 30 * HOUR)
    await state.properties[0]!.add(state.properties[0]!.people[1]!)
    await keep()
    await Promise.all([keep(), keep()])
    const { body } = await read({ Days: 7 })
    expect(body.Days).toHaveLength(7)
    expect(body.Days.at(-1)).toMatchObject({ Day: localDay(new Date()), DroppedOff: 1 })
    expect(await dayOf(new Date(Date.now() - 2 * DAY))).toMatchObject({ DroppedOff: 2 })
    const all = body.Days.reduce((sum: number, day: { Collected: number }) => sum + day.Collected, 0)
    expect(all).toBe(2)
    expect(body.Waited).toEqual([1, 0, 1, 0, 0, 0])
  })

  test('take in what a kiosk reports two days later', async () => {
    const before = (await dayOf(new Date(Date.now() - 2 * DAY)))!.DroppedOff
    await collected(state.properties[0]!, 2 * DAY, HOUR)
    await keep()
    expect((await dayOf(new Date(Date.now() - 2 * DAY)))!.DroppedOff).toBe(before + 1)
  })

  test('begin with all that was before them', async () => {
    const fresh = await seedOrganisation(state.server, 'harbour')
    const property = await seedPackageFixtures(state.server, fresh, 0)
    await collected(property, 80 * DAY, HOUR)
    // Also after months in which nothing happened, and across the end of a month that was counted.
    await collected(property, 400 * DAY, 350 * DAY)
    let transactions = 0
    await keepDays((work) => {
      transactions += 1
      return inOrganisation(state.server, fresh.organisationId, work)
    }, new Date())
    const token = await tokenOf(state.server, 'organisationmanager', 'harbour')
    const { body } = await read({ Days: 90 }, token)
    expect(body.Days.reduce((sum: number, day: { DroppedOff: number }) => sum + day.DroppedOff, 0)).toBe(1)
    expect(body.Waited).toEqual([1, 0, 0, 0, 0, 1])
    // A month in each, so that no transaction exceeds a job's limit.
    expect(transactions).toBeGreaterThan(400 / 31)
    const days = await property.asTenant((db) => db.selectFrom('package_days').select('dropped_off').execute())
    expect(days.reduce((sum, row) => sum + row.dropped_off, 0)).toBe(2)
  })

  test('are those of the properties that the user sees', async () => {
    await state.properties[1]!.add(state.properties[1]!.people[0]!)
    await keep()
    const sum = async (input: object, token: string) =>
      (await read(input, token)).body.Days.reduce((all: number, day: { DroppedOff: number }) => all + day.DroppedOff, 0)
    expect(await sum({ PropertyId: state.properties[1]!.propertyId }, state.manager)).toBe(1)
    expect(await sum({}, state.concierge)).toBe((await sum({}, state.manager)) - 1)
    expect((await read({ PropertyId: state.properties[1]!.propertyId }, state.concierge)).status).toBe(404)
    expect((await read({ PropertyId: newId() })).status).toBe(404)
    expect((await read({ Days: 365 })).status).toBe(400)
  })
})

describe('the days of a property', () => {
  /** A new organisation whose first property is in this time zone. */
  async function inZone(name: string, zone: string) {
    const organisationInZone = await seedOrganisation(state.server, name)
    const property = await seedPackageFixtures(state.server, organisationInZone, 0)
    await property.asTenant((db) =>
      db.updateTable('properties').set({ time_zone: zone }).where('id', '=', property.propertyId).execute(),
    )
    const dropOffs = async (times: readonly string[]) => {
      for (const time of times) {
        const details = { mailroomId: property.mailroomId, dropOffTime: time }
        await property.add(property.people[0]!, { at: new Date(time), details })
      }
    }
    /** Drop-offs by day, as a database in the time zone `session` counts them. */
    const daysOf = (now: Date, days: number, session = 'UTC') =>
      property.asTenant(async (db) => {
        await sql`select set_config('timezone', ${session}, true)`.execute(db)
        await keepDays((work) => work(db), now)
        const { Days } = await readTrends(db, { propertyId: property.propertyId, days, now })
        return Days.map(({ Day, DroppedOff }) => [Day, DroppedOff])
      })
    return { property, dropOffs, daysOf }
  }

  test.each([
    // 25 hours, and 23.
    [
      'Europe/London',
      ['2026-10-24T23:00:00Z', '2026-10-25T23:59:59Z', '2026-10-26T00:00:00Z'],
      '2026-10-26T12:00:00Z',
      [
        ['2026-10-24', 0],
        ['2026-10-25', 2],
        ['2026-10-26', 1],
      ],
    ],
    [
      'America/New_York',
      ['2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z'],
      '2026-03-09T12:00:00Z',
      [
        ['2026-03-07', 0],
        ['2026-03-08', 2],
        ['2026-03-09', 1],
      ],
    ],
    // Without midnight: the day begins at one o'clock.
    [
      'Africa/Cairo',
      ['2026-04-23T21:59:59Z', '2026-04-23T22:00:00Z', '2026-04-24T20:59:59Z'],
      '2026-04-25T12:00:00Z',
      [
        ['2026-04-23', 1],
        ['2026-04-24', 2],
        ['2026-04-25', 0],
      ],
    ],
  ] as const)('are whole in %s when the clock changes, whatever the zone of the database', async (zone, times, now, days) => {
    const { dropOffs, daysOf } = await inZone(`clocks-${zone.split('/')[1]!.toLowerCase().replace('_', '')}`, zone)
    await dropOffs(times)
    for (const session of ['UTC', zone, 'Pacific/Auckland']) expect(await daysOf(new Date(now), 3, session)).toEqual(days)
  })

  test('name the time of the last count', async () => {
    const timeOf = async (now: Date) => {
      await keepTrends(state.server.database, now)
      return (await read()).body.AsOf
    }
    const [first, second] = [new Date(Date.now() - HOUR), new Date()]
    expect([await timeOf(first), await timeOf(second)]).toEqual([first.toISOString(), second.toISOString()])
  })

  test('begin with zeros for a property of this week, and are all there without any package', async () => {
    const { property, dropOffs, daysOf } = await inZone('new-house', 'Europe/Berlin')
    const now = new Date('2026-06-10T12:00:00Z')
    const empty = await daysOf(now, 7)
    expect(empty).toHaveLength(7)
    expect(empty.every(([, count]) => count === 0)).toBe(true)
    const nothing = await property.asTenant((db) => readTrends(db, { propertyId: property.propertyId, days: 7, now }))
    expect([nothing.Waited, nothing.Ages, nothing.Hours[0]]).toEqual([
      [0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
      { Hour: 0, Sizes: [] },
    ])
    await dropOffs(['2026-06-09T10:00:00Z'])
    expect((await daysOf(now, 7)).map(([, count]) => count)).toEqual([0, 0, 0, 0, 0, 1, 0])
  })
})

test('a package that is moved to the mailroom after its expiry, and edited there, was dropped off at its bank and has expired once', async () => {
  const fresh = await seedOrganisation(state.server, 'moved-house')
  const property = await seedPackageFixtures(state.server, fresh, 0)
  const at = new Date(Date.now() - 20 * DAY)
  const id = await property.add(property.people[0]!, { ...property.intoLocker('L1'), at })
  await property.asTenant((db) => expireDue(db, { now: new Date() }))
  const change = (newStatus: 'ExpiredInMailroom') =>
    property.asTenant((db) =>
      changePackages(db, {
        packageIds: [id],
        newStatus,
        channel: 'detail',
        actor: { id: null, name: 'Test' },
        details: { mailroomId: property.mailroomId },
        at: new Date(),
      }),
    )
  await change('ExpiredInMailroom')
  // An edit keeps its status.
  const edited = (await property.historyOf(id)).at(-1)!
  await property.asTenant((db) =>
    db
      .insertInto('package_history')
      .values({ ...edited, id: newId(), at: new Date() })
      .execute(),
  )
  const { Days } = await property.asTenant(async (db) => {
    await keepDays((work) => work(db), new Date())
    return readTrends(db, { propertyId: property.propertyId, days: 7, now: new Date() })
  })
  expect(Days.reduce((sum, { Expired }) => sum + Expired, 0)).toBe(1)
  // It was dropped off at the bank, wherever it is now.
  const dropped = await property.asTenant((db) =>
    db.selectFrom('package_days').select('place_id').where('dropped_off', '>', 0).execute(),
  )
  expect(dropped).toEqual([{ place_id: property.cabinet.lockerBankId }])
})

describe('a lost package', () => {
  /** A new organisation with a package whose status is changed by its form; returns the sums of all days. */
  async function countsAfter(systemName: string, ...statuses: readonly StatusName[]) {
    const fresh = await seedOrganisation(state.server, systemName)
    const property = await seedPackageFixtures(state.server, fresh, 0)
    const token = await tokenOf(state.server, 'organisationmanager', systemName)
    const packageId = await property.add(property.people[0]!)
    for (const status of statuses) {
      const { body } = await state.server.ask(packages.get, { token, params: { packageId } })
      const input = { ...body, StatusId: STATUSES[status].id, MailRoomId: property.mailroomId, ExpiryTime: undefined }
      expect((await state.server.ask(packageForm.update, { token, params: { packageId }, input: input as never })).status).toBe(
        200,
      )
    }
    await keep()
    const { body } = await read({ Days: 7 }, token)
    const sum = (name: 'Collected' | 'Recovered') =>
      body.Days.reduce((all: number, day: Record<typeof name, number>) => all + day[name], 0)
    return { collected: sum('Collected'), recovered: sum('Recovered') }
  }

  test('that was found and then returned is recovered once', async () => {
    const counts = await countsAfter('returned-house', 'Missing', 'Lost', 'Found', 'ReturnedtoSender')
    expect(counts).toEqual({ collected: 0, recovered: 1 })
  })

  test('that was found and then collected is not recovered', async () => {
    const counts = await countsAfter('collected-house', 'Missing', 'Lost', 'Found', 'CollectedbyRecipient')
    expect(counts).toEqual({ collected: 1, recovered: 0 })
  })
})
