import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { changePackage } from '../changes/change.ts'
import { packagesFeature } from '../feature.ts'
import { type PackageFixtures, seedPackageFixtures } from '../testing/fixtures.ts'
import { counterDifferences, NO_DIFFERENCES } from '../testing/stored-counters.ts'
import { EXPIRE_BATCH, expireDue, expirePackages } from './expire.ts'

let server: TestServer
let superuser: pg.Client
let fixtures: PackageFixtures
beforeAll(async () => {
  server = await testServer()
  superuser = new pg.Client({ connectionString: server.store.superuserUrl })
  await superuser.connect()
  fixtures = await seedPackageFixtures(server, await seedOrganisation(server, 'riverside'), 0, { lockers: 30 })
})
afterAll(async () => {
  await superuser.end()
  await server.stop()
})

const MONDAY = new Date('2026-03-02T09:00:00Z')
// Three weekdays after Monday end with Thursday, in London's winter time.
const LAST_MOMENT = new Date('2026-03-05T23:59:59.999Z')
async function expire(now: Date, limit?: number): Promise<number> {
  const { count, affected } = await fixtures.asTenant((db) => expireDue(db, { now, limit }))
  fixtures.changes.push(...affected)
  return count
}

test('a package expires once after its last day, in its place, with a history row by the system', async () => {
  const inLocker = await fixtures.add(fixtures.people[0]!, { ...fixtures.intoLocker('L1'), at: MONDAY })
  const inMailroom = await fixtures.add(fixtures.people[0]!, { at: MONDAY })
  const unconfirmed = await fixtures.add(fixtures.people[1]!, { ...fixtures.intoLocker('L2'), status: 'Unconfirmed', at: MONDAY })
  expect(await expire(LAST_MOMENT)).toBe(0)
  fixtures.changes.length = 0
  const friday = new Date(LAST_MOMENT.getTime() + 1)
  expect(await expire(friday)).toBe(1)
  expect(await expire(friday)).toBe(0)
  expect(fixtures.changes).toMatchObject([{ lockerBankId: fixtures.cabinet.lockerBankId, topic: 'packages' }])
  expect(await fixtures.packageRow(inLocker)).toMatchObject({
    status_id: 10,
    status_group: 3,
    locker_id: fixtures.cabinet.lockers.L1,
    expiry_time: LAST_MOMENT.toISOString(),
  })
  const [, row] = await fixtures.historyOf(inLocker)
  expect(row).toMatchObject({ status_id: 10, user_id: null, user_name: 'System', at: friday.toISOString() })
  expect(await expire(new Date('2026-04-01T00:00:00Z'))).toBe(1)
  expect(await fixtures.packageRow(inMailroom)).toMatchObject({ status_id: 11, mailroom_id: fixtures.mailroomId })
  expect(await fixtures.packageRow(unconfirmed)).toMatchObject({ status_id: 14 })
})

test('concurrent runs on several nodes, while packages are collected, have the same result as one', async () => {
  const ids: string[] = []
  for (let i = 0; i < 120; i += 1)
    ids.push(
      await fixtures.add(fixtures.people[i % 4]!, { ...(i % 2 ? fixtures.intoLocker(`L${3 + (i % 4)}`) : {}), at: MONDAY }),
    )
  const late = new Date('2026-06-01T00:00:00Z')
  const node = async () => {
    let done = 0
    for (let i = 0; i < 12; i += 1) done += await expire(late, 25)
    return done
  }
  const collect = async () => {
    let done = 0
    for (const packageId of ids.filter((_, i) => i % 5 === 0)) {
      const newStatus = ['CollectedbyRecipient', 'ExpiredCollectedbyRecipient'] as const
      const actor = { id: null, name: 'Staff' }
      await fixtures
        .asTenant((db) => changePackage(db, { packageId, newStatus, channel: 'detail', actor, at: late }))
        .then(() => {
          done += 1
        })
        .catch((error) => {
          if (!(error instanceof Refusal)) throw error
        })
    }
    return done
  }
  const [first, second, third, collected] = await Promise.all([node(), node(), node(), collect()])
  const rest = await expire(late)
  expect(collected).toBe(24)
  const { rows } = await superuser.query<{ expired: number; active: number }>(
    `select count(*) filter (where status_group = 3 and id = any($1))::int as expired, count(*) filter (where status_group = 1)::int as active from packages`,
    [ids],
  )
  expect(rows[0]).toEqual({ expired: 96, active: 0 })
  const expiries = await superuser.query(
    `select count(*)::int as n from package_history where status_id in (10, 11) and package_id = any($1)`,
    [ids],
  )
  expect(expiries.rows[0].n, 'one row of history each').toBe(first + second + third + rest)
  expect(await counterDifferences(superuser)).toEqual(NO_DIFFERENCES)
})

test('four programs at once expire each package once, within one run', async () => {
  const count = 2 * EXPIRE_BATCH + 50
  const at = new Date('2026-07-06T09:00:00Z')
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) ids.push(await fixtures.add(fixtures.people[i % 4]!, { at }))
  const programs = Array.from({ length: 4 }, () => openDatabase(server.store.url))
  const told: unknown[] = []
  const live = { changed: (change: unknown) => void told.push(change) } as never
  await Promise.all(programs.map((database) => expirePackages(database, live, new Date('2026-09-01T00:00:00Z'))))
  await Promise.all(programs.map((database) => database.close()))
  const { rows } = await superuser.query<{ expired: number; times: number }>(
    `select count(distinct package_id)::int as expired, count(*)::int as times from package_history where status_id = 11 and package_id = any($1)`,
    [ids],
  )
  expect(rows[0]).toEqual({ expired: count, times: count })
  expect(told.length).toBeGreaterThan(0)
  expect(await counterDifferences(superuser)).toEqual(NO_DIFFERENCES)
})

test('a due package expires within a minute: the job runs in every one', async () => {
  const id = await fixtures.add(fixtures.people[0]!, { at: MONDAY })
  const kiosks = { onEvent: () => {} }
  const schedules = packagesFeature.schedules!({ database: server.database, live: server.live, kiosks } as never)
  const expiring = schedules.find(({ name }) => name === 'expire-packages')!
  expect(expiring.cron).toBe('* * * * *')
  await expiring.run()
  expect(await fixtures.packageRow(id)).toMatchObject({ status_id: 11 })
})
