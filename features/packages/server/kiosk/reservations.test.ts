import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrganisationFixtures, seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { makeCabinet } from '#features/dashboards/testing/cabinet.ts'
import { newId } from '#platform/ids.ts'
import { seedPackageFixtures } from '../testing/fixtures.ts'
import { RESERVATION_MINUTES, releaseReservation, reserveLocker } from './reservations.ts'

let server: TestServer
let organisation: OrganisationFixtures
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
})
afterAll(() => server.stop())

const NOW = new Date('2026-03-02T09:00:00Z')
const LATER = new Date(NOW.getTime() + RESERVATION_MINUTES * 60_000 + 1)
const small = { size: 2, isOutbound: false, needsAccessible: false, keepsAccessible: true }
/** Runs as the kiosk's tenant in its own transaction. */
const inBank = <T>(work: Parameters<typeof server.database.inTenant<T>>[1]) =>
  server.database.inTenant({ organisationId: organisation.organisationId, propertyIds: [organisation.properties[0]!.id] }, work)
const reserve = (lockerBankId: string, { requirement = small, reservationId = newId(), now = NOW } = {}) =>
  inBank((db) => reserveLocker(db, { lockerBankId, reservationId, requirement, now }))

describe('a reservation', () => {
  test('gives each of twenty lockers to one of fifty concurrent calls', async () => {
    const { cabinet } = await seedPackageFixtures(server, organisation, 0, { lockers: 20 })
    const reservations = await Promise.all(Array.from({ length: 50 }, () => reserve(cabinet.lockerBankId)))
    const lockers = reservations.flatMap((locker) => locker?.lockerId ?? [])
    expect(lockers).toHaveLength(20)
    expect(new Set(lockers).size).toBe(20)
    expect(await reserve(cabinet.lockerBankId)).toBeNull()
    const again = await Promise.all(Array.from({ length: 25 }, () => reserve(cabinet.lockerBankId, { now: LATER })))
    expect(new Set(again.flatMap((locker) => locker?.lockerId ?? [])).size).toBe(20)
  })

  test('takes the smallest fitting locker in working order, an accessible one only when it is needed', async () => {
    const { lockerBankId } = await makeCabinet(server, organisation, 0, {
      L1: { size: 'large' },
      L2: { size: 'small', condition: 'dirty' },
      L3: { size: 'small', isMapped: false },
      L4: { size: 'small', holds: ['InLocker'] },
      L5: { size: 'small', mode: 2 },
      L6: { size: 'medium' },
      L7: { size: 'medium' },
    })
    await inBank((db) =>
      db
        .updateTable('lockers')
        .set({ is_dda_reserved: true })
        .where('locker_bank_id', '=', lockerBankId)
        .where('name', '=', 'L7')
        .execute(),
    )
    expect(await reserve(lockerBankId, { requirement: { ...small, needsAccessible: true } })).toMatchObject({
      lockerName: 'L7',
      serialNumber: 'SN-L7',
    })
    expect(await reserve(lockerBankId)).toMatchObject({ lockerName: 'L6' })
    expect(await reserve(lockerBankId, { requirement: { ...small, size: 4 } })).toMatchObject({ lockerName: 'L1' })
    expect(await reserve(lockerBankId)).toBeNull()
    expect(await reserve(lockerBankId, { requirement: { ...small, isOutbound: true } })).toMatchObject({ lockerName: 'L5' })
  })

  test('returns the same locker when repeated, and ends when it is released or expires', async () => {
    const { lockerBankId } = await makeCabinet(server, organisation, 0, { L1: {}, L2: {} })
    const [reservationId, other] = [newId(), newId()]
    const own = await reserve(lockerBankId, { reservationId })
    expect(own).toMatchObject({ lockerName: 'L1', until: '2026-03-02T09:15:00.000Z' })
    expect(await reserve(lockerBankId, { reservationId })).toEqual(own)
    expect(await reserve(lockerBankId, { reservationId: other })).toMatchObject({ lockerName: 'L2' })
    await inBank((db) => releaseReservation(db, lockerBankId, reservationId))
    await inBank((db) => releaseReservation(db, lockerBankId, reservationId))
    expect(await reserve(lockerBankId)).toMatchObject({ lockerName: 'L1' })
    expect(await reserve(lockerBankId)).toBeNull()
    expect(await reserve(lockerBankId, { now: LATER })).toMatchObject({ lockerName: 'L1' })
  })
})
