import { sql } from 'kysely'
import { LOCKER_MODES } from '#features/layout/model.ts'
import { IS_COLLECTION, IS_EXPIRY, IS_RECOVERY, MAY_COUNT, ofArrival } from '#features/packages/server/api.ts'
import { forEachOrganisation } from '#platform/server/jobs/jobs.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { localTimestamps } from '#platform/server/postgres/local-time.ts'
import { WAITED_HOURS } from '../contract.ts'

/** Days that are counted again at each run: kiosks report what happened while they were offline. */
const COUNTED_AGAIN = 3
/** Days that one transaction counts. */
const MONTH = 31
const HOURS_KEPT_DAYS = 100

type InTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Counts the days and the lockers of all organisations. Safe to run on any node, twice or late. */
export const keepTrends = (database: Database, now: Date) =>
  forEachOrganisation(database, async (tenant) => {
    await keepDays((work) => database.inTenant(tenant, work), now)
    await database.inTenant(tenant, (db) => keepHours(db, now))
  })

/**
 * Counts the last days of each place again; all days of an organisation that has none yet, a month in each transaction, so that none
 * exceeds a job's limit. Days are those of the property. Notes when it was done.
 */
export async function keepDays(inTransaction: InTransaction, now: Date): Promise<void> {
  // Read first, so that the next statements are planned for a few days.
  const { rows } = await inTransaction((db) =>
    sql<{ day: string }>`
      select to_char(month, 'YYYY-MM-DD') as day from generate_series(
        coalesce((select max(day) - ${COUNTED_AGAIN}::int from package_days), (select min(drop_off_time)::date - 1 from packages))::timestamp,
        ${now}::timestamptz::date + 1, ${MONTH}::int * interval '1 day') as month`.execute(db),
  )
  for (const { day } of rows) await inTransaction((db) => countMonth(db, day, now))
  await inTransaction((db) =>
    sql`
      insert into trend_counts (organisation_id, counted_at) values (app_organisation(), ${now}::timestamptz)
      on conflict (organisation_id) do update set counted_at = excluded.counted_at`.execute(db),
  )
}

/** Counts the days from this one again, for a month. */
async function countMonth(db: Db, day: string, now: Date): Promise<void> {
  const since = sql`${day}::date`
  const until = sql`(${day}::date + ${MONTH}::int)`
  // Times, so that the indexes serve them: dates are not compared with times below row-level security.
  const from = sql`(${since} - 1)::timestamptz`
  const to = sql`(${until} + 1)::timestamptz`
  const { zones, localTimestamp } = localTimestamps(await zonesOf(db))
  await sql`delete from package_days where day >= ${since} and day < ${until}`.execute(db)
  await sql`
    with events as (
      select p.property_id, ${ofArrival(sql`coalesce(f.locker_bank_id, f.mailroom_id)`)} as place_id, p.drop_off_time as at,
        'dropped' as kind, null::numeric as hours
      from packages p where p.drop_off_time >= ${from} and p.drop_off_time < ${to}
      union all
      select h.property_id, coalesce(h.locker_bank_id, h.mailroom_id), h.at,
        case when ${IS_COLLECTION} then 'collected' when ${IS_EXPIRY} then 'expired' when ${IS_RECOVERY} then 'recovered' end,
        extract(epoch from h.at - p.drop_off_time) / 3600
      from package_history h join packages p on p.organisation_id = h.organisation_id and p.id = h.package_id
      where h.at >= ${from} and h.at < ${to} and ${MAY_COUNT}
    ), counted as (
      select o.organisation_id, e.property_id, e.place_id, ${localTimestamp(sql.ref('e.at'))}::date as day, e.kind, e.hours
      from events e join properties o on o.id = e.property_id join ${zones} on zones.time_zone = o.time_zone
      where e.kind is not null and e.place_id is not null and e.at <= ${now}::timestamptz
    )
    insert into package_days (organisation_id, property_id, place_id, day, dropped_off, collected, recovered, expired, waited)
    select c.organisation_id, c.property_id, c.place_id, c.day, ${countOf('dropped')}, ${countOf('collected')},
      ${countOf('recovered')}, ${countOf('expired')}, array[${sql.join(waited())}]
    from counted c where c.day >= ${since} and c.day < ${until}
    group by 1, 2, 3, 4
    on conflict (organisation_id, property_id, place_id, day) do update set dropped_off = excluded.dropped_off,
      collected = excluded.collected, recovered = excluded.recovered, expired = excluded.expired, waited = excluded.waited`.execute(
    db,
  )
}

const zonesOf = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('properties').select('time_zone').distinct().execute()
  return rows.map(({ time_zone }) => time_zone)
}

const countOf = (kind: string) => sql`count(*) filter (where c.kind = ${sql.lit(kind)})`
/** The number of collected packages in each group of waiting times. */
function waited() {
  const limits = [...WAITED_HOURS, null]
  return limits.map((limit, index) => {
    const from = index === 0 ? sql`true` : sql`c.hours > ${sql.lit(WAITED_HOURS[index - 1]!)}`
    const to = limit === null ? sql`true` : sql`c.hours <= ${sql.lit(limit)}`
    return sql`(count(*) filter (where c.kind = 'collected' and ${from} and ${to}))::int`
  })
}

/** Notes how many lockers of each size are occupied in this hour, if there are more than before. */
export async function keepHours(db: Db, now: Date): Promise<void> {
  await sql`
    insert into locker_hours (organisation_id, property_id, locker_bank_id, hour, size, occupied, lockers)
    select l.organisation_id, l.property_id, l.locker_bank_id, date_trunc('hour', ${now}::timestamptz), l.size,
      count(*) filter (where l.live_packages > 0), count(*)
    from lockers l join locker_banks b on b.id = l.locker_bank_id and b.deleted_at is null
    where l.locker_type = 'locker' and l.locker_mode <> ${LOCKER_MODES.removed}
    group by 1, 2, 3, 5
    on conflict (organisation_id, locker_bank_id, hour, size) do update
      set occupied = greatest(locker_hours.occupied, excluded.occupied), lockers = greatest(locker_hours.lockers, excluded.lockers)`.execute(
    db,
  )
}

export async function purgeHours(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - HOURS_KEPT_DAYS * 86_400_000).toISOString()
  await db.deleteFrom('locker_hours').where('hour', '<', before).execute()
}
