import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#features/audit/contract.ts'
import { packages } from '#features/packages/contract.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { recipients } from '#features/recipients/contract.ts'
import type { ReportName } from '#features/reports/reports.ts'
import { linksOf, rowsOf } from '#features/reports/testing/read-report.ts'
import { keepDays } from '#features/trends/server/keep.ts'
import { readTrends } from '#features/trends/server/read.ts'
import { dateTimeText } from '#platform/date-format.ts'
import { newId } from '#platform/ids.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { startOfDay } from '#platform/time-zone.ts'
import { seedOrganisation, tokenOf } from './testing/fixtures.ts'
import { type TestServer, testServer } from './testing/server.ts'

const ZONE = 'America/Edmonton'
/** 23:50 of the day before, 0:10 and 23:50 of the day, and 0:10 of the next one, by Node's rules. */
const DAY = '2026-11-10'
const START = Date.parse(startOfDay(DAY, ZONE))
const MINUTE = 60_000
const TIMES = [-10, 10, 24 * 60 - 10, 24 * 60 + 10].map((minutes) => new Date(START + minutes * MINUTE))
const OF_DAY = [`${DAY} 00:10:00`, `${DAY} 23:50:00`]
const shown = (at: Date) => dateTimeText(at.toISOString(), 'international', ZONE)

/** PostgreSQL as if all time zones had been moved by five hours, and only Node knew. */
const MOVED = `
  set allow_system_table_mods = on;
  create function unmoved(text, timestamptz) returns timestamp language internal immutable strict as 'timestamptz_zone';
  create function unmoved(text, timestamp) returns timestamptz language internal immutable strict as 'timestamp_zone';
  create or replace function pg_catalog.timezone(text, timestamptz) returns timestamp language sql immutable strict as
    $$ select public.unmoved($1, $2) - case $1 when 'UTC' then '0' else '5 hours' end::interval $$;
  create or replace function pg_catalog.timezone(text, timestamp) returns timestamptz language sql immutable strict as
    $$ select public.unmoved($1, $2) + case $1 when 'UTC' then '0' else '5 hours' end::interval $$`

let server: TestServer
let property: PackageFixtures
let token: string
const report = (name: ReportName, more: object = {}) =>
  rowsOf(server, { report: name, values: { From: DAY, To: DAY, PropertyIds: [property.propertyId], ...more }, token })

beforeAll(async () => {
  server = await testServer()
  await withConnection(server.store.superuserUrl, (client) => client.query(MOVED).then(() => undefined))
  property = await seedPackageFixtures(server, await seedOrganisation(server, 'riverside'), 0)
  token = await tokenOf(server, 'organisationmanager', 'riverside')
  await property.asTenant(async (db) => {
    await db.updateTable('organisations').set({ time_zone: ZONE }).execute()
    await db.updateTable('properties').set({ time_zone: ZONE }).execute()
  })
  const { mailroomId, people } = property
  for (const at of TIMES) await property.add(people[0]!, { at, details: { mailroomId, dropOffTime: at.toISOString() } })
}, 120_000)
afterAll(() => server.stop())

test('PostgreSQL is an hour or more off', async () => {
  const { rows } = await sql<{ local: string }>`
    select to_char(${TIMES[1]}::timestamptz at time zone ${ZONE}, 'YYYY-MM-DD HH24:MI:SS') as local`.execute(
    server.database.untenanted,
  )
  expect(rows[0]!.local).not.toBe(OF_DAY[0])
  expect(shown(TIMES[1]!)).toBe(`${DAY} 12:10:00 am`)
})

test('the file of packages has the times of the screens', async () => {
  const input = { Columns: ['DropOffTime'], SortColumn: 'DropOffTime', SortDirectionText: 'asc', DateFormat: 'international' }
  const { body } = await server.ask(packages.export, { token, input })
  const lines = String(body).trim().split('\r\n').slice(1)
  expect(lines).toEqual(TIMES.map((at) => `${shown(at)},${ZONE}`))
})

describe('reports have the days and times of the screens:', () => {
  test('Transaction', async () => {
    const [rows] = await report('Transaction')
    expect(rows!.map(({ Time }) => Time)).toEqual(OF_DAY)
    const [sorted] = await rowsOf(
      server,
      { report: 'Transaction', values: { From: '2026-11-09', To: '2026-11-11' }, token },
      'Time',
    )
    expect(sorted).toHaveLength(TIMES.length)
  })

  test('Resident and Resident Usage', async () => {
    const ResidentId = property.people[0]!.residentId
    const [dropped] = await report('Resident', { ResidentId })
    expect(dropped!.map(({ DropOff }) => DropOff).toSorted()).toEqual(OF_DAY)
    const [usage] = await report('ResidentUsage')
    expect(usage!.map(({ Packages }) => Packages)).toEqual([2])
  })

  test('Property Summary, Collection and Trends', async () => {
    const [summary] = await report('PropertySummary')
    expect(summary!.find(({ Bank }) => Bank === 'Mailrooms')).toMatchObject({ DroppedOff: 2 })
    const [days] = await report('Collection')
    expect(days!.map(({ Day }) => Day)).toEqual([DAY])
    const now = new Date(TIMES.at(-1)!.getTime() + MINUTE)
    const { Days } = await property.asTenant(async (db) => {
      await keepDays((work) => work(db), now)
      return readTrends(db, { propertyId: property.propertyId, days: 7, now })
    })
    expect(Days.slice(-3).map(({ Day, DroppedOff }) => [Day, DroppedOff])).toEqual([
      ['2026-11-09', 1],
      [DAY, 2],
      ['2026-11-11', 1],
    ])
  })

  test('Active Packages, and its links', async () => {
    const tables = await rowsOf(server, { report: 'ActivePackages', token })
    expect(tables.flat().map(({ DropOff }) => DropOff)).toEqual(['2026-11-09 23:50:00', ...OF_DAY, '2026-11-11 00:10:00'])
    const [link] = await linksOf(server, { report: 'ActivePackages', token })
    expect(link!.parameterValues.From! <= '2026-11-09').toBe(true)
  })
})

test('the hours of the trends are those of the screens', async () => {
  const { lockerBankId } = property.cabinet
  const now = new Date(START + 60 * MINUTE)
  const { Hours } = await property.asTenant(async (db) => {
    const { organisation_id } = await db.selectFrom('properties').select('organisation_id').executeTakeFirstOrThrow()
    const kept = { organisation_id, property_id: property.propertyId, locker_bank_id: lockerBankId, size: 1 }
    // The first hour of the day, and the last one of the day before, which the period of one day leaves out.
    for (const [hour, occupied] of [
      [START, 1],
      [START - 60 * MINUTE, 3],
    ] as const)
      await db
        .insertInto('locker_hours')
        .values({ ...kept, hour: new Date(hour).toISOString(), occupied, lockers: 4 })
        .execute()
    return readTrends(db, { propertyId: property.propertyId, days: 1, now })
  })
  expect(Hours.flatMap(({ Hour, Sizes }) => Sizes.flatMap(({ Share }) => (Share === null ? [] : [[Hour, Share]])))).toEqual([
    [0, 25],
  ])
})

test('the audit trail is filtered by the days of the screens, and its file has their times', async () => {
  const ids = TIMES.map(() => newId())
  await property.asTenant(async (db) => {
    const { id } = await db.selectFrom('organisations').select('id').executeTakeFirstOrThrow()
    await db
      .insertInto('audit')
      .values(TIMES.map((at, nth) => ({ id: ids[nth]!, organisation_id: id, at, action: 'courier added', actor_name: 'Test' })))
      .execute()
  })
  const input = { FromDay: DAY, UntilDay: DAY }
  const { body } = await server.ask(audit.page, { token, input })
  expect(body.Data.map(({ Id }: { Id: string }) => Id).toSorted()).toEqual(ids.slice(1, 3).toSorted())
  const file = await server.ask(audit.export, { token, input })
  expect(OF_DAY.every((time) => String(file.body).includes(time))).toBe(true)
})

test('a delegate may collect on the days of the screens', async () => {
  const [person] = property.people
  const organisation_id = property.organisationId
  const today = shown(new Date()).slice(0, 10)
  await property.asTenant((db) =>
    db
      .insertInto('resident_delegates')
      .values(
        [today, '2026-01-01'].map((day, nth) => ({
          ...{ id: newId(), organisation_id, property_id: property.propertyId, resident_id: person!.residentId },
          ...{ name: `Delegate ${nth}`, email: '', from_day: day, until_day: day },
          ...{ access_code_encrypted: Buffer.from([nth]), access_code_hash: Buffer.from([nth]) },
        })),
      )
      .execute(),
  )
  const { body } = await server.ask(recipients.quickSearch, {
    token,
    params: { organisationId: organisation_id, term: person!.name },
  })
  expect(body.map(({ Delegates }: { Delegates: string[] }) => Delegates)).toContainEqual(['Delegate 0'])
})
