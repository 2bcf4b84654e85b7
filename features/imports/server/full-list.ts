import { type RawBuilder, sql } from 'kysely'
import { WITH_LIVE_PACKAGES } from '#features/packages/server/api.ts'
import { OCCUPANCY } from '#features/residents/rules.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { ReadLine } from './checking/read-line.ts'

export type ImportKey = { readonly organisationId: string; readonly importId: string }

/** The residents of the properties that the file names, as of the check. */
const livesThere = ({ organisationId, importId }: ImportKey) => sql`
  r.organisation_id = ${organisationId} and r.deleted_at is null and r.occupancy_status <> ${OCCUPANCY.MovedOut}
  and r.property_id in (select unnest(j.named_property_ids) from import_jobs j where j.organisation_id = ${organisationId} and j.id = ${importId})
  and r.created_at < (select j.checked_at from import_jobs j where j.organisation_id = ${organisationId} and j.id = ${importId})`

/** Those of them on no line. Both lists are hashed once: the planner has no statistics of a new file to choose an index by. */
const isMissing = (key: ImportKey) => {
  const { organisationId, importId } = key
  return sql`${livesThere(key)}
    and r.id not in (select w.resident_id from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId}
      and w.resident_id is not null)
    and r.id not in (select unnest(w.excluded_ids) from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId}
      and w.verdict = 'Refused' and w.excluded_ids is not null)`
}

/** Matches the residents `r` that a full list moves out: those without live packages. */
export const movesOut = (key: ImportKey): RawBuilder<boolean> => sql`${isMissing(key)} and r.id not in ${WITH_LIVE_PACKAGES}`
/** Matches the residents `r` that stay because of live packages; as those are few, they are looked up first. */
export const staysForPackages = (key: ImportKey): RawBuilder<boolean> =>
  sql`${isMissing(key)} and r.id = any(array${WITH_LIVE_PACKAGES})`

const count = async (db: Db, where: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from residents r where ${where}`.execute(db)).rows[0]!.count

/** How many residents a full list would move out, and of how many. */
export const countMoveOut = async (db: Db, key: ImportKey): Promise<{ moveOut: number; of: number }> => ({
  moveOut: await count(db, movesOut(key)),
  of: await count(db, livesThere(key)),
})
export const countStaying = (db: Db, key: ImportKey): Promise<number> => count(db, staysForPackages(key))

/** The first refused lines, at most `limit`, without a known property; they may describe any resident. */
export async function unplacedLines(db: Db, importId: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('line')
    .distinct()
    .where('import_id', '=', importId)
    .where('verdict', '=', 'Refused')
    .where('resident_id', 'is', null)
    .where('excluded_ids', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(({ line }) => line)
}

type PositionedLine = ReadLine & { readonly position: number }
/** Sorts behind every continuation of a text in natural order. */
const LAST_IN_ORDER = '\uFFFF'
/**
 * The residents of each key of the rows `l`, at the first row with the key. `offset 0` has each key looked up by index. As in
 * `matchLines`, the organisation is left to row security.
 */
const residentsBy = (key: string[], where: RawBuilder<unknown>) => {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  return sql`select f.position, r.id from (select ${columns}, min(position) as position from l group by ${columns}) f
    cross join lateral (select r.id from residents r where r.deleted_at is null and ${where} offset 0) r`
}

/**
 * Stores the residents that refused lines may describe, who are not moved out: by external id, e-mail or name wherever they live,
 * and all residents of the home. A resident is stored once, at the first of the lines. A line without a known property has none.
 */
export async function excludeFromMoveOut(
  db: Db,
  { organisationId, importId }: ImportKey,
  lines: readonly PositionedLine[],
): Promise<void> {
  const placed = lines.filter(({ values }) => values.property_id)
  if (placed.length === 0) return
  // The index of names is in natural order, in which small letters sort before capitals.
  const sameName = sql`r.name_key = f.name_key
    and r.full_name collate natural_order >= f.full_key and r.full_name collate natural_order < f.full_key || ${LAST_IN_ORDER}`
  const sameHome = sql`r.property_id = f.property_id and r.building_id = coalesce(f.building_id, r.building_id) and r.unit_key = f.unit_key`
  await sql`with l as materialized (
      select position, property_id, building_id, external_id, unit_key(unit_number) as unit_key, lower(email) as email_key,
        lower(first_name || ' ' || last_name) as name_key,
        lower(person_name(first_name, last_name)) as full_key
      from jsonb_to_recordset(${JSON.stringify(placed.map(({ position, values }) => ({ position, ...values })))}::jsonb) as f (position int, property_id uuid,
        building_id uuid, unit_number text, first_name text, last_name text, email text, external_id text)),
    found (position, id) as (
      ${residentsBy(['external_id'], sql`r.external_id <> '' and r.external_id = f.external_id`)}
      union all ${residentsBy(['email_key'], sql`r.email_key = f.email_key`)}
      union all ${residentsBy(['name_key', 'full_key'], sameName)}
      union all ${residentsBy(['property_id', 'building_id', 'unit_key'], sameHome)}),
    excluded as (select position, array_agg(id) as ids from (select id, min(position) as position from found group by id) first group by position)
    update import_rows w set excluded_ids = coalesce(e.ids, '{}') from l left join excluded e on e.position = l.position
    where w.organisation_id = ${organisationId} and w.import_id = ${importId} and w.position = l.position`.execute(db)
}
