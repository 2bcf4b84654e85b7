import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { onTwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { dashboards } from '../contract.ts'

let server: TestServer
let riverside: Fixtures
let harbour: Fixtures
/** Bound to the first property. */
let staff: string
onTwoOrganisations(seedFixtures, async (organisations) => {
  ;({ server, riverside, harbour, ofProperty: staff } = organisations)
  const { property, lockerBank, column } = riverside.first.ids
  const place = { property_id: property, locker_bank_id: lockerBank, column_id: column, position: 1 }
  const locker = { ...place, id: newId(), name: 'L 9/ü', size: 2, device_serial: 'SN9' }
  await inOrganisation(server, riverside.organisationId, (db) =>
    db
      .insertInto('lockers')
      .values({ organisation_id: riverside.organisationId, ...locker })
      .execute(),
  )
})

const locker = (name: string, query: Record<string, string> = {}, lockerBankId = riverside.first.ids.lockerBank) =>
  server.ask(dashboards.locker, { token: staff, params: { lockerBankId, name }, query })

describe('reading a locker by its name', () => {
  test('returns no packages and no device by default', async () => {
    expect((await locker('l-RIVERSIDE-1')).body).toEqual({
      Id: riverside.first.ids.locker,
      LockerName: 'L-riverside-1',
      Size: 2,
      LockerType: 'locker',
      LockerMode: 0,
      IsDDAReserved: false,
      StateAsString: 'Occupied',
      IsMapped: true,
      Packages: [],
      Device: null,
    })
  })
  test('returns its packages and its device when requested', async () => {
    const { body } = await locker('L-riverside-1', { includePackageInfo: 'true', includeDeviceInfo: 'true' })
    expect(body.Device).toEqual({ SerialNumber: 'SN-riverside-1', LockerNumber: 'L-riverside-1' })
    expect(body.Packages).toEqual([
      expect.objectContaining({
        Id: riverside.first.ids.package,
        TrackingNumber: 'TN-riverside-1',
        CourierName: 'Courier riverside',
        StatusName: 'In Locker',
        StatusId: 1,
        StatusGroupId: 1,
        ResidentId: riverside.first.ids.resident,
        Name: 'Recipient-riverside-1',
        DroppedAt: expect.any(String),
        ExpiresAt: expect.any(String),
      }),
    ])
  })
  test('returns no expiry for an outbound package', async () => {
    await inOrganisation(server, riverside.organisationId, (db) =>
      db.updateTable('packages').set({ status_id: 24, status_group: 5 }).where('id', '=', riverside.first.ids.package).execute(),
    )
    const { body } = await locker('L-riverside-1', { includePackageInfo: 'true' })
    expect(body.Packages[0]).toMatchObject({ StatusGroupId: 5, ExpiresAt: null, ExpiryTime: null })
  })
  test('accepts a name with any characters', async () => {
    expect((await locker('L 9/ü', { includeDeviceInfo: '1' })).body).toMatchObject({
      StateAsString: 'Available',
      Device: { SerialNumber: 'SN9' },
    })
  })
  test('gives the same 404 for a missing locker and for a bank outside the caller’s scope', async () => {
    const missing = await locker('L-none')
    expect(missing.status).toBe(404)
    const elsewhere = await locker('L-riverside-2', {}, riverside.second.ids.lockerBank)
    expect(elsewhere).toMatchObject({ status: 404, body: missing.body })
    expect(await locker('L-harbour-1', {}, harbour.first.ids.lockerBank)).toMatchObject({ status: 404, body: missing.body })
  })
  test('refuses a flag that is neither true nor false', async () => {
    expect(await locker('L-riverside-1', { includePackageInfo: 'maybe' })).toMatchObject({
      status: 400,
      body: { Field: 'IncludePackageInfo' },
    })
  })
})
