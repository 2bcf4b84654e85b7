import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Db } from '#platform/server/db.ts'
import { say } from '../messages.ts'
import type { Column } from '../rules.ts'
import { LINE_COLUMNS, matchedLines } from './matching.ts'
import type { RefusedLine, Understood } from './read-line.ts'

type Which = { readonly organisationId: string; readonly importId: string }
export type Counted = { readonly New: number; readonly Changed: number; readonly Unchanged: number; readonly Refused: number }

/** Neighbours that a refused line keeps from being moved out; no home has more. */
const MAX_SPARED = 50

/** What a cell that is not empty changes of the resident `r`. */
const CHANGES: readonly (readonly [Column, ReturnType<typeof sql>])[] = [
  ['Property', sql`f.property_id <> r.property_id`],
  ['Building', sql`f.building_id <> r.building_id`],
  ['UnitNumber', sql`f.unit_number <> r.unit_number`],
  ['FirstName', sql`f.first_name <> r.first_name`],
  ['LastName', sql`f.last_name <> r.last_name`],
  ['Email', sql`f.email not in ('', r.email)`],
  ['MobilePhone', sql`f.mobile_phone not in ('', r.mobile_phone)`],
  ['Phone1', sql`f.phone1 not in ('', r.phone1)`],
  ['Phone2', sql`f.phone2 not in ('', r.phone2)`],
  ['ExternalId', sql`f.external_id not in ('', r.external_id)`],
  ['OccupancyStatus', sql`f.occupancy_status <> r.occupancy_status`],
]
const CHANGED = sql`array_remove(array[${sql.join(
  CHANGES.map(([column, differs]) => sql`case when ${differs} then ${sql.lit(column)} end`),
)}]::text[], null)`

/**
 * Puts lines down with the verdict on each: matched with the residents there are, and with what they would change. Lines of one
 * import must come in their order, each once. Gives how many have which verdict.
 */
export async function stageLines(db: Db, which: Which, lines: readonly Understood[]): Promise<Counted> {
  const { organisationId, importId } = which
  if (lines.length === 0) return { New: 0, Changed: 0, Unchanged: 0, Refused: 0 }
  const named = lines.map((line) => ({ ...line, id: newId() }))
  const { rows } = await sql<Counted>`
    with matched as materialized (${matchedLines(organisationId, named)}),
    judged as (
      select m.*, case when cardinality(m.ids) > 1 then ${say('MsgAmbiguous').text}
        when row_number() over (partition by m.ids[1] order by m.line) > 1 and m.ids is not null then ${say('MsgTwice').text}
        when exists (select from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId}
          and w.resident_id = m.ids[1]) then ${say('MsgTwice').text} else '' end as reason
      from matched m),
    compared as materialized (
      select f.*, r.id as found, case when r.id is null then '{}' else ${CHANGED} end as changed
      from judged f left join residents r on r.organisation_id = ${organisationId} and r.id = f.ids[1] and f.reason = ''),
    told as materialized (
      select c.*, case when reason <> '' then 'Refused' when found is null then 'New' when changed = '{}' then 'Unchanged' else 'Changed' end as verdict
      from compared c),
    reported as (
      insert into import_rows (organisation_id, import_id, line, verdict, reason, changed, resident_id, spares)
      select ${organisationId}, ${importId}, line, verdict, reason, changed,
        case verdict when 'Refused' then null when 'New' then id else found end, case when verdict = 'Refused' then ids end from told),
    kept as (
      insert into import_values (organisation_id, import_id, line, resident_id, is_new, ${LINE_COLUMNS})
      select ${organisationId}, ${importId}, line, coalesce(found, id), found is null, ${LINE_COLUMNS} from told where verdict in ('New', 'Changed'))
    select count(*) filter (where verdict = 'New') as "New", count(*) filter (where verdict = 'Changed') as "Changed",
      count(*) filter (where verdict = 'Unchanged') as "Unchanged", count(*) filter (where verdict = 'Refused') as "Refused" from told`.execute(
    db,
  )
  await nameProperties(
    db,
    which,
    lines.map((line) => line.property_id),
  )
  return rows[0]!
}

/** Puts refused lines down, each with whoever lives where it says, who may be meant. */
export async function stageRefused(db: Db, which: Which, lines: readonly RefusedLine[]): Promise<void> {
  if (lines.length === 0) return
  const { organisationId, importId } = which
  await sql`insert into import_rows (organisation_id, import_id, line, verdict, reason, spares)
    select ${organisationId}, ${importId}, l.line, 'Refused', l.reason, n.ids
    from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ reason }) => reason)}::text[], ${lines.map((one) => one.propertyId)}::uuid[],
      ${lines.map((one) => one.buildingId)}::uuid[], ${lines.map(({ unit }) => unit)}::text[]) as l (line, reason, property_id, building_id, unit)
    left join lateral (select array_agg(c.id) as ids from (select r.id from residents r where r.organisation_id = ${organisationId}
      and r.property_id = l.property_id and r.building_id = coalesce(l.building_id, r.building_id) and r.unit_key = lower(l.unit)
      and r.deleted_at is null limit ${MAX_SPARED}) c) n on true`.execute(db)
  await nameProperties(
    db,
    which,
    lines.flatMap(({ propertyId }) => (propertyId ? [propertyId] : [])),
  )
}

async function nameProperties(db: Db, { organisationId, importId }: Which, propertyIds: readonly string[]): Promise<void> {
  const named = [...new Set(propertyIds)]
  if (named.length === 0) return
  await db
    .insertInto('import_properties')
    .values(named.map((property_id) => ({ organisation_id: organisationId, import_id: importId, property_id })))
    .onConflict((c) => c.doNothing())
    .execute()
}
