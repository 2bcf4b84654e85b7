import { type RawBuilder, sql } from 'kysely'
import { zoneRules } from '#platform/time-zone.ts'

type Sql = RawBuilder<unknown>
/** Rules of a time zone in a query: the times of changes as `timestamptz[]`, and the distances from UTC as `interval[]`, one more. */
type SqlRules = { readonly changes: Sql; readonly offsets: Sql }

/** The rules of a time zone as texts that PostgreSQL reads. */
const rulesOf = (timeZone: string) => {
  const { changes, offsets } = zoneRules(timeZone)
  return { changes: changes.map((at) => new Date(at).toISOString()), offsets: offsets.map((ms) => `${ms / 1000} s`) }
}

const localBy = (time: Sql, { changes, offsets }: SqlRules) =>
  sql<string>`(${time} at time zone 'UTC' + (${offsets})[width_bucket(${time}, ${changes}) + 1])`

/**
 * A time (timestamptz) as local `timestamp`, by Node's rules and not by PostgreSQL's, which may be older (decisions "Rules of time
 * zones").
 */
export function localTimestamp(time: Sql, timeZone: string) {
  const { changes, offsets } = rulesOf(timeZone)
  return localBy(time, { changes: sql`${changes}::timestamptz[]`, offsets: sql`${offsets}::interval[]` })
}

/** The same for times in several zones: a table of their rules, and the local time of a column by the rules of its row there. */
export function localTimestamps(timeZones: readonly string[]) {
  const rules = timeZones.map((timeZone) => ({ time_zone: timeZone, ...rulesOf(timeZone) }))
  return {
    /** To be joined `on zones.time_zone = …`. */
    zones: sql<{ time_zone: string }>`json_to_recordset(${JSON.stringify(rules)})`.as<'zones'>(
      sql`zones (time_zone text, changes timestamptz[], offsets interval[])`,
    ),
    localTimestamp: (time: Sql) => localBy(time, { changes: sql`zones.changes`, offsets: sql`zones.offsets` }),
  }
}
