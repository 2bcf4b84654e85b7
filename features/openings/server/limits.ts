import { refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { openings } from '../contract.ts'
import { whyNotLimits } from '../rules.ts'

export async function readLimits(db: Db) {
  const row = await db
    .selectFrom('opening_controls')
    .select(['person_per_minute', 'person_per_hour', 'organisation_per_minute', 'organisation_per_hour'])
    .executeTakeFirstOrThrow()
  return {
    PersonPerMinute: row.person_per_minute,
    PersonPerHour: row.person_per_hour,
    OrganisationPerMinute: row.organisation_per_minute,
    OrganisationPerHour: row.organisation_per_hour,
  }
}

export async function saveLimits({
  db,
  tenant,
  input,
  audit,
}: RequestContext<typeof openings.setLimits> & TransactionContext): Promise<void> {
  const before = await readLimits(db)
  await db
    .updateTable('opening_controls')
    .set({
      person_per_minute: input.PersonPerMinute,
      person_per_hour: input.PersonPerHour,
      organisation_per_minute: input.OrganisationPerMinute,
      organisation_per_hour: input.OrganisationPerHour,
    })
    .execute()
  await audit('limits of remote opening changed', tenant.organisationId, { before, after: input })
}

/** Changes how often a person may open lockers remotely within a minute; refuses a number above that of an hour. */
export async function changePersonPerMinute(db: Db, count: number): Promise<void> {
  refuseIf(whyNotLimits({ ...(await readLimits(db)), PersonPerMinute: count }), 'OpeningsPerMinute')
  await db.updateTable('opening_controls').set({ person_per_minute: count }).execute()
}
