import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { LOCKER_MODES } from '#features/layout/model.ts'
import { STATUSES, type StatusName } from '#features/package-statuses/statuses.ts'
import { packages } from '#features/packages/contract.ts'
import { packageForm } from '#features/packages/editing-contract.ts'
import { changePackages } from '#features/packages/server/api.ts'
import { expireDue } from '#features/packages/server/expiry/expire.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { trends } from '../contract.ts'
import { keepDays, keepHours, keepTrends, purgeHours } from './keep.ts'
import { readTrends } from './read.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
let organisation: OrganisationFixtures
let properties: PackageFixtures[]
let manager: string
let concierge: string
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  properties = [await seedPackageFixtures(server, organisation, 0), await seedPackageFixtures(server, organisation, 1)]
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  concierge = await tokenOf(server, 'mailroomstaff', 'riverside')
})
afterAll(() => server.stop())

const read = async (input: object = {}, token = manager) => server.ask(trends.read, { token, input: input as never })
const keep = () => keepTrends(server.database, new Date())
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
    await collected(properties[0]!, 2 * DAY, 2 * HOUR)
    await collected(properties[0]!, 2 * DAY, 30 * HOUR)
    await properties[0]!.add(properties[0]!.people[1]!)
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
    await collected(properties[0]!, 2 * DAY, HOUR)
    await keep()
    expect((await dayOf(new Date(Date.now() - 2 * DAY)))!.DroppedOff).toBe(before + 1)
  })

  test('begin with all that was before them', async () => {
    const fresh = await seedOrganisation(server, 'harbour')
    const property = await seedPackageFixtures(server, fresh, 0)
    await collected(property, 80 * DAY, HOUR)
    // Also after months in which nothing happened, and across the end of a month that was counted.
    await collected(property, 400 * DAY, 350 * DAY)
    let transactions = 0
    await keepDays((work) => {
      transactions += 1
      return inOrganisation(server, fresh.organisationId, work)
    }, new Date())
    const token = await tokenOf(server, 'organisationmanager', 'harbour')
    const { body } = await read({ Days: 90 }, token)
    expect(body.Days.reduce((sum: number, day: { DroppedOff: number }) => sum + day.DroppedOff, 0)).toBe(1)
    expect(body.Waited).toEqual([1, 0, 0, 0, 0, 1])
    // A month in each, so that no transaction exceeds a job's limit.
    expect(transactions).toBeGreaterThan(400 / 31)
    const days = await property.asTenant((db) => db.selectFrom('package_days').select('dropped_off').execute())
    expect(days.reduce((sum, row) => sum + row.dropped_off, 0)).toBe(2)
  })

  test('are those of the properties that the user sees', async () => {
    await properties[1]!.add(properties[1]!.people[0]!)
    await keep()
    const sum = async (input: object, token: string) =>
      (await read(input, token)).body.Days.reduce((all: number, day: { DroppedOff: number }) => all + day.DroppedOff, 0)
    expect(await sum({ PropertyId: properties[1]!.propertyId }, manager)).toBe(1)
    expect(await sum({}, concierge)).toBe((await sum({}, manager)) - 1)
    expect((await read({ PropertyId: properties[1]!.propertyId }, concierge)).status).toBe(404)
    expect((await read({ PropertyId: newId() })).status).toBe(404)
    expect((await read({ Days: 365 })).status).toBe(400)
  })
})

test('packages in the building are counted by their age', async () => {
  const property = properties[1]!
  const at = new Date(Date.now() - 5 * DAY)
  await property.add(property.people[0]!, { at, details: { mailroomId: property.mailroomId, dropOffTime: at.toISOString() } })
  expect((await read({ PropertyId: property.propertyId })).body.Ages).toEqual([1, 0, 1, 0, 0])
})

test('each hour keeps its fullest state by size, and old hours are deleted', async () => {
  const property = properties[0]!
  const now = new Date()
  const tenant = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, organisation.organisationId, work)
  await property.add(property.people[2]!, property.intoLocker('L1'))
  await tenant((db) => keepHours(db, now))
  await tenant((db) => db.updateTable('lockers').set({ live_packages: 0 }).execute())
  await tenant((db) => keepHours(db, now))
  const { body } = await read({ PropertyId: property.propertyId, Days: 7 })
  const shares = body.Hours.flatMap((hour: { Sizes: { Share: number | null }[] }) => hour.Sizes.map(({ Share }) => Share))
  expect(shares.filter((share: number | null) => share !== null)).toEqual([10])
  await tenant((db) =>
    db
      .updateTable('locker_hours')
      .set({ hour: new Date(now.getTime() - 200 * DAY) })
      .execute(),
  )
  await tenant((db) => purgeHours(db, now))
  expect(await tenant((db) => db.selectFrom('locker_hours').select('hour').execute())).toEqual([])
})

test('a smaller cabinet is never fuller than it was', async () => {
  const property = properties[1]!
  const now = new Date(Date.now() - 5 * HOUR)
  const inTenant = property.asTenant
  for (const locker of ['L1', 'L2']) await property.add(property.people[2]!, property.intoLocker(locker))
  const bank = property.cabinet.lockerBankId
  const kept = () =>
    inTenant((db) => db.selectFrom('locker_hours').select(['occupied', 'lockers']).where('locker_bank_id', '=', bank).execute())
  await inTenant((db) => keepHours(db, now))
  await inTenant((db) =>
    db
      .updateTable('lockers')
      .set({ locker_mode: LOCKER_MODES.removed })
      .where('locker_bank_id', '=', bank)
      .where('live_packages', '=', 0)
      .execute(),
  )
  await inTenant((db) => keepHours(db, now))
  for (const row of await kept()) expect(row.occupied).toBeLessThanOrEqual(row.lockers)
  expect((await kept()).map((row) => row.lockers)).toContain(10)
})

describe('the days of a property', () => {
  /** A new organisation whose first property is in this time zone. */
  async function inZone(name: string, zone: string) {
    const organisationInZone = await seedOrganisation(server, name)
    const property = await seedPackageFixtures(server, organisationInZone, 0)
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
      await keepTrends(server.database, now)
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
  const fresh = await seedOrganisation(server, 'moved-house')
  const property = await seedPackageFixtures(server, fresh, 0)
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
    const fresh = await seedOrganisation(server, systemName)
    const property = await seedPackageFixtures(server, fresh, 0)
    const token = await tokenOf(server, 'organisationmanager', systemName)
    const packageId = await property.add(property.people[0]!)
    for (const status of statuses) {
      const { body } = await server.ask(packages.get, { token, params: { packageId } })
      const input = { ...body, StatusId: STATUSES[status].id, MailRoomId: property.mailroomId, ExpiryTime: undefined }
      expect((await server.ask(packageForm.update, { token, params: { packageId }, input: input as never })).status).toBe(200)
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

test('a deleted locker bank keeps its past, and has no new hours', async () => {
  const fresh = await seedOrganisation(server, 'closed-house')
  const property = await seedPackageFixtures(server, fresh, 0)
  const now = new Date()
  const earlier = new Date(now.getTime() - 2 * HOUR)
  const shares = async () => {
    const { Hours } = await property.asTenant((db) => readTrends(db, { propertyId: property.propertyId, days: 7, now }))
    return Hours.flatMap(({ Sizes }) => Sizes.map(({ Share }) => Share)).filter((share) => share !== null)
  }
  await property.add(property.people[0]!, property.intoLocker('L1'))
  await property.asTenant((db) => keepHours(db, earlier))
  await property.asTenant((db) => db.updateTable('locker_banks').set({ deleted_at: now }).execute())
  await property.asTenant((db) => keepHours(db, now))
  expect(await shares()).toEqual([10])
})
