import { inOrganisation, type OrganisationFixtures } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { makeCabinet } from '#features/dashboards/testing/cabinet.ts'
import type { Change } from '#features/live/server/api.ts'
import { newId } from '#platform/ids.ts'
import { addPackage, type NewPackage } from '../changes/add.ts'
import type { Recipient } from '../changes/recipient.ts'

export type PackageFixtures = Awaited<ReturnType<typeof seedPackageFixtures>>

/**
 * Adds a locker bank, residents, a courier and an agent of each role to a property of the fixtures, with functions that add
 * packages.
 */
export async function seedPackageFixtures(
  server: TestServer,
  organisation: OrganisationFixtures,
  at = 0,
  { lockers = 10, residents = 4 } = {},
) {
  const { id: propertyId, buildingId, mailroomId } = organisation.properties[at]!
  const organisation_id = organisation.organisationId
  const channels = Object.fromEntries(Array.from({ length: lockers }, (_, i) => [`L${i + 1}`, {}]))
  const cabinet = await makeCabinet(server, organisation, at, channels, { name: `Lobby ${at + 1}` })
  const courierId = newId()
  const agents = { 6: newId(), 7: newId(), 9: newId() }
  const people = Array.from({ length: residents }, (_, i): Recipient & { residentId: string } => ({
    residentId: newId(),
    name: `${['Ada', 'Ben', 'Cleo', 'Dev'][i % 4]} Resident${i + 1}`,
    unitNumber: `${at + 1}0${i + 1}A`,
    email: '',
    mobilePhone: '',
    buildingId,
  }))
  await inOrganisation(server, organisation_id, async (db) => {
    await db.insertInto('couriers').values({ organisation_id, id: courierId, name: 'Swift', sort_order: 1 }).execute()
    for (const [role, id] of Object.entries(agents)) {
      const role_id = Number(role)
      const name = { first_name: 'Agent', last_name: role, email: '' }
      await db
        .insertInto('agents')
        .values({ organisation_id, id, courier_id: courierId, role_id, ...name })
        .execute()
      await db.insertInto('agent_properties').values({ organisation_id, agent_id: id, property_id: propertyId }).execute()
    }
    for (const { residentId, name, unitNumber } of people) {
      const [first_name = '', last_name = ''] = name.split(' ')
      const home = { property_id: propertyId, building_id: buildingId, unit_number: unitNumber }
      await db
        .insertInto('residents')
        .values({ organisation_id, id: residentId, ...home, first_name, last_name })
        .execute()
    }
  })

  const changes: Change[] = []
  const draft = (recipient: Recipient, more: Partial<NewPackage>): NewPackage => ({
    organisationId: organisation_id,
    id: newId(),
    propertyId,
    buildingId,
    recipient,
    courierId,
    agentId: null,
    trackingNumber: `1Z${newId().slice(-12).toUpperCase()}`,
    status: 'InMailroom',
    channel: 'detail',
    details: { mailroomId },
    actor: { id: null, name: 'Test' },
    at: new Date(),
    ...more,
  })
  const intoLocker = (locker: string, agentRole: 6 | 7 = 6): Partial<NewPackage> => ({
    status: 'InLocker',
    channel: agentRole === 6 ? 'kiosk-agent6' : 'kiosk-agent7',
    agentId: agents[agentRole],
    actor: { id: agents[agentRole], name: `Agent ${agentRole}` },
    details: { locker: { id: cabinet.lockers[locker]!, lockerBankId: cabinet.lockerBankId } },
  })
  /** Adds a package in its own transaction; returns its id. */
  async function add(recipient: Recipient, more: Partial<NewPackage> = {}): Promise<string> {
    const added = draft(recipient, more)
    const { affected } = await inOrganisation(server, organisation_id, (db) => addPackage(db, added))
    changes.push(...affected)
    return added.id
  }
  const asTenant = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, organisation_id, work)
  return {
    organisation,
    propertyId,
    buildingId,
    mailroomId,
    cabinet,
    courierId,
    agents,
    people,
    changes,
    draft,
    intoLocker,
    add,
    asTenant,
    organisationId: organisation_id,
    packageRow: (id: string) =>
      asTenant((db) => db.selectFrom('packages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
    historyOf: (id: string) =>
      asTenant((db) => db.selectFrom('package_history').selectAll().where('package_id', '=', id).orderBy('id').execute()),
  }
}
