import type { Db } from '#platform/server/postgres/db.ts'
import { demoId } from './ids.ts'
import type { DemoOrganisation } from './organisations.ts'

/** Puts an organisation with its regions, properties, buildings and mailrooms into the database. */
export async function insertStructure(db: Db, organisation: DemoOrganisation): Promise<void> {
  const organisation_id = organisation.id
  const { properties } = organisation
  await db
    .insertInto('organisations')
    .values({
      id: organisation_id,
      name: organisation.name,
      system_name: organisation.systemName,
      description: organisation.description,
      time_zone: organisation.timeZone,
      culture: organisation.culture,
      is_super_admin: organisation.isSuperAdmin,
    })
    .execute()
  await db
    .insertInto('regions')
    .values(organisation.regions.map((name) => ({ organisation_id, id: demoId('region', name), name })))
    .execute()
  await db
    .insertInto('properties')
    .values(
      properties.map(({ id, name, code, timeZone, address, region }) => ({
        organisation_id,
        id,
        name,
        external_code: code,
        time_zone: timeZone,
        address,
        region_id: demoId('region', region),
      })),
    )
    .execute()
  await db
    .insertInto('property_settings')
    .values(
      properties.flatMap(({ id: property_id, expiry }) => [
        { organisation_id, property_id, name: 'PackageExpiryPeriod', value: String(expiry.locker) },
        { organisation_id, property_id, name: 'MailroomPackageExpiryPeriod', value: String(expiry.mailroom) },
      ]),
    )
    .execute()
  const buildings = properties.flatMap((property) =>
    property.buildings.map((building) => ({ ...building, property_id: property.id })),
  )
  await db
    .insertInto('buildings')
    .values(buildings.map(({ id, property_id, name, address }) => ({ organisation_id, id, property_id, name, address })))
    .execute()
  await db
    .insertInto('mailrooms')
    .values(
      buildings.flatMap(({ id: building_id, property_id, address, mailrooms }) =>
        mailrooms.map(({ id, name }) => ({ organisation_id, id, property_id, building_id, name, address })),
      ),
    )
    .execute()
}
