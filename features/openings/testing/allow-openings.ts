import type { Db } from '#platform/server/postgres/db.ts'
import { MAX_LIMIT } from '../contract.ts'

type Organisation = { asTenant(work: (db: Db) => Promise<unknown>): Promise<unknown> }

/** Sets every limit of an organisation to its maximum, for tests that open many doors. */
export async function allowOpenings({ asTenant }: Organisation): Promise<void> {
  await asTenant((db) =>
    db
      .updateTable('opening_controls')
      .set({
        person_per_minute: MAX_LIMIT,
        person_per_hour: MAX_LIMIT,
        organisation_per_minute: MAX_LIMIT,
        organisation_per_hour: MAX_LIMIT,
      })
      .execute(),
  )
}
