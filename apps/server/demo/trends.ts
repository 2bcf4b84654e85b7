import { sql } from 'kysely'
import { keepDays, keepHours } from '#features/trends/server/api.ts'
import type { Db } from '#platform/server/postgres/db.ts'

/** Hours of the demo before its start. */
const HOURS = 30 * 24

/** The kept numbers of the demo's packages; the occupied lockers of past hours follow from when packages came and left. */
export async function trendsOf(db: Db, now: Date): Promise<void> {
  await keepDays((work) => work(db), now)
  await sql`
    insert into locker_hours (organisation_id, property_id, locker_bank_id, hour, size, occupied, lockers)
    with stays as (
      select h.locker_bank_id, l.size, p.drop_off_time as came, coalesce(p.collection_time, p.recovery_time, ${now}::timestamptz) as left_at
      from packages p
      join package_history h on h.organisation_id = p.organisation_id and h.package_id = p.id and h.at = p.drop_off_time
      join lockers l on l.id = h.locker_id
    ), occupied as (
      select locker_bank_id, size, hour, count(*) as packages
      from stays, generate_series(date_trunc('hour', came), left_at, interval '1 hour') as hour group by 1, 2, 3
    ), sizes as (
      select l.organisation_id, l.property_id, l.locker_bank_id, l.size, count(*) as lockers
      from lockers l where l.locker_type = 'locker' group by 1, 2, 3, 4
    )
    select s.organisation_id, s.property_id, s.locker_bank_id, h.hour, s.size, least(coalesce(o.packages, 0), s.lockers), s.lockers
    from sizes s
    cross join generate_series(date_trunc('hour', ${now}::timestamptz) - ${HOURS}::int * interval '1 hour',
      date_trunc('hour', ${now}::timestamptz) - interval '1 hour', interval '1 hour') as h (hour)
    left join occupied o on o.locker_bank_id = s.locker_bank_id and o.size = s.size and o.hour = h.hour`.execute(db)
  await keepHours(db, now)
}
