import { sql } from 'kysely'
import { OCCUPANCY } from '#features/residents/rules.ts'
import { sealResidents } from '#features/residents/server/api.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { arrayText } from '#platform/server/postgres/sql-helpers.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { t } from '../messages.ts'
import type { Column } from '../rules.ts'
import { arraysOf, LINE_COLUMNS, linesAsTable, matchedLines, type Named } from './matching.ts'
import { type RefusedLine, refusedAs, type Understood } from './read-line.ts'

type ImportKey = { readonly organisationId: string; readonly importId: string }
export type Counted = { readonly New: number; readonly Changed: number; readonly Unchanged: number; readonly Refused: number }

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
 * import must come in their order, each once. Those that mean somebody of another name by an e-mail alone are held back, as later
 * lines may share it, unless they are the last. Gives how many have which verdict, and those that were held back.
 */
export async function stageLines(
  db: Db,
  which: ImportKey,
  lines: readonly Named[],
  { areLast, keys }: { readonly areLast: boolean; readonly keys: Keys },
): Promise<{ counted: Counted; held: Understood[] }> {
  const { organisationId, importId } = which
  if (lines.length === 0) return { counted: { New: 0, Changed: 0, Unchanged: 0, Refused: 0 }, held: [] }
  const { rows } = await sql<Counted & Lines>`
    with matched as materialized (${matchedLines(linesAsTable(lines))}),
    earlier as materialized (
      select w.resident_id from import_rows w where w.organisation_id = ${organisationId} and w.import_id = ${importId}
        and w.resident_id = any(array(select m.ids[1] from matched m where m.ids is not null))),
    judged as (
      select m.*, case when cardinality(m.ids) > 1 then ${t('MsgAmbiguous').text}
        when row_number() over (partition by m.ids[1] order by m.line) > 1 and m.ids is not null then ${t('MsgTwice').text}
        when m.ids[1] in (select resident_id from earlier) then ${t('MsgTwice').text} else '' end as reason
      from matched m where ${areLast} or not m.by_email),
    compared as materialized (
      select f.*, r.id as found, case when r.id is null then '{}' else ${CHANGED} end as changed
      from judged f left join residents r on r.organisation_id = ${organisationId} and r.id = f.ids[1] and f.reason = ''),
    told as materialized (
      select c.*, case when reason <> '' then 'Refused' when found is null then 'New' when changed = '{}' then 'Unchanged' else 'Changed' end as verdict
      from compared c),
    reported as (
      insert into import_rows (organisation_id, import_id, line, verdict, reason, changed, resident_id)
      select ${organisationId}, ${importId}, line, verdict, reason, changed,
        case verdict when 'Refused' then null when 'New' then id else found end from told),
    kept as (
      insert into import_values (organisation_id, import_id, line, resident_id, is_new, ${LINE_COLUMNS})
      select ${organisationId}, ${importId}, line, found, false, ${LINE_COLUMNS} from told where verdict = 'Changed')
    select count(*) filter (where verdict = 'New') as "New", count(*) filter (where verdict = 'Changed') as "Changed",
      count(*) filter (where verdict = 'Unchanged') as "Unchanged", count(*) filter (where verdict = 'Refused') as "Refused",
      array(select line from told where verdict = 'New') as made, array(select line from told where verdict = 'Refused') as refused,
      array(select line from matched where by_email and not ${areLast}) as held from told`.execute(db)
  const { made, refused, held, ...counted } = rows[0]!
  const of = (some: readonly number[]) => {
    const wanted = new Set(some)
    return lines.filter(({ line }) => wanted.has(line))
  }
  await keepNew(db, which, of(made), keys)
  await spareMeant(
    db,
    which,
    of(refused).map((line) => refusedAs(line, '')),
  )
  return { counted, held: of(held) }
}

type Lines = { readonly made: readonly number[]; readonly refused: readonly number[]; readonly held: readonly number[] }

/** Keeps what lines say that make somebody, with what the audit trail is to keep of it. */
async function keepNew(db: Db, { organisationId, importId }: ImportKey, lines: readonly Named[], keys: Keys): Promise<void> {
  if (lines.length === 0) return
  const made = lines.map((line) => ({ ...line, occupancy_status: line.occupancy_status ?? OCCUPANCY.Current }))
  const sealed = sealResidents(keys, made)
  await sql`insert into import_values (organisation_id, import_id, is_new, line, resident_id, ${LINE_COLUMNS}, audit_key, sealed)
    select ${organisationId}, ${importId}, true, f.* from unnest(${arrayText(made.map(({ line }) => line))}::int[], ${arrayText(made.map(({ id }) => id))}::uuid[],
      ${arraysOf(made)}, ${sealed.map(({ auditKey }) => auditKey)}::bytea[], ${arrayText(sealed.map((one) => one.sealed))}::text[]) as f`.execute(
    db,
  )
}

/** Puts refused lines down, with whom they may mean. */
export async function stageRefused(db: Db, which: ImportKey, lines: readonly RefusedLine[]): Promise<void> {
  if (lines.length === 0) return
  const { organisationId, importId } = which
  await sql`insert into import_rows (organisation_id, import_id, line, verdict, reason)
    select ${organisationId}, ${importId}, line, 'Refused', reason
    from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ reason }) => reason)}::text[]) as l (line, reason)`.execute(
    db,
  )
  await spareMeant(db, which, lines)
}

/**
 * Keeps whomever refused lines may mean from being moved out: by external id, e-mail or name wherever they live, and everybody
 * of the home; each at the first line of those given. Of a line without a known property nobody can say whom it means.
 */
async function spareMeant(db: Db, { organisationId, importId }: ImportKey, all: readonly RefusedLine[]): Promise<void> {
  const lines = all.filter(({ propertyId }) => propertyId !== null)
  if (lines.length === 0) return
  const texts = (of: (line: RefusedLine) => string) => sql`${lines.map(of)}::text[]`
  // Row security alone says whose they are, for the reason that `matchedLines` gives.
  const there = sql`r.deleted_at is null`
  const anywhere = sql`cross join properties p join residents r on ${there} and r.property_id = p.id`
  await sql`with l as materialized (
      select l.*, lower(email) as email_key, lower(first_name || ' ' || last_name) as name_key
      from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map((one) => one.propertyId)}::uuid[], ${lines.map((one) => one.buildingId)}::uuid[],
        ${texts(({ unit }) => unit.toLowerCase())}, ${texts((one) => one.externalId)}, ${texts(({ email }) => email)}, ${texts((one) => one.firstName)},
        ${texts((one) => one.lastName)}) as l (line, property_id, building_id, unit_key, external_id, email, first_name, last_name)),
    meant (line, id) as (
      select f.line, r.id from (select external_id, min(line) as line from l where external_id <> '' group by 1) f
        join residents r on ${there} and r.external_id <> '' and r.external_id = f.external_id
      union all select f.line, r.id from (select email_key, min(line) as line from l where email <> '' group by 1) f
        ${anywhere} and r.email_key = f.email_key
      union all select f.line, r.id from (select name_key, min(line) as line from l where first_name <> '' and last_name <> '' group by 1) f
        ${anywhere} and r.name_key = f.name_key
      union all select f.line, r.id from (
          select property_id, building_id, unit_key, min(line) as line from l where unit_key <> '' group by 1, 2, 3) f
        join residents r on ${there} and r.property_id = f.property_id and r.building_id = coalesce(f.building_id, r.building_id)
          and r.unit_key = f.unit_key),
    spared as (select first.line, array_agg(first.id) as ids from (select id, min(line) as line from meant group by id) first group by 1)
    update import_rows w set excluded_ids = coalesce(s.ids, '{}') from l left join spared s on s.line = l.line
    where w.organisation_id = ${organisationId} and w.import_id = ${importId} and w.line = l.line`.execute(db)
}

/** Keeps the properties that lines name, each once; a line without a known one names none. */
export function createNaming({ organisationId, importId }: ImportKey) {
  const named = new Set<string>()
  return async (db: Db, propertyIds: readonly (string | null)[]): Promise<void> => {
    const fresh = [...new Set(propertyIds)].filter((id) => id !== null && !named.has(id)) as string[]
    if (fresh.length === 0) return
    await db
      .insertInto('import_properties')
      .values(fresh.map((property_id) => ({ organisation_id: organisationId, import_id: importId, property_id })))
      .execute()
    for (const id of fresh) named.add(id)
  }
}
