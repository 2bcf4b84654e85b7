import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { expiry } from '#features/package-statuses/expiry.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { localDay } from '#platform/date-format.ts'
import { waitForBlocked } from '#platform/server/testing/waiting.ts'
import { residents } from '../contract.ts'
import { endWhatIsOver } from './hold.ts'
import { lockedResident } from './store.ts'

let server: TestServer
let organisation: OrganisationFixtures
let fixtures: PackageFixtures
let manager: string
const ZONE = 'Europe/London'
const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)
const day = (days: number) => localDay(inDays(days), ZONE)

beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  fixtures = await seedPackageFixtures(server, organisation)
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
})
afterAll(() => server.stop())

const person = (i: number) => fixtures.people[i]!
async function setHold(i: number, hold: object) {
  const { residentId, name, unitNumber } = person(i)
  const [firstName, lastName] = name.split(' ')
  const input = {
    firstName,
    lastName,
    unitNumber,
    propertyId: fixtures.propertyId,
    buildingId: fixtures.buildingId,
    isOutofTown: true,
    ...hold,
  }
  return server.ask(residents.update, { token: manager, params: { residentId }, input })
}
const row = (i: number) =>
  inOrganisation(server, organisation.organisationId, (db) =>
    db
      .selectFrom('residents')
      .select(['is_out_of_town', 'hold_from', 'hold_until'])
      .where('id', '=', person(i).residentId)
      .executeTakeFirstOrThrow(),
  )

describe('being out of town', () => {
  test('postpones packages that would expire meanwhile to a period after the return, once, with a history row', async () => {
    const id = await fixtures.add(person(0), fixtures.intoLocker('L1'))
    const before = (await fixtures.packageRow(id)).expiry_time!
    expect((await setHold(0, { holdFrom: day(0), holdUntil: day(30) })).status).toBe(200)
    const after = (await fixtures.packageRow(id)).expiry_time!
    expect(after).toBe(expiry(`${day(30)}T12:00:00Z`, 3, ZONE))
    expect(Date.parse(after)).toBeGreaterThan(Date.parse(before))
    expect((await fixtures.historyOf(id)).at(-1)).toMatchObject({
      status_id: 1,
      note: `Out of town until ${day(30)}: the expiry has been extended.`,
    })
    await setHold(0, { holdFrom: day(0), holdUntil: day(30) })
    expect(await fixtures.historyOf(id)).toHaveLength(2)
  })

  test('never makes an expiry earlier, neither by a shorter absence nor by ending it', async () => {
    const id = await fixtures.add(person(0), fixtures.intoLocker('L2'))
    const long = (await fixtures.packageRow(id)).expiry_time
    await setHold(0, { holdFrom: day(0), holdUntil: day(10) })
    await setHold(0, { isOutofTown: false })
    expect((await fixtures.packageRow(id)).expiry_time).toBe(long)
    expect(await row(0)).toEqual({ is_out_of_town: false, hold_from: null, hold_until: null })
  })

  test('applies to packages that arrive meanwhile, in a locker and in the mailroom', async () => {
    await setHold(1, { holdFrom: day(-1), holdUntil: day(20) })
    const inLocker = await fixtures.add(person(1), fixtures.intoLocker('L3'))
    const inMailroom = await fixtures.add(person(1))
    expect((await fixtures.packageRow(inLocker)).expiry_time).toBe(expiry(`${day(20)}T12:00:00Z`, 3, ZONE))
    expect((await fixtures.packageRow(inMailroom)).expiry_time).toBe(expiry(`${day(20)}T12:00:00Z`, 10, ZONE))
  })

  test('applies to packages that arrive while it is being saved', async () => {
    const days = { hold_from: day(0), hold_until: day(40) }
    const { residentId } = person(2)
    let arriving: Promise<string> | undefined
    await fixtures.asTenant(async (db) => {
      await lockedResident(db, residentId)
      arriving = fixtures.add(person(2), fixtures.intoLocker('L6'))
      await waitForBlocked(server.store)
      await db
        .updateTable('residents')
        .set({ is_out_of_town: true, ...days })
        .where('id', '=', residentId)
        .execute()
    })
    const { expiry_time } = await fixtures.packageRow((await arriving) as string)
    expect(expiry_time).toBe(expiry(`${day(40)}T12:00:00Z`, 3, ZONE))
    await setHold(2, { isOutofTown: false })
  })

  test('does not change packages that expire before the absence', async () => {
    const id = await fixtures.add(person(2), fixtures.intoLocker('L4'))
    const before = (await fixtures.packageRow(id)).expiry_time
    await setHold(2, { holdFrom: day(60), holdUntil: day(90) })
    expect((await fixtures.packageRow(id)).expiry_time).toBe(before)
  })

  test('without dates is stored and changes no expiry', async () => {
    const id = await fixtures.add(person(3), fixtures.intoLocker('L5'))
    const before = (await fixtures.packageRow(id)).expiry_time
    await setHold(3, {})
    expect([(await row(3)).is_out_of_town, (await fixtures.packageRow(id)).expiry_time]).toEqual([true, before])
  })

  test('is refused with the reason for invalid days', async () => {
    const why = async (hold: object) => (await setHold(2, hold)).body.Message
    for (const until of [day(4), day(5)])
      expect(await why({ holdFrom: day(5), holdUntil: until })).toBe('The day of return must come after the first day away.')
    expect(await why({ holdFrom: day(-9), holdUntil: day(-2) })).toBe('The day of return has passed.')
    expect(await why({ holdFrom: day(5) })).toBe('Enter both the first day away and the day of return, or neither.')
    expect(await why({ holdFrom: '2026-02-30', holdUntil: day(4) })).toBe('Enter a date.')
  })

  test('ends on the day of the return', async () => {
    await setHold(2, { holdFrom: day(1), holdUntil: day(3) })
    const end = (now: Date) => inOrganisation(server, organisation.organisationId, (db) => endWhatIsOver(db, now))
    await end(inDays(2))
    expect((await row(2)).is_out_of_town).toBe(true)
    await end(inDays(3))
    expect(await row(2)).toEqual({ is_out_of_town: false, hold_from: null, hold_until: null })
  })
})
