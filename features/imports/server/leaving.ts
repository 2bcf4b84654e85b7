import { type RawBuilder, sql } from 'kysely'
import { WITH_LIVE_PACKAGES } from '#features/packages/server/api.ts'
import { OCCUPANCY } from '#features/residents/rules.ts'
import type { Db } from '#platform/server/postgres/db.ts'

type ImportKey = { readonly organisationId: string; readonly importId: string }

/** Who lives in the properties that a file names, and lived there when it was checked. */
const livingThere = ({ organisationId, importId }: ImportKey) => sql`
  r.organisation_id = ${organisationId} and r.deleted_at is null and r.occupancy_status <> ${OCCUPANCY.MovedOut}
  and r.property_id in (select p.property_id from import_properties p where p.organisation_id = ${organisationId} and p.import_id = ${importId})
  and r.created_at < (select j.checked_at from import_jobs j where j.organisation_id = ${organisationId} and j.id = ${importId})`

/**
 * Those among them whom no line means, nor a refused line may mean. Each is looked up (`offset 0`): nobody has counted the lines
 * of a new file, and taken for few they would be read anew for each resident.
 */
const isMissing = (which: ImportKey) => {
  const { organisationId, importId } = which
  return sql`${livingThere(which)}
    and not exists (select from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId} and w.resident_id = r.id offset 0)
    and r.id not in (select unnest(w.excluded_ids) from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId}
      and w.verdict = 'Refused' and w.excluded_ids is not null)`
}

/** Whom a full list moves out: with packages in the house nobody leaves. */
export const isLeaving = (which: ImportKey): RawBuilder<boolean> => sql`${isMissing(which)} and r.id not in ${WITH_LIVE_PACKAGES}`
/** Whom it would move out but for their packages, found by these: they are few among the residents. */
export const isStaying = (which: ImportKey): RawBuilder<boolean> =>
  sql`${isMissing(which)} and r.id = any(array${WITH_LIVE_PACKAGES})`

const count = async (db: Db, where: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from residents r where ${where}`.execute(db)).rows[0]!.count

/** How many would be moved out if the file is the full list, and of how many. */
export const countLeaving = async (db: Db, which: ImportKey): Promise<{ leaving: number; of: number }> => ({
  leaving: await count(db, isLeaving(which)),
  of: await count(db, livingThere(which)),
})
export const countStaying = (db: Db, which: ImportKey): Promise<number> => count(db, isStaying(which))

/** The first refused lines, at most `limit`, that name no known property: anybody may be meant. */
export async function unplacedLines(db: Db, importId: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('line')
    .where('import_id', '=', importId)
    .where('verdict', '=', 'Refused')
    .where('resident_id', 'is', null)
    .where('excluded_ids', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(({ line }) => line)
}
