import { type RawBuilder, sql } from 'kysely'
import { OCCUPANCY } from '#features/residents/rules.ts'
import type { Db } from '#platform/server/db.ts'

type Which = { readonly organisationId: string; readonly importId: string }

/** Who lives in the properties that a file names, and lived there when it was checked. */
const livingThere = ({ organisationId, importId }: Which) => sql`
  r.organisation_id = ${organisationId} and r.deleted_at is null and r.occupancy_status <> ${OCCUPANCY.MovedOut}
  and r.property_id in (select p.property_id from import_properties p where p.organisation_id = ${organisationId} and p.import_id = ${importId})
  and r.created_at < (select j.checked_at from import_jobs j where j.organisation_id = ${organisationId} and j.id = ${importId})`

/** Those among them whom no line means; a refused line may mean everybody of its home. */
export const isLeaving = (which: Which): RawBuilder<boolean> => {
  const { organisationId, importId } = which
  return sql`${livingThere(which)}
    and not exists (select from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId} and w.resident_id = r.id)
    and r.id not in (select unnest(w.spares) from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId}
      and w.verdict = 'Refused' and w.spares is not null)`
}

/** How many would be moved out if the file is the full list, and of how many. */
export async function countLeaving(db: Db, which: Which): Promise<{ leaving: number; of: number }> {
  const count = async (where: RawBuilder<unknown>) =>
    (await sql<{ count: number }>`select count(*) as count from residents r where ${where}`.execute(db)).rows[0]!.count
  return { leaving: await count(isLeaving(which)), of: await count(livingThere(which)) }
}
