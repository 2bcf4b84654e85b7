import { expect, test } from 'vitest'
import { seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { LOCKER_MODES } from '#features/layout/model.ts'
import { seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { DAY, HOUR, trendFixtures } from '../testing/trend-fixtures.ts'
import { keepHours, purgeHours } from './keep.ts'
import { readTrends } from './read.ts'

const { state, read } = trendFixtures()

test('packages in the building are counted by their age', async () => {
  const property = state.properties[1]!
  const at = new Date(Date.now() - 5 * DAY)
  await property.add(property.people[1]!)
  await property.add(property.people[0]!, { at, details: { mailroomId: property.mailroomId, dropOffTime: at.toISOString() } })
  expect((await read({ PropertyId: property.propertyId })).body.Ages).toEqual([1, 0, 1, 0, 0])
})

test('each hour keeps its fullest state by size, and old hours are deleted', async () => {
  const property = state.properties[0]!
  const now = new Date()
  await property.add(property.people[2]!, property.intoLocker('L1'))
  await property.asTenant((db) => keepHours(db, now))
  await property.asTenant((db) => db.updateTable('lockers').set({ live_packages: 0 }).execute())
  await property.asTenant((db) => keepHours(db, now))
  const { body } = await read({ PropertyId: property.propertyId, Days: 7 })
  const shares = body.Hours.flatMap((hour: { Sizes: { Share: number | null }[] }) => hour.Sizes.map(({ Share }) => Share))
  expect(shares.filter((share: number | null) => share !== null)).toEqual([10])
  await property.asTenant((db) =>
    db
      .updateTable('locker_hours')
      .set({ hour: new Date(now.getTime() - 200 * DAY) })
      .execute(),
  )
  await property.asTenant((db) => purgeHours(db, now))
  expect(await property.asTenant((db) => db.selectFrom('locker_hours').select('hour').execute())).toEqual([])
})

test('a smaller cabinet is never fuller than it was', async () => {
  const property = state.properties[1]!
  const now = new Date(Date.now() - 5 * HOUR)
  for (const locker of ['L1', 'L2']) await property.add(property.people[2]!, property.intoLocker(locker))
  const bank = property.cabinet.lockerBankId
  const kept = () =>
    property.asTenant((db) =>
      db.selectFrom('locker_hours').select(['occupied', 'lockers']).where('locker_bank_id', '=', bank).execute(),
    )
  await property.asTenant((db) => keepHours(db, now))
  await property.asTenant((db) =>
    db
      .updateTable('lockers')
      .set({ locker_mode: LOCKER_MODES.removed })
      .where('locker_bank_id', '=', bank)
      .where('live_packages', '=', 0)
      .execute(),
  )
  await property.asTenant((db) => keepHours(db, now))
  for (const row of await kept()) expect(row.occupied).toBeLessThanOrEqual(row.lockers)
  expect((await kept()).map((row) => row.lockers)).toContain(10)
})

test('a deleted locker bank keeps its past, and has no new hours', async () => {
  const fresh = await seedOrganisation(state.server, 'closed-house')
  const property = await seedPackageFixtures(state.server, fresh, 0)
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
