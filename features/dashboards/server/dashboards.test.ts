import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import type { Permission } from '#platform/permissions.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { MAX_INT } from '#platform/wire.ts'
import { dashboards, type SummaryRow } from '../contract.ts'
import { putPackage } from '../testing/cabinet.ts'
import { dashboardFixtures } from '../testing/dashboard-fixtures.ts'
import { cabinet } from './cabinet.ts'

const { there, tokenFor, ofBank } = dashboardFixtures()

const summary = async (token: string, input: object = { pageIndex: 1, pageSize: MAX_INT }) =>
  there.server.ask(dashboards.summary, { token, input })

describe('the summary', () => {
  test('returns the numbers of the rows of every locker bank', async () => {
    const { status, body } = await summary(await tokenFor('organisationmanager'))
    expect(status).toBe(200)
    expect(body.Total).toBe(2)
    expect(body.Data).toEqual([
      {
        PropertyId: there.riverside.properties[0]!.id,
        PropertyName: 'Property 1',
        PropertyTimezoneId: 'Europe/London',
        BuildingId: there.riverside.properties[0]!.buildingId,
        BuildingName: 'Building 1',
        LockerBankId: there.lobby.lockerBankId,
        LockerBankName: 'Bank 1',
        Status: 'OFFLINE',
        LastHeartBeat: null,
        ConfigVersion: 0,
        PublishedVersion: 0,
        Capacity: 12,
        LB_Active: 2,
        LB_Outbound: 1,
        LB_Expired: 1,
        LB_Flagged: 5,
        LB_Available: 1,
        LB_Utilisation: 58,
        MailroomId: there.riverside.properties[0]!.mailroomId,
        MR_Current: 3,
      },
      expect.objectContaining({
        LockerBankName: 'Bank 2',
        Capacity: 2,
        LB_Active: 1,
        LB_Available: 1,
        MailroomId: null,
        MR_Current: 0,
      }),
    ])
  })

  test('shows a bank as ONLINE while its heartbeats come', async () => {
    const token = await tokenFor('organisationmanager')
    const beat = (at: Date) =>
      inOrganisation(there.server, there.riverside.organisationId, (db) =>
        db
          .updateTable('locker_banks')
          .set({ is_online: true, last_heart_beat: at })
          .where('id', '=', there.annex.lockerBankId)
          .execute(),
      )
    const statusNow = async () => (await summary(token)).body.Data[1].Status
    await beat(new Date())
    expect(await statusNow()).toBe('ONLINE')
    await beat(new Date(Date.now() - 95_000))
    expect(await statusNow()).toBe('OFFLINE')
  })

  test('follows every package that is added, changed and removed', async () => {
    const token = await tokenFor('organisationmanager')
    const now = async () => ((await summary(token)).body.Data as SummaryRow[])[1]!
    const before = await now()
    const [at] = there.riverside.properties.slice(1)
    const id = await inOrganisation(there.server, there.riverside.organisationId, (db) =>
      putPackage(
        db,
        {
          organisation_id: there.riverside.organisationId,
          property_id: at!.id,
          building_id: at!.buildingId,
          locker_bank_id: there.annex.lockerBankId,
          locker_id: there.annex.lockers.A1!,
        },
        'InLocker',
      ),
    )
    expect(await now()).toMatchObject({ LB_Active: before.LB_Active + 1, LB_Available: 0, LB_Utilisation: 100 })
    await inOrganisation(there.server, there.riverside.organisationId, (db) =>
      db.updateTable('packages').set({ locker_id: null, status_id: 8, status_group: 2 }).where('id', '=', id).execute(),
    )
    expect(await now()).toEqual(before)
  })

  test('returns one page of the requested size, up to the largest integer', async () => {
    const token = await tokenFor('organisationmanager')
    const second = await summary(token, { pageIndex: 2, pageSize: 1 })
    expect(second.body.Data.map((row: SummaryRow) => row.LockerBankName)).toEqual(['Bank 2'])
    expect((await summary(token, { pageIndex: 1, pageSize: MAX_INT + 1 })).status).toBe(400)
    expect((await summary(token, { pageIndex: MAX_INT, pageSize: MAX_INT })).body.Data).toEqual([])
  })

  test('sorts by any column and filters by property or by what needs attention', async () => {
    const token = await tokenFor('organisationmanager')
    const banks = async (more: object) => {
      const { status, body } = await summary(token, { pageIndex: 1, pageSize: MAX_INT, ...more })
      return status === 200 ? body.Data.map((row: SummaryRow) => row.LockerBankName) : body.Message
    }
    expect(await banks({ sortColumn: 'LB_Expired', sortDirectionText: 'desc' })).toEqual(['Bank 1', 'Bank 2'])
    expect(await banks({ sortColumn: 'LB_Expired', sortDirectionText: 'asc' })).toEqual(['Bank 2', 'Bank 1'])
    expect(await banks({ sortColumn: 'PropertyName', sortDirectionText: 'DESC' })).toEqual(['Bank 2', 'Bank 1'])
    expect(await banks({ propertyId: there.riverside.properties[1]!.id })).toEqual(['Bank 2'])
    expect(await banks({ attention: 'expired' })).toEqual(['Bank 1'])
    expect(await banks({ attention: 'flagged' })).toEqual(['Bank 1'])
    expect(await banks({ attention: 'offline' })).toEqual(['Bank 1', 'Bank 2'])
    expect(await banks({ attention: 'bored' })).toBe('Attention is one of offline, expired, flagged.')
  })

  test('contains the caller’s own properties and organisation only', async () => {
    const banks = async (token: string, input?: object) =>
      ((await summary(token, input)).body.Data as SummaryRow[]).map((row) => row.LockerBankName)
    expect(await banks(await tokenFor('mailroomstaff'))).toEqual(['Bank 1'])
    expect(await banks(await tokenFor('organisationmanager', 'harbour'))).toEqual(['Bank 1'])
    const elsewhere = { pageIndex: 1, pageSize: MAX_INT, organisationId: there.harbour.organisationId }
    expect((await summary(await tokenFor('organisationmanager'), elsewhere)).status).toBe(403)
    expect(await banks(await tokenFor('superadmin'), elsewhere)).toEqual(['Bank 1'])
  })
})

describe('one locker bank', () => {
  test('counts its lockers by size and visual category', async () => {
    const { body } = await ofBank('lockerSummary', await tokenFor('mailroomstaff'), there.lobby.lockerBankId)
    const none = { Available: 0, Occupied: 0, Dirty: 0, OutOfService: 0, Disabled: 0 }
    expect(body).toEqual([
      { ...none, Size: 'XS', Available: 1, Occupied: 1, All: 2 },
      { ...none, Size: 'S', Occupied: 3, Dirty: 1, OutOfService: 1, Disabled: 2, All: 7 },
      { ...none, Size: 'L', Occupied: 3, All: 3 },
    ])
  })

  test('counts its packages by the size of their locker, those on hold under All only', async () => {
    const { body } = await ofBank('packageSummary', await tokenFor('mailroomstaff'), there.lobby.lockerBankId)
    const none = { Active: 0, Outbound: 0, Expired: 0, Missing: 0, WrongRecipient: 0, Unconfirmed: 0, Pending: 0 }
    expect(body).toEqual([
      { ...none, Size: 'XS', Unconfirmed: 1, WrongRecipient: 1, All: 2 },
      { ...none, Size: 'S', Active: 2, Expired: 1, All: 4 },
      { ...none, Size: 'L', Missing: 1, Pending: 1, Outbound: 1, All: 3 },
    ])
  })

  test('agrees with its row in the summary', async () => {
    const token = await tokenFor('organisationmanager')
    const line = ((await summary(token)).body.Data as SummaryRow[])[0]!
    const sum = (rows: Record<string, number>[], ...names: string[]) =>
      rows.flatMap((row) => names.map((name) => row[name]!)).reduce((all, one) => all + one, 0)
    const lockers = (await ofBank('lockerSummary', token, there.lobby.lockerBankId)).body
    const packages = (await ofBank('packageSummary', token, there.lobby.lockerBankId)).body
    expect(line.Capacity).toBe(sum(lockers, 'All'))
    expect(line.LB_Available).toBe(sum(lockers, 'Available'))
    expect(line.LB_Active + line.LB_Outbound + line.LB_Expired + line.LB_Flagged).toBe(sum(packages, 'All'))
  })

  test('contains the packages behind each door', async () => {
    const { body } = await ofBank('layout', await tokenFor('mailroomstaff'), there.lobby.lockerBankId)
    expect(body.map((column: { ColumnName: string }) => column.ColumnName)).toEqual(['Column1'])
    const [{ LockerCollection }] = body
    expect(LockerCollection.map((locker: { LockerName: string }) => locker.LockerName)).toEqual(Object.keys(there.lobby.lockers))
    const at = { DroppedAt: expect.stringMatching(/Z$/) }
    expect(LockerCollection[1]).toMatchObject({
      LockerState: 'Occupied',
      Packages: [
        { StatusId: 1, ...at },
        { StatusId: 1, ...at },
      ],
    })
    expect(LockerCollection[12]).toMatchObject({ LockerState: 'Available', IsDeviceAssociated: false, Packages: [] })
  })

  test('contains recipients only for callers who may see packages or residents', async () => {
    const recipientsFor = (...permissions: Permission[]) =>
      inOrganisation(there.server, there.riverside.organisationId, async (db) => {
        const [column] = await cabinet(db, there.lobby.lockerBankId, new Set(permissions))
        return column!.LockerCollection[1]!.Packages.map(({ Recipient, UnitNumber }) => [Recipient, UnitNumber])
      })
    const nobody = [null, null]
    const ada = ['Ada Resident', '4B']
    expect(await recipientsFor('ViewLockerBankDashboard')).toEqual([nobody, nobody])
    expect(await recipientsFor('ViewLockerBankDashboard', 'ViewPackage')).toEqual([ada, ada])
    expect(await recipientsFor('ViewLockerBankDashboard', 'ViewResident')).toEqual([ada, ada])
    const { body } = await ofBank('layout', await tokenFor('mailroomstaff'), there.lobby.lockerBankId)
    expect(body[0].LockerCollection[1].Packages[0]).toMatchObject({ Recipient: 'Ada Resident', UnitNumber: '4B' })
  })

  test('is 404 in another property or organisation', async () => {
    for (const op of ['lockerSummary', 'packageSummary', 'layout'] as const) {
      expect((await ofBank(op, await tokenFor('mailroomstaff'), there.annex.lockerBankId)).status).toBe(404)
      expect((await ofBank(op, await tokenFor('superadmin', 'harbour'), there.lobby.lockerBankId)).status).toBe(404)
    }
  })
})

test('the summary reads counters only: it works while packages and lockers cannot be read', async () => {
  const token = await tokenFor('organisationmanager')
  await withConnection(there.server.store.ownerUrl, async (client) => {
    await client.query('begin; lock table packages, package_history, lockers in access exclusive mode')
    expect((await summary(token)).status).toBe(200)
    await client.query('rollback')
  })
})
