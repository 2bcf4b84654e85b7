import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { newId } from '#platform/ids.ts'

/** Adds a dry-cleaning courier to an organisation; returns its id. */
export async function makeDryCleaner(server: TestServer, organisationId: string): Promise<string> {
  const id = newId()
  await inOrganisation(server, organisationId, (db) =>
    db
      .insertInto('couriers')
      .values({ organisation_id: organisationId, id, name: 'Fresh Press', sort_order: 1, is_dry_cleaning: true })
      .execute(),
  )
  return id
}
