import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { type OrganisationFixtures, seedOrganisation } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { event, mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { newId } from '#platform/ids.ts'
import { type PackageFixtures, seedPackageFixtures } from './fixtures.ts'

export type KioskFixtures = {
  readonly server: TestServer
  readonly organisation: OrganisationFixtures
  readonly fixtures: PackageFixtures
  /** Its kiosk as an MQTT client. */
  readonly kiosk: Awaited<ReturnType<typeof mqttKiosk>>
}

/** Starts one server for the tests of a file and calls `use` with it and a new bank with a kiosk before each test. */
export function eachWithKioskFixtures(use: (fixtures: KioskFixtures) => unknown): void {
  eachOnServer(async (server, nth) => {
    const organisation = await seedOrganisation(server, `riverside${nth}`)
    const fixtures = await seedPackageFixtures(server, organisation, 0)
    const kiosk = await mqttKiosk(server, fixtures.cabinet.lockerBankId, fixtures.cabinet.secret)
    use({ server, organisation, fixtures, kiosk })
    return () => kiosk.client.end(true)
  })
}

/** The event of a delivery into a locker; by default for the first resident by a delivering agent. */
export const droppedOffIn = ({ people, agents }: PackageFixtures, LockerId: string, more: object = {}) =>
  event({
    Kind: 'dropped-off',
    PackageId: newId(),
    LockerId,
    ReservationId: newId(),
    Purpose: 'delivery',
    DoorClosed: true,
    By: { Kind: 'agent', Id: agents[6] },
    ResidentId: people[0]!.residentId,
    RecipientName: people[0]!.name,
    UnitNumber: people[0]!.unitNumber,
    TrackingNumber: '1Z999',
    ...more,
  })
