import { sql } from 'kysely'
import { LOCKER_MODES } from '#features/layout/model.ts'
import { t as mailroomScreens } from '#features/mailrooms/screens.ts'
import { IS_COLLECTION, IS_EXPIRY, MAY_COUNT, ofArrival } from '#features/packages/server/api.ts'
import { t as label } from '#platform/labels.ts'
import { localTimestamp } from '#platform/server/postgres/local-time.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../../messages.ts'
import type { Part } from '../../model.ts'
import { chosenIds, daysOf, idsOf, inPeriod, localDate, PARAMETERS } from '../engine/choices.ts'
import { type Definition, fewRows, type Making, type Sql } from '../engine/definition.ts'
import { tableParts } from '../engine/table.ts'

type Row = {
  property_id: string
  property: string
  /** Null for the mailrooms of the property. */
  bank: string | null
  capacity: number | null
  occupied: number | null
  utilisation: number | null
  dropped_off: number
  collected: number
  expired: number
  hours: number | null
}

/** Capacity and use of each locker bank and of the mailrooms, by property, with pictures by day and by hour. */
export const propertySummary: Definition = {
  parameters: [PARAMETERS.from, PARAMETERS.to, PARAMETERS.properties, PARAMETERS.lockerBanks],
  parts: async function* (making) {
    yield await byDay(making)
    yield await byHour(making)
    yield* tableParts<Row>(making, {
      columns: [
        {
          id: 'Bank',
          title: label('LabelLockerBank'),
          kind: 'text',
          width: 24,
          cell: (row) => row.bank ?? making.translate(mailroomScreens('ScreenMailrooms')),
          sort: naturalOrder('b.name'),
        },
        {
          id: 'Capacity',
          title: t('ColumnCapacity'),
          kind: 'count',
          width: 10,
          cell: (row) => row.capacity,
          isSummed: true,
          sort: sql`capacity`,
        },
        {
          id: 'Occupied',
          title: t('ColumnOccupied'),
          kind: 'count',
          width: 10,
          cell: (row) => row.occupied,
          isSummed: true,
          sort: sql`occupied`,
        },
        {
          id: 'Utilisation',
          title: t('ColumnUtilisation'),
          kind: 'percent',
          width: 11,
          cell: (row) => row.utilisation,
          sort: sql`utilisation`,
        },
        {
          id: 'DroppedOff',
          title: t('ColumnDroppedOff'),
          kind: 'count',
          width: 11,
          cell: (row) => row.dropped_off,
          isSummed: true,
          sort: sql`dropped_off`,
        },
        {
          id: 'Collected',
          title: t('ColumnCollected'),
          kind: 'count',
          width: 11,
          cell: (row) => row.collected,
          isSummed: true,
          sort: sql`collected`,
        },
        {
          id: 'Expired',
          title: t('ColumnExpired'),
          kind: 'count',
          width: 11,
          cell: (row) => row.expired,
          isSummed: true,
          sort: sql`expired`,
        },
        { id: 'Hours', title: t('ColumnMedianHours'), kind: 'hours', width: 12, cell: (row) => row.hours, sort: sql`hours` },
      ],
      group: { title: label('LabelProperty'), key: (row) => row.property_id, text: (row) => row.property },
      order: { always: [naturalOrder('o.name'), sql`o.id`], byDefault: [naturalOrder('b.name'), sql`b.id`] },
      query: (order) => rowsOf(making, order),
    })
  },
}

const chosen = (making: Making, table: string) =>
  sql`${chosenIds(`${table}.property_id`, 'PropertyIds', making)} and ${chosenIds(`${table}.locker_bank_id`, 'LockerBankIds', making)}`

/** The packages that were dropped off in the period, at the bank of their drop-off; null for a mailroom. */
function dropOffs(making: Making) {
  const banks = idsOf(making.values, 'LockerBankIds')
  const near =
    banks.length > 0 ? sql`p.property_id = any(select property_id from locker_banks where id = any(${banks}::uuid[]))` : sql`true`
  return sql`(
    select p.property_id, p.drop_off_time, ${ofArrival(sql`f.locker_bank_id`)} as locker_bank_id
    from packages p where ${inPeriod('p.drop_off_time', making)} and ${near}) d`
}

async function byDay(making: Making): Promise<Part> {
  const { translate, text } = making
  const rows = await fewRows(
    making,
    sql<{ day: string; dropped_off: number; collected: number }>`
    with events as (
      select ${localDate('d.drop_off_time', making)} as day, true as is_drop_off
      from ${dropOffs(making)} where ${chosen(making, 'd')}
      union all
      select ${localDate('h.at', making)}, false
      from package_history h where ${inPeriod('h.at', making)} and ${chosen(making, 'h')} and ${IS_COLLECTION}
    )
    select to_char(s.day, 'YYYY-MM-DD') as day, count(*) filter (where e.is_drop_off)::int as dropped_off,
      count(*) filter (where not e.is_drop_off)::int as collected
    from ${daysOf(making)}
    left join events e on e.day = s.day::date group by s.day order by s.day`,
  )
  return {
    kind: 'chart',
    chart: {
      title: translate(t('TitleByDay')),
      kind: 'bars',
      labels: rows.map(({ day }) => text(day, 'day')),
      series: [
        { name: translate(t('ColumnDroppedOff')), values: rows.map((row) => row.dropped_off) },
        { name: translate(t('ColumnCollected')), values: rows.map((row) => row.collected) },
      ],
    },
  }
}

async function byHour(making: Making): Promise<Part> {
  const { translate } = making
  const rows = await fewRows(
    making,
    sql<{ hour: number; packages: number }>`
    select extract(hour from ${localTimestamp(sql.ref('d.drop_off_time'), making.timeZone)})::int as hour, count(*)::int as packages
    from ${dropOffs(making)} where ${chosen(making, 'd')} group by 1`,
  )
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const values = hours.map((hour) => rows.find((row) => row.hour === hour)?.packages ?? 0)
  return {
    kind: 'chart',
    chart: {
      title: translate(t('TitleByHour')),
      kind: 'bars',
      labels: hours.map(String),
      series: [{ name: translate(t('ColumnDroppedOff')), values }],
    },
  }
}

const rowsOf = (making: Making, order: Sql) => sql<Row>`
  with held as (
    select l.locker_bank_id as id, count(*)::int as capacity, (count(*) filter (where l.live_packages > 0))::int as occupied
    from lockers l join locker_banks b on b.id = l.locker_bank_id and b.deleted_at is null
    where l.locker_type = 'locker' and l.locker_mode <> ${LOCKER_MODES.removed} and ${chosen(making, 'l')} group by 1
  ), dropped as (
    select coalesce(d.locker_bank_id, d.property_id) as id, count(*)::int as packages
    from ${dropOffs(making)} where ${chosen(making, 'd')} group by 1
  ), ended as (
    select coalesce(e.locker_bank_id, e.property_id) as id, (count(*) filter (where e.is_collection))::int as collected,
      (count(*) filter (where not e.is_collection))::int as expired,
      percentile_cont(0.5) within group (order by extract(epoch from e.at - e.drop_off_time) / 3600) filter (where e.is_collection) as hours
    from (
      select h.locker_bank_id, h.property_id, h.at, p.drop_off_time,
        case when ${IS_COLLECTION} then true when ${IS_EXPIRY} then false end as is_collection
      from package_history h join packages p on p.organisation_id = h.organisation_id and p.id = h.package_id
      where ${inPeriod('h.at', making)} and ${chosen(making, 'h')} and ${MAY_COUNT}
    ) e where e.is_collection is not null group by 1
  ), places as (
    select b.property_id, b.id, b.name from locker_banks b
    where (b.deleted_at is null or b.id in (select id from dropped union select id from ended))
      and ${chosenIds('b.property_id', 'PropertyIds', making)} and ${chosenIds('b.id', 'LockerBankIds', making)}
    union all
    select o.id, o.id, null from properties o
    where ${chosenIds('o.id', 'PropertyIds', making)} and ${idsOf(making.values, 'LockerBankIds').length === 0}
      and exists (select from mailrooms m where m.property_id = o.id)
  )
  select b.property_id, o.name as property, b.name as bank,
    case when b.name is null then null else coalesce(held.capacity, 0) end as capacity,
    case when b.name is null then null else coalesce(held.occupied, 0) end as occupied,
    (100.0 * held.occupied / nullif(held.capacity, 0))::float as utilisation, coalesce(dropped.packages, 0) as dropped_off,
    coalesce(ended.collected, 0) as collected, coalesce(ended.expired, 0) as expired, ended.hours::float as hours
  from places b join properties o on o.id = b.property_id and o.deleted_at is null
  left join held on held.id = b.id left join dropped on dropped.id = b.id left join ended on ended.id = b.id
  ${order}`
