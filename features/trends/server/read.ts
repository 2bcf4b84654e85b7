import { sql } from 'kysely'
import { sizesOf } from '#features/layout/model.ts'
import { LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import { localDay } from '#platform/date-format.ts'
import type { ReplyOf } from '#platform/operation.ts'
import { existing } from '#platform/server/entities.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { localTimestamp } from '#platform/server/postgres/local-time.ts'
import { startOfDay } from '#platform/time-zone.ts'
import { AGES, RECENT_DAYS, type trends, WAITED_HOURS } from '../contract.ts'

type Asked = { readonly propertyId: string | undefined; readonly days: number; readonly now: Date }
type DayRow = { day: string; dropped_off: number; collected: number; recovered: number; expired: number }

type Counted = { readonly now: Date; readonly zone: string; readonly of: Of }
/** The condition of a property, or none. */
type Of = (table: string) => ReturnType<typeof sql>
const ofProperty =
  (propertyId: string | undefined): Of =>
  (table) =>
    propertyId ? sql`and ${sql.ref(`${table}.property_id`)} = ${propertyId}` : sql``

/** The kept numbers of a property, or of all that the tenant sees; 404 for a property that it does not see. */
export async function readTrends(db: Db, { propertyId, days, now }: Asked): Promise<ReplyOf<typeof trends.read>> {
  const zone = await zoneOf(db, propertyId)
  const of = ofProperty(propertyId)
  const today = localDay(now, zone)
  return {
    AsOf: await countedAt(db),
    Days: await daysOf(db, days, { now, zone, of }),
    Waited: await waited(db, sql`d.day > ${today}::date - ${days}::int and d.day <= ${today}::date ${of('d')}`),
    Ages: await ages(db, now, of('p')),
    Hours: await hours(db, sql`h.hour >= ${startOfDay(today, zone, 1 - days)}::timestamptz ${of('h')}`, zone),
  }
}

/** The last days alone. */
export async function readRecent(db: Db, { propertyId, now }: Omit<Asked, 'days'>): Promise<ReplyOf<typeof trends.recent>> {
  const zone = await zoneOf(db, propertyId)
  return { AsOf: await countedAt(db), Days: await daysOf(db, RECENT_DAYS, { now, zone, of: ofProperty(propertyId) }) }
}

async function zoneOf(db: Db, propertyId: string | undefined): Promise<string> {
  const place = propertyId
    ? await existing(db.selectFrom('properties').select('time_zone').where('id', '=', propertyId).where('deleted_at', 'is', null))
    : await db.selectFrom('organisations').select('time_zone').executeTakeFirstOrThrow()
  return place.time_zone
}

async function countedAt(db: Db) {
  const counted = await db.selectFrom('trend_counts').select('counted_at').executeTakeFirst()
  return counted?.counted_at ?? null
}

async function daysOf(db: Db, days: number, { now, zone, of }: Counted) {
  const { rows } = await sql<DayRow>`
    select to_char(s.day, 'YYYY-MM-DD') as day, coalesce(sum(d.dropped_off), 0)::int as dropped_off,
      coalesce(sum(d.collected), 0)::int as collected, coalesce(sum(d.recovered), 0)::int as recovered,
      coalesce(sum(d.expired), 0)::int as expired
    from (select ${localDay(now, zone)}::date - n as day from generate_series(0, ${days - 1}::int) as n) as s
    left join package_days d on d.day = s.day ${of('d')}
    group by s.day order by s.day`.execute(db)
  return rows.map((row) => ({
    Day: row.day,
    DroppedOff: row.dropped_off,
    Collected: row.collected,
    Recovered: row.recovered,
    Expired: row.expired,
  }))
}

async function waited(db: Db, where: ReturnType<typeof sql>): Promise<number[]> {
  const groups = Array.from(
    { length: WAITED_HOURS.length + 1 },
    (_, i) => sql`coalesce(sum(d.waited[${sql.lit(i + 1)}]), 0)::int`,
  )
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(groups)}] as counts from package_days d where ${where}`.execute(db)
  return rows[0]!.counts
}

async function ages(db: Db, now: Date, of: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ age: number; packages: number }>`
    select width_bucket(extract(epoch from ${now}::timestamptz - p.drop_off_time) / 86400, array[${sql.join(
      AGES.slice(1).map((age) => sql.lit(age)),
    )}]::numeric[]) as age, count(*)::int as packages
    from packages p where p.status_group = any(${LIVE_GROUP_IDS}) ${of} group by 1`.execute(db)
  return AGES.map((_, index) => rows.find((row) => row.age === index)?.packages ?? 0)
}

async function hours(db: Db, where: ReturnType<typeof sql>, zone: string) {
  const { rows } = await sql<{ hour: number; size: number; share: number }>`
    select extract(hour from ${localTimestamp(sql.ref('h.hour'), zone)})::int as hour, h.size,
      round(100.0 * sum(h.occupied) / nullif(sum(h.lockers), 0), 1)::float as share
    from locker_hours h where ${where} group by 1, 2`.execute(db)
  const sizes = sizesOf('locker').filter(({ value }) => rows.some((row) => row.size === value))
  return Array.from({ length: 24 }, (_, hour) => ({
    Hour: hour,
    Sizes: sizes.map(({ value, label }) => ({
      Size: label,
      Share: rows.find((row) => row.hour === hour && row.size === value)?.share ?? null,
    })),
  }))
}
