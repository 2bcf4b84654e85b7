import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { STATUSES, type StatusName } from '#features/package-statuses/statuses.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { keepDays } from '#features/trends/server/keep.ts'
import { readTrends } from '#features/trends/server/read.ts'
import { newId } from '#platform/ids.ts'
import { linksOf, rowsOf } from '../testing/read-report.ts'
import { firstDay } from './engine/choices.ts'

/** The organisation's zone is that of the first property. */
const ZONES = ['America/New_York', 'America/Chicago', 'Europe/London'] as const
/** A day of 25 hours and one of 23 hours in America, and those of London. */
const DAYS = ['2026-11-01', '2026-03-08', '2026-10-25', '2026-03-29'] as const

let server: TestServer
let organisation: OrganisationFixtures
let properties: PackageFixtures[]
let token: string

const localDay = (at: Date, timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)
/** Moments around both ends of a day in each of the zones, each at another minute of its hour: no zone has the times of another one. */
const momentsAround = (day: string) =>
  Array.from({ length: 80 }, (_, nth) => new Date(Date.parse(`${day}T00:00:00Z`) + (nth * 31 - 60) * 60_000))

const zoneOfHome = new Map<string, string>()
const arrivals: { residentId: string; propertyId: string; at: Date }[] = []
async function arrive(property: PackageFixtures, person: number, at: Date) {
  const recipient = property.people[person]!
  const id = await property.add(recipient, { at, details: { mailroomId: property.mailroomId, dropOffTime: at.toISOString() } })
  arrivals.push({ residentId: recipient.residentId, propertyId: property.propertyId, at })
  return id
}

beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  properties = []
  for (const at of [0, 1]) properties.push(await seedPackageFixtures(server, organisation, at))
  token = await tokenOf(server, 'organisationmanager', 'riverside')
  await properties[0]!.asTenant(async (db) => {
    await db.updateTable('organisations').set({ time_zone: ZONES[0] }).execute()
    for (const [at, { propertyId }] of properties.entries())
      await db.updateTable('properties').set({ time_zone: ZONES[at]! }).where('id', '=', propertyId).execute()
  })
  for (const [at, { people }] of properties.entries()) for (const { residentId } of people) zoneOfHome.set(residentId, ZONES[at]!)
  for (const day of DAYS.slice(0, 2))
    for (const [nth, at] of momentsAround(day).entries()) for (const property of properties) await arrive(property, nth % 2, at)
}, 120_000)
afterAll(() => server.stop())

describe('the report of a resident', () => {
  test.each(DAYS.slice(0, 2))(
    'lists exactly the packages of the number that links to it, in the zone of its property (%s)',
    async (day) => {
      const values = { From: day, To: day }
      const links = await linksOf(server, { report: 'ResidentUsage', values, token })
      const [usage] = await rowsOf(server, { report: 'ResidentUsage', values, token })
      expect(links).toHaveLength(4)
      for (const [nth, { report, parameterValues }] of links.entries()) {
        const { ResidentId } = parameterValues
        const zone = zoneOfHome.get(ResidentId!)!
        const expected = arrivals.filter((one) => one.residentId === ResidentId && localDay(one.at, zone) === day)
        const [packages] = await rowsOf(server, { report, values: parameterValues, token })
        expect(usage![nth]!.Packages).toBe(expected.length)
        expect(packages!.map(({ DropOff }) => DropOff).toSorted()).toEqual(
          expected.map(({ at }) => at.toLocaleString('sv-SE', { timeZone: zone })).toSorted(),
        )
      }
    },
  )

  test('of a resident who has moved to another zone keeps to the properties and days of that number', async () => {
    const [, { residentId } = { residentId: '' }] = properties[0]!.people
    const [{ propertyId, buildingId }] = [properties[1]!]
    const move = (property_id: string, building_id: string) =>
      properties[0]!.asTenant((db) =>
        db.updateTable('residents').set({ property_id, building_id }).where('id', '=', residentId).execute(),
      )
    await move(propertyId, buildingId)
    await arrive({ ...properties[1]!, people: [properties[0]!.people[1]!] }, 0, new Date('2026-11-01T18:00:00Z'))
    const values = { From: DAYS[0], To: DAYS[0], PropertyIds: [properties[0]!.propertyId] }
    const expected = arrivals.filter(
      (one) =>
        one.residentId === residentId && one.propertyId === properties[0]!.propertyId && localDay(one.at, ZONES[1]) === DAYS[0],
    )
    const links = await linksOf(server, { report: 'ResidentUsage', values, token })
    const link = links.find(({ parameterValues }) => parameterValues.ResidentId === residentId)!
    const [packages] = await rowsOf(server, { ...link, values: link.parameterValues, token })
    expect(packages!.map(({ DropOff }) => DropOff).toSorted()).toEqual(
      expected.map(({ at }) => at.toLocaleString('sv-SE', { timeZone: ZONES[1] })).toSorted(),
    )
    await move(properties[0]!.propertyId, properties[0]!.buildingId)
  })

  test('has the package of the list of active packages that links to it, however old it is', async () => {
    const links = await linksOf(server, { report: 'ActivePackages', values: {}, token })
    const [first] = links
    const [packages] = await rowsOf(server, { report: 'Resident', values: first!.parameterValues, token })
    expect(packages!.map(({ DropOff }) => String(DropOff).slice(0, 10))).toContain(first!.parameterValues.From)
  })
})

test.each([
  ['2026-11-02T04:30:00Z', 'America/New_York', '2026-10-03'],
  ['2027-03-15T04:30:00Z', 'America/New_York', '2027-02-14'],
  ['2026-10-25T23:30:00Z', 'Europe/London', '2026-09-26'],
  ['2026-03-29T23:30:00Z', 'Europe/London', '2026-03-01'],
])('the period by default has 30 days of the zone at %s in %s', (now, timeZone, day) => {
  expect(firstDay({ now: new Date(now), timeZone })).toBe(day)
})

describe('a collection', () => {
  const COLLECTED: readonly StatusName[] = ['CollectedbyRecipient', 'ExpiredCollectedbyRecipient', 'ServiceRecoveredforRecipient']
  const TAKEN_BACK: readonly StatusName[] = ['CollectedbyAgent', 'ExpiredCollectedbyAgent', 'ServiceRecoveredtoAgent']
  const OTHERS: readonly StatusName[] = ['Disposed', 'ReturnedtoSender', 'DryCleaningRecoveredbyAgent', 'ExpiredInMailroom']
  const changes: { propertyId: string; status: StatusName; at: Date; hours: number }[] = []

  beforeAll(async () => {
    const statuses = [...COLLECTED, ...TAKEN_BACK, ...OTHERS]
    for (const day of DAYS)
      for (const [nth, at] of momentsAround(day).entries())
        for (const property of properties) {
          if (nth % 2) continue
          const hours = 1 + (nth % 7)
          const id = await property.add(property.people[3]!, { at: new Date(at.getTime() - hours * 3_600_000) })
          const status = statuses[(nth / 2) % statuses.length]!
          const [arrived] = await property.historyOf(id)
          // The last line is an edit, which is no other collection.
          await property.asTenant((db) =>
            db
              .insertInto('package_history')
              .values(
                [0, 1].map((later) => ({
                  ...arrived!,
                  id: newId(),
                  status_id: STATUSES[status].id,
                  at: new Date(at.getTime() + later),
                })),
              )
              .execute(),
          )
          changes.push({ propertyId: property.propertyId, status, at, hours })
        }
  }, 240_000)

  const sum = (rows: readonly Record<string, unknown>[], column: string) =>
    rows.reduce((total, row) => total + Number(row[column] ?? 0), 0)
  const medianOf = (numbers: readonly number[]) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
  }

  const places = [0, 1].flatMap((property) => DAYS.map((day) => [property, day] as const))
  test.each(places)('is the same in Collection, Property Summary and Trends (property %i, %s)', async (at, day) => {
    const { propertyId } = properties[at]!
    const zone = ZONES[at]!
    const own = changes.filter((one) => one.propertyId === propertyId && localDay(one.at, zone) === day)
    const collected = own.filter(({ status }) => COLLECTED.includes(status))
    expect(collected.length).toBeGreaterThan(3)
    const values = { From: day, To: day, PropertyIds: [propertyId] }
    const [collection] = await rowsOf(server, { report: 'Collection', values, token })
    const [summary] = await rowsOf(server, { report: 'PropertySummary', values, token })
    const now = new Date(Date.parse(`${day}T12:00:00Z`) + 2 * 86_400_000)
    const { Days } = await properties[at]!.asTenant(async (db) => {
      await db.deleteFrom('package_days').execute()
      await keepDays((work) => work(db), now)
      return readTrends(db, { propertyId, days: 7, now })
    })
    const trends = Days.find(({ Day }) => Day === day)!
    expect([sum(collection!, 'Total'), sum(summary!, 'Collected'), trends.Collected]).toEqual(
      Array.from({ length: 3 }, () => collected.length),
    )
    expect(sum(collection!, 'Staff')).toBe(collected.length)
    expect(sum(collection!, 'TakenBack')).toBe(own.filter(({ status }) => TAKEN_BACK.includes(status)).length)
    const median = medianOf(collected.map(({ hours }) => hours))
    expect(collection![0]!.Hours).toBeCloseTo(median, 2)
    expect(summary!.find(({ Bank }) => Bank === 'Mailrooms')!.Hours).toBeCloseTo(median, 2)
  })
})
