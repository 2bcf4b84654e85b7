import { type RawBuilder, sql } from 'kysely'
import { WITH_LIVE_PACKAGES } from '#features/packages/server/api.ts'
import { facetsOf, OCCUPANCY } from '#features/residents/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { visibleImports } from './job.ts'

type Which = { readonly organisationId: string; readonly importId: string }

/** Who lives in the properties that a file names, and lived there when it was checked. */
const livingThere = ({ organisationId, importId }: Which) => sql`
  r.organisation_id = ${organisationId} and r.deleted_at is null and r.occupancy_status <> ${OCCUPANCY.MovedOut}
  and r.property_id in (select p.property_id from import_properties p where p.organisation_id = ${organisationId} and p.import_id = ${importId})
  and r.created_at < (select j.checked_at from import_jobs j where j.organisation_id = ${organisationId} and j.id = ${importId})`

/** Those among them whom no line means, nor a refused line may mean. */
const isMissing = (which: Which) => {
  const { organisationId, importId } = which
  return sql`${livingThere(which)}
    and not exists (select from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId} and w.resident_id = r.id)
    and r.id not in (select unnest(w.spares) from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId}
      and w.verdict = 'Refused' and w.spares is not null)`
}

/** Whom a full list moves out: with packages in the house nobody leaves. */
export const isLeaving = (which: Which): RawBuilder<boolean> => sql`${isMissing(which)} and r.id not in ${WITH_LIVE_PACKAGES}`
/** Whom it would move out but for their packages. */
export const isStaying = (which: Which): RawBuilder<boolean> => sql`${isMissing(which)} and r.id in ${WITH_LIVE_PACKAGES}`

const count = async (db: Db, where: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from residents r where ${where}`.execute(db)).rows[0]!.count

/** What is kept of how many live there: the facets of everybody who has not moved out. */
const LIVING = Object.values(OCCUPANCY)
  .filter((occupancy) => occupancy !== OCCUPANCY.MovedOut)
  .flatMap((occupancy) => facetsOf({ occupancy }) ?? [])

/**
 * How many would be moved out if the file is the full list (`isLeaving`), and of how many. Nobody is looked at but whom lines
 * name, who has packages, and who came since: the others are a kept number.
 */
export async function countLeaving(db: Db, which: Which): Promise<{ leaving: number; of: number }> {
  const { organisationId, importId } = which
  const rows = sql`import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId}`
  const isNamed = sql`p.property_id from import_properties p where p.organisation_id = ${organisationId} and p.import_id = ${importId}`
  const { checked_at } = await visibleImports(db).select('j.checked_at').where('j.id', '=', importId).executeTakeFirstOrThrow()
  // A line that makes somebody means nobody of those who were there.
  const { rows: counted } = await sql<{ living: number; since: number; staying: number }>`select
    (select coalesce(sum(c.residents), 0) from resident_counts c where c.organisation_id = ${organisationId} and c.facet = any(${LIVING})
      and c.property_id in (select ${isNamed})) as living,
    (select count(*) from residents r where r.organisation_id = ${organisationId} and r.deleted_at is null
      and r.occupancy_status <> ${OCCUPANCY.MovedOut} and r.property_id in (select ${isNamed}) and r.created_at >= ${checked_at}) as since,
    (select count(*) from (
        select w.resident_id as id from ${rows} and w.verdict <> 'New' and w.resident_id is not null
        union select unnest(w.spares) from ${rows} and w.verdict = 'Refused' and w.spares is not null
        union ${WITH_LIVE_PACKAGES}) as one
      cross join lateral (select from residents r where r.id = one.id and ${livingThere(which)} limit 1) as r) as staying`.execute(
    db,
  )
  const { living, since, staying } = counted[0]!
  return { leaving: living - since - staying, of: living - since }
}
export const countStaying = (db: Db, which: Which): Promise<number> => count(db, isStaying(which))

/** The first refused lines, at most `limit`, that name no known property: anybody may be meant. */
export async function unplacedLines(db: Db, importId: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('line')
    .where('import_id', '=', importId)
    .where('verdict', '=', 'Refused')
    .where('resident_id', 'is', null)
    .where('spares', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(({ line }) => line)
}
