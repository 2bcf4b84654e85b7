import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { onTwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { layouts } from '../contract.ts'

let server: TestServer
let riverside: Fixtures
let harbour: Fixtures
/** Bound to the first property. */
let staff: string
onTwoOrganisations(seedFixtures, async (organisations) => {
  ;({ server, riverside, harbour, ofProperty: staff } = organisations)
  const { property, lockerBank, column } = riverside.first.ids
  const ofBank = { organisation_id: riverside.organisationId, property_id: property, locker_bank_id: lockerBank }
  const second = newId()
  await inOrganisation(server, riverside.organisationId, async (db) => {
    await db
      .insertInto('locker_columns')
      .values({ ...ofBank, id: second, position: 1, name: 'Column2' })
      .execute()
    const lockers = [
      { name: 'Dirty', column_id: column, position: 1, condition: 'dirty', locker_mode: 1 },
      { name: 'T1', column_id: second, position: 1, locker_type: 'terminal', size: 4 },
      { name: 'L 9/ü', column_id: second, position: 0, is_dda_reserved: true, device_serial: 'SN9' },
    ] as const
    for (const locker of lockers)
      await db
        .insertInto('lockers')
        .values({ ...ofBank, id: newId(), size: 2, ...locker })
        .execute()
  })
})

const read = (lockerBankId: string) => server.ask(layouts.read, { token: staff, params: { lockerBankId } })

describe('reading a layout', () => {
  test('returns columns and lockers in order, with state and device, and the ETag', async () => {
    const { body, headers } = await read(riverside.first.ids.lockerBank)
    expect(headers.etag).toBe('"0"')
    type Locker = { LockerName: string; LockerState: string }
    expect(body.map((c: { ColumnName: string; LockerCollection: Locker[] }) => [c.ColumnName, c.LockerCollection])).toEqual([
      [
        'Column1',
        [
          {
            Id: riverside.first.ids.locker,
            LockerName: 'L-riverside-1',
            Size: 2,
            LockerType: 'locker',
            LockerMode: 0,
            IsDDAReserved: false,
            LockerState: 'Occupied',
            IsDeviceAssociated: true,
          },
          expect.objectContaining({ LockerName: 'Dirty', LockerState: 'Dirty', LockerMode: 1, IsDeviceAssociated: false }),
        ],
      ],
      [
        'Column2',
        [
          expect.objectContaining({
            LockerName: 'L 9/ü',
            LockerState: 'Available',
            IsDDAReserved: true,
            IsDeviceAssociated: true,
          }),
          expect.objectContaining({ LockerName: 'T1', LockerType: 'terminal', Size: 4 }),
        ],
      ],
    ])
  })
  test('gives the same 404 for a bank that is missing, foreign or outside the caller’s scope', async () => {
    const missing = await read(newId())
    expect(missing.status).toBe(404)
    expect(await read(harbour.first.ids.lockerBank)).toMatchObject({ status: 404, body: missing.body })
    expect(await read(riverside.second.ids.lockerBank)).toMatchObject({ status: 404, body: missing.body })
  })
})

test('returns the locker types with their sizes', async () => {
  const { body } = await server.ask(layouts.lockerTypes, { token: staff })
  const labels = (i: number) => body[i].Sizes.map((size: { Value: number; Label: string }) => `${size.Label} ${size.Value}`)
  expect(body.map((type: { Id: string }) => type.Id)).toEqual(['locker', 'terminal'])
  expect(labels(0)).toEqual(['XS 1', 'S 2', 'M 3', 'ML 4', 'L 5', 'XL 6', 'XXL 12'])
  expect(labels(1)).toEqual(['XXS 2', 'XS 3', 'S 4', 'M 5', 'L 6'])
})
