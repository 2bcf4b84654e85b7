import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { NOTICE_TYPES } from '#features/notification-templates/types.ts'
import type { StatusName } from '#features/package-statuses/statuses.ts'
import { changePackages } from '#features/packages/server/api.ts'
import { expireDue } from '#features/packages/server/expiry/expire.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { reports } from '../contract.ts'
import type { ReportName } from '../reports.ts'
import { type Row, rowsOf as readRows } from '../testing/read-report.ts'

const HOUR = 3_600_000
let server: TestServer
let organisation: OrganisationFixtures
let first: PackageFixtures
let second: PackageFixtures
let token: string

/** A package of the first property that was dropped off so many hours ago and, where given, collected later. */
async function add(property: PackageFixtures, { hoursAgo, person = 0, locker, collectedAfter }: Added): Promise<string> {
  const at = new Date(Date.now() - hoursAgo * HOUR)
  const id = await property.add(property.people[person]!, { at, ...(locker && property.intoLocker(locker)) })
  if (collectedAfter === undefined) return id
  const status: StatusName = 'CollectedbyRecipient'
  await property.asTenant((db) =>
    changePackages(db, {
      packageIds: [id],
      newStatus: status,
      channel: 'detail',
      actor: { id: null, name: 'Test' },
      details: {},
      at: new Date(at.getTime() + collectedAfter * HOUR),
    }),
  )
  return id
}
type Added = { hoursAgo: number; person?: number; locker?: string; collectedAfter?: number }

beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  first = await seedPackageFixtures(server, organisation, 0)
  second = await seedPackageFixtures(server, organisation, 1)
  token = await tokenOf(server, 'organisationmanager', 'riverside')
  await add(first, { hoursAgo: 72, person: 0, collectedAfter: 2 })
  await add(first, { hoursAgo: 71, person: 0, collectedAfter: 6 })
  await add(first, { hoursAgo: 50, person: 1, locker: 'L1' })
  await add(first, { hoursAgo: 3, person: 2 })
  await add(second, { hoursAgo: 2, person: 0 })
})
afterAll(() => server.stop())

const rowsOf = (report: ReportName, values: object = {}, reader = token) => readRows(server, { report, values, token: reader })
const only = (rows: readonly Row[], ...columns: string[]) => rows.map((row) => columns.map((column) => row[column]))

describe('the contents of', () => {
  test('Transaction: each change in its order, with the status before it', async () => {
    const [rows] = await rowsOf('Transaction', { PropertyIds: [first.propertyId] })
    expect(only(rows!, 'Unit', 'FromStatus', 'ToStatus', 'Place', 'By')).toEqual([
      ['101A', '', 'In Mailroom', 'Mailroom 1', 'Test'],
      ['101A', '', 'In Mailroom', 'Mailroom 1', 'Test'],
      ['101A', 'In Mailroom', 'Collected by Recipient', 'Mailroom 1', 'Test'],
      ['101A', 'In Mailroom', 'Collected by Recipient', 'Mailroom 1', 'Test'],
      ['102A', '', 'In Locker', 'Lobby 1 · L1', 'Agent 6'],
      ['103A', '', 'In Mailroom', 'Mailroom 1', 'Test'],
    ])
    const [ofGroup] = await rowsOf('Transaction', { StatusGroups: ['2'] })
    expect(ofGroup).toHaveLength(4)
  })

  test('Tenants: who lives where, without those who have moved out', async () => {
    const [before] = await rowsOf('Tenants')
    expect(only(before!, 'group', 'Unit').slice(0, 2)).toEqual([
      ['Property 1 · Building 1', '101A'],
      ['Property 1 · Building 1', '102A'],
    ])
    expect(before).toHaveLength(8)
    const moved = first.people[3]!.residentId
    const setOccupancy = (occupancy_status: number) =>
      inOrganisation(server, organisation.organisationId, (db) =>
        db.updateTable('residents').set({ occupancy_status }).where('id', '=', moved).execute(),
      )
    await setOccupancy(3)
    expect((await rowsOf('Tenants'))[0]).toHaveLength(7)
    await setOccupancy(1)
  })

  test('ResidentUsage: packages, median time to collection and share of expired ones', async () => {
    const [rows] = await rowsOf('ResidentUsage')
    expect(only(rows!, 'Unit', 'Packages', 'Hours', 'Reminders', 'Expired')).toEqual([
      ['101A', 2, 4, 0, 0],
      ['102A', 1, null, 0, 0],
      ['103A', 1, null, 0, 0],
      ['201A', 1, null, 0, 0],
    ])
  })

  test('ResidentUsage: the reminders that were sent for packages of the period', async () => {
    const id = await add(second, { hoursAgo: 30, person: 1 })
    await inOrganisation(server, organisation.organisationId, async (db) => {
      const row = { organisation_id: organisation.organisationId, package_id: id, property_id: second.propertyId }
      // The first reminder by e-mail and SMS.
      const sent = [
        { medium_id: 1, status: 'Sent', nth: 1 },
        { medium_id: 2, status: 'Delivered', nth: 1 },
        { medium_id: 1, status: 'Delivered', nth: 2 },
        { medium_id: 1, status: 'Failed', nth: 3 },
      ] as const
      for (const { nth, ...reminder } of sent)
        await db
          .insertInto('notices')
          .values({
            ...row,
            ...reminder,
            id: newId(),
            event_key: `reminder ${nth}`,
            address: '',
            type_id: NOTICE_TYPES.reminder.id,
            due_at: new Date(),
          })
          .execute()
    })
    const [rows] = await rowsOf('ResidentUsage', { PropertyIds: [second.propertyId] })
    expect(only(rows!, 'Unit', 'Reminders')).toContainEqual(['202A', 2])
    await inOrganisation(server, organisation.organisationId, (db) =>
      db.deleteFrom('notices').where('package_id', '=', id).execute(),
    )
  })

  test('Resident: the packages of one person, and their changes', async () => {
    const [held, changes] = await rowsOf('Resident', { ResidentId: first.people[0]!.residentId })
    expect(only(held!, 'Status', 'Hours')).toEqual([
      ['Collected by Recipient', 6],
      ['Collected by Recipient', 2],
    ])
    expect(changes).toHaveLength(4)
  })

  test('PropertySummary: banks and mailrooms together have every package of the charts', async () => {
    const [rows] = await rowsOf('PropertySummary', { PropertyIds: [first.propertyId] })
    expect(only(rows!, 'Bank', 'Capacity', 'Occupied', 'Utilisation', 'DroppedOff', 'Collected', 'Hours')).toEqual([
      ['Lobby 1', 10, 1, 10, 1, 0, null],
      ['Mailrooms', null, null, null, 3, 2, 4],
    ])
    const [ofBank] = await rowsOf('PropertySummary', { LockerBankIds: [first.cabinet.lockerBankId] })
    expect(only(ofBank!, 'Bank')).toEqual([['Lobby 1']])
  })

  test('PropertySummary: a package that expired in its locker, was moved and was edited has expired once, at the bank of its drop-off', async () => {
    const other = await seedPackageFixtures(server, await seedOrganisation(server, 'harbour'), 0)
    const reader = await tokenOf(server, 'organisationmanager', 'harbour')
    const id = await other.add(other.people[0]!, { at: new Date(Date.now() - 20 * 24 * HOUR), ...other.intoLocker('L1') })
    await other.asTenant((db) => expireDue(db, { now: new Date() }))
    await other.asTenant((db) =>
      changePackages(db, {
        packageIds: [id],
        newStatus: 'ExpiredInMailroom',
        channel: 'detail',
        actor: { id: null, name: 'Test' },
        details: { mailroomId: other.mailroomId },
        at: new Date(),
      }),
    )
    const edited = (await other.historyOf(id)).at(-1)!
    await other.asTenant((db) =>
      db
        .insertInto('package_history')
        .values({ ...edited, id: newId(), at: new Date() })
        .execute(),
    )
    const [rows] = await rowsOf('PropertySummary', { PropertyIds: [other.propertyId] }, reader)
    expect(only(rows!, 'Bank', 'DroppedOff', 'Expired')).toEqual([
      ['Lobby 1', 1, 1],
      ['Mailrooms', 0, 0],
    ])
    // Its past is shown without its lockers, which are gone.
    await other.asTenant((db) =>
      db.updateTable('locker_banks').set({ deleted_at: new Date() }).where('id', '=', other.cabinet.lockerBankId).execute(),
    )
    const [later] = await rowsOf('PropertySummary', { LockerBankIds: [other.cabinet.lockerBankId] }, reader)
    expect(only(later!, 'Bank', 'Capacity', 'DroppedOff', 'Expired')).toEqual([['Lobby 1', 0, 1, 1]])
  })

  test('Collection: by whom and how fast', async () => {
    const [rows] = await rowsOf('Collection')
    const sum = (column: string) => rows!.reduce((total, row) => total + Number(row[column]), 0)
    expect(['Resident', 'Delegate', 'Staff', 'Total', 'TakenBack'].map(sum)).toEqual([0, 0, 2, 2, 0])
    // Days without a collection are rows too.
    expect(rows).toHaveLength(30)
    const idle = rows!.filter(({ Total }) => Total === 0)
    expect(idle.length).toBeGreaterThanOrEqual(28)
    expect(new Set(idle.map(({ Hours }) => Hours))).toEqual(new Set([null]))
  })

  test('names and units are sorted as the lists of residents and packages sort them', async () => {
    const other = await seedPackageFixtures(server, await seedOrganisation(server, 'quay'), 0)
    const reader = await tokenOf(server, 'organisationmanager', 'quay')
    const sorted = [
      ['Ada 2', '9'],
      ['ada 10', '104'],
      ['àlice B', '1005'],
      ['Andrei C', 'A2'],
      ['Zoë D', 'a10'],
      ['Ёлка E', 'B1'],
    ] as const
    await other.asTenant((db) => db.updateTable('residents').set({ deleted_at: new Date() }).execute())
    for (const [name, unitNumber] of sorted.toReversed()) {
      const [first_name = '', last_name = ''] = name.split(' ')
      const person = { ...other.people[0]!, residentId: newId(), name, unitNumber }
      const home = { property_id: other.propertyId, building_id: other.buildingId, unit_number: unitNumber }
      await other.asTenant((db) =>
        db
          .insertInto('residents')
          .values({ organisation_id: other.organisationId, id: person.residentId, ...home, first_name, last_name })
          .execute(),
      )
      await other.add(person)
    }
    const [names, units] = [0, 1].map((at) => sorted.map((one) => one[at as 0 | 1]))
    for (const report of ['Tenants', 'ResidentUsage', 'Transaction', 'ActivePackages'] as const) {
      const source = { report, token: reader }
      const by = async (column: string) => (await readRows(server, source, `${column}:asc`))[0]!.map((row) => row[column])
      expect([report, await by('Resident')]).toEqual([report, names])
      expect([report, await by('Unit')]).toEqual([report, units])
    }
    const clientId = (await server.ask(reports.register, { token: reader, input: {} })).body.clientId as string
    const { body } = await server.ask(reports.parameters, { token: reader, params: { clientId }, input: { Report: 'Resident' } })
    expect(body[0].availableValues.map(({ name }: { name: string }) => name.split(',')[0])).toEqual(names)
  })

  test('ActivePackages: what is there now, by place', async () => {
    const [rows] = await rowsOf('ActivePackages', { PropertyIds: [first.propertyId] })
    expect(only(rows!, 'group', 'Unit', 'Status', 'Locker', 'Age')).toEqual([
      ['Lobby 1', '102A', 'In Locker', 'L1', 2],
      ['Mailroom 1', '103A', 'In Mailroom', '', 0],
    ])
  })
})
