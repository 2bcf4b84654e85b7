import { type RawBuilder, sql } from 'kysely'
import { BULK_COLUMNS } from '#features/residents/server/api.ts'
import { arrayText } from '#platform/server/postgres/sql-helpers.ts'
import type { Understood } from './read-line.ts'

const TYPES: Readonly<Record<(typeof BULK_COLUMNS)[number], string>> = {
  property_id: 'uuid',
  building_id: 'uuid',
  unit_number: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  mobile_phone: 'text',
  phone1: 'text',
  phone2: 'text',
  external_id: 'text',
  occupancy_status: 'smallint',
}
export const LINE_COLUMNS = sql.join(BULK_COLUMNS.map((name) => sql.ref(name)))

/** What lines say, as arrays in the order of `LINE_COLUMNS`. */
export const arraysOf = (lines: readonly Understood[]) =>
  sql.join(BULK_COLUMNS.map((name) => sql`${arrayText(lines.map((one) => one[name]))}::${sql.raw(TYPES[name])}[]`))

/** `id` is of the resident that a line makes if it means nobody; with `sharesEmail` its e-mail alone means nobody. */
export type Named = Understood & { readonly id: string; readonly sharesEmail: boolean }
/** Lines as the table that `matchedLines` asks for. */
export const linesAsTable = (lines: readonly Named[]) =>
  sql`unnest(${arrayText(lines.map(({ line }) => line))}::int[], ${arrayText(lines.map(({ id }) => id))}::uuid[], ${arrayText(lines.map((one) => one.sharesEmail))}::boolean[], ${arraysOf(lines)})`

/** Whoever has another external id is another person. */
const MAY_BE = sql`r.deleted_at is null and (f.external_id = '' or r.external_id in ('', f.external_id))`
const AT_HOME = sql`r.property_id = f.property_id and r.building_id = f.building_id and r.unit_key = lower(f.unit_number)`
const SAME_NAME = sql`r.name_key = lower(f.first_name || ' ' || f.last_name)`
/** Two are as many as are needed to know that a line is ambiguous. `named` are those who have the name of the line. */
const candidates = (where: ReturnType<typeof sql>) =>
  sql`left join lateral (select array_agg(c.id) as ids, array_agg(c.id) filter (where c.same_name) as named
    from (select r.id, ${SAME_NAME} as same_name from residents r where ${where} order by same_name desc limit 2) c)`

/**
 * The lines with `ids`, the residents that each may mean: by external id, else by e-mail at home (best with the name of the
 * line), else by name at home (decisions "People"). Each step is a look-up in an index of residents, made only when those before
 * it found nobody. `by_email` marks a line that means somebody of another name by its e-mail alone. `lines` is a table (line, id,
 * shares_email, …), the last in the order of `LINE_COLUMNS`. Row security alone says whose residents: said twice, the organisation
 * counts twice with the planner, and one that it has not heard of is one without residents, looked through for each line.
 */
export const matchedLines = (
  lines: RawBuilder<unknown>,
) => sql`select f.*, coalesce(x.ids, e.named, e.others, n.ids) as ids, x.ids is null and e.named is null and e.others is not null as by_email
    from ${lines} as f (line, id, shares_email, ${LINE_COLUMNS})
    ${candidates(sql`f.external_id <> '' and r.deleted_at is null and r.external_id <> '' and r.external_id = f.external_id`)} x on true
    ${candidates(sql`x.ids is null and f.email <> '' and ${MAY_BE} and ${AT_HOME} and r.email_key = lower(f.email)`)} m on true
    left join lateral (select m.named, case when not f.shares_email then m.ids end as others) e on true
    ${candidates(sql`x.ids is null and e.named is null and e.others is null and ${MAY_BE} and ${AT_HOME} and ${SAME_NAME}`)} n on true`
