import { inOrganisation, type OrganisationFixtures } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { groupIdOf, placeOf, STATUS_NAMES, STATUSES } from '#features/package-statuses/statuses.ts'
import { newId } from '#platform/ids.ts'
import type { PackageFixtures } from './fixtures.ts'

/** Pseudo-random numbers from 0 below `n`; the seed makes failures reproducible. */
export function seededNumbers(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

export const T0 = Date.parse('2026-03-02T09:00:00Z')
const NAMES = ['Ada Lovelace', 'Ben 50% Off', 'Cleo_Patra', 'Di Ng', 'Ng Wu', "Eve O'Neil"]

/**
 * Inserts packages with every status, spread over the properties. Several share one drop-off time; each locker holds one package.
 */
export async function insertPackages(
  server: TestServer,
  organisation: OrganisationFixtures,
  properties: readonly PackageFixtures[],
  count: number,
  seed = 1,
) {
  const next = seededNumbers(seed)
  const free = properties.map((fixtures) => Object.values(fixtures.cabinet.lockers))
  const rows = Array.from({ length: count }, (_, i) => {
    const h = next(properties.length)
    const fixtures = properties[h]!
    const drawn = STATUS_NAMES[next(STATUS_NAMES.length)]!
    const locker = ['locker', 'either'].includes(placeOf(drawn)) ? free[h]!.pop() : undefined
    const status = placeOf(drawn) === 'locker' && !locker ? 'CollectedbyRecipient' : drawn
    const isGone = placeOf(status) === 'none'
    const atBank = locker !== undefined || (isGone && next(2) === 0)
    return {
      organisation_id: organisation.organisationId,
      id: newId(),
      property_id: fixtures.propertyId,
      building_id: fixtures.buildingId,
      resident_id: next(2) ? fixtures.people[next(fixtures.people.length)]!.residentId : null,
      courier_id: fixtures.courierId,
      locker_bank_id: atBank ? fixtures.cabinet.lockerBankId : null,
      locker_id: isGone ? null : (locker ?? null),
      mailroom_id: atBank ? null : fixtures.mailroomId,
      package_number: `PN${seed}-${i}`,
      tracking_number: `1Z${String(next(1000)).padStart(3, '0')}${'AB'[next(2)]}`,
      recipient_name: NAMES[next(NAMES.length)]!,
      unit_number: ['1a', '12A', '12B', '3'][next(4)]!,
      status_id: STATUSES[status].id,
      status_group: groupIdOf(status),
      drop_off_time: new Date(T0 + Math.floor(i / 3) * 1000).toISOString(),
      last_transaction_at: new Date(T0).toISOString(),
    }
  })
  await inOrganisation(server, organisation.organisationId, (db) => db.insertInto('packages').values(rows).execute())
  return rows
}
export type InsertedPackage = Awaited<ReturnType<typeof insertPackages>>[number]
