import { sql } from 'kysely'
import { unitKey } from '#platform/fold-text.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { LineValues } from './read-line.ts'

/** `isShared`: other lines of the home have the same e-mail, so that it identifies a resident only together with the name. */
export type LineToMatch = { readonly position: number; readonly values: LineValues; readonly isShared: boolean }
/**
 * Up to two residents that fit a row: two are ambiguous. `by_email`: the name differs, only the e-mail fits. `by_unit`: the unit is
 * written otherwise, as by a spreadsheet that removes zeros in front.
 */
export type Match = {
  readonly position: number
  readonly ids: readonly string[]
  readonly by_email: boolean
  readonly by_unit: boolean
}
export type Matches = ReadonlyMap<number, Match>

/** A resident with another external id is another person. */
const MAY_BE = sql`r.deleted_at is null and (f.external_id is null or r.external_id in ('', f.external_id))`
const IN_BUILDING = sql`r.property_id = f.property_id and r.building_id = f.building_id`
const IN_UNIT = sql`${IN_BUILDING} and r.unit_key = f.unit_key`
const IS_WRITTEN_SO = sql`lower(r.unit_number) = lower(f.unit_number)`
const AT_HOME = sql`${IN_UNIT} and ${IS_WRITTEN_SO}`
const SAME_NAME = sql`plain_name(r.full_name) = plain_name(person_name(f.first_name, f.last_name))`
const candidates = (where: ReturnType<typeof sql>) =>
  sql`left join lateral (select array_agg(c.id) as ids, array_agg(c.id) filter (where c.same_name) as named
    from (select r.id, ${SAME_NAME} as same_name from residents r where ${where} order by same_name desc limit 2) c)`

/**
 * Finds the residents that lines describe: by external id, else by e-mail at home (preferably with the same name), else by name
 * at home, else by either in a unit that is written otherwise (decisions "People"). Each step is an index lookup that runs only if the
 * steps before it found no resident. The organisation is left to row security: with a condition of its own it would count twice in the planner's estimate.
 */
export async function matchLines(db: Db, lines: readonly LineToMatch[]): Promise<Matches> {
  if (lines.length === 0) return new Map()
  const rowsOfLines = lines.map(({ position, values, isShared }) => {
    return { position, is_shared: isShared, unit_key: unitKey(values.unit_number ?? ''), ...values }
  })
  const { rows } = await sql<Match>`
    select f.position, coalesce(x.ids, e.named, e.others, n.ids, n.elsewhere) as ids,
      x.ids is null and ((e.named is null and e.others is not null)
        or (n.ids is null and n.elsewhere is not null and not n.are_named)) as by_email,
      x.ids is null and e.named is null and e.others is null and n.ids is null and n.elsewhere is not null as by_unit
    from jsonb_to_recordset(${JSON.stringify(rowsOfLines)}::jsonb) as f (position int, is_shared boolean, unit_key text, property_id uuid,
      building_id uuid, unit_number text, first_name text, last_name text, email text, external_id text)
    ${candidates(sql`f.external_id is not null and r.deleted_at is null and r.external_id <> '' and r.external_id = f.external_id`)} x on true
    ${candidates(sql`x.ids is null and f.email is not null and ${MAY_BE} and ${AT_HOME} and r.email_key = lower(f.email)`)} m on true
    left join lateral (select m.named, case when not f.is_shared then m.ids end as others) e on true
    left join lateral (select array_agg(c.id) filter (where c.at_home) as ids, array_agg(c.id) filter (where not c.at_home) as elsewhere,
        bool_or(c.same_name) as are_named
      from (select r.id, ${IS_WRITTEN_SO} as at_home, ${SAME_NAME} as same_name from residents r
        where x.ids is null and e.named is null and e.others is null and ${MAY_BE} and ${IN_UNIT}
          and (${SAME_NAME} or (not f.is_shared and r.email_key = lower(f.email) and not ${IS_WRITTEN_SO}))
        order by at_home desc, same_name desc limit 2) c) n on true
    where coalesce(x.ids, e.named, e.others, n.ids, n.elsewhere) is not null`.execute(db)
  return new Map(rows.map((row) => [row.position, row]))
}

/** Those of the residents that a line of the import has. */
export async function withLine(db: Db, importId: string, residentIds: readonly string[]): Promise<Set<string>> {
  if (residentIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select distinct resident_id as id from import_rows
    where import_id = ${importId} and resident_id = any(${residentIds}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
