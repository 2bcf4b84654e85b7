import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { changePackages } from '#features/packages/server/api.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { trends } from '../contract.ts'
import { keepDays, keepHours, keepTrends, purgeHours } from './keep.ts'

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
    await collected(property, 60 * DAY, HOUR)
    await inOrganisation(server, fresh.organisationId, (db) => keepDays(db, new Date()))
    const token = await tokenOf(server, 'organisationmanager', 'harbour')
    const { body } = await read({ Days: 90 }, token)
    expect(body.Days.reduce((sum: number, day: { DroppedOff: number }) => sum + day.DroppedOff, 0)).toBe(1)
    expect(body.Waited).toEqual([1, 0, 0, 0, 0, 0])
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
