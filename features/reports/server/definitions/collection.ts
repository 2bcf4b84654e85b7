import { sql } from 'kysely'
import { IS_COLLECTION, IS_TAKEN_BACK, MAY_COUNT } from '#features/packages/server/api.ts'
import { t as trend } from '#features/trends/messages.ts'
import type { Message } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { t } from '../../messages.ts'
import { chosenIds, daysOf, inPeriod, localDate, PARAMETERS } from '../engine/choices.ts'
import { type Definition, fewRows, type Making, type Sql } from '../engine/definition.ts'
import { tableParts } from '../engine/table.ts'

type Row = {
  day: string
  resident: number
  delegate: number
  staff: number
  total: number
  hours: number | null
  taken_back: number
}

/** Who collected how many packages, and how fast, by day; and, apart from these, what agents took back. */
export const collection: Definition = {
  parameters: [PARAMETERS.from, PARAMETERS.to, PARAMETERS.properties, PARAMETERS.lockerBanks, PARAMETERS.couriers],
  parts: async function* (making) {
    const { translate, text } = making
    const days = await fewRows(making, rowsOf(making, sql`order by day`))
    yield {
      kind: 'chart',
      chart: {
        title: translate(t('TitleCollectionByDay')),
        kind: 'bars',
        labels: days.map(({ day }) => text(day, 'day')),
        series: [{ name: translate(t('ColumnCollected')), values: days.map(({ total }) => total) }],
      },
    }
    const count = (id: string, title: Message, column: Exclude<keyof Row, 'day' | 'hours'>) =>
      ({ id, title, kind: 'count', width: 14, cell: (row: Row) => row[column], isSummed: true, sort: sql.ref(column) }) as const
    yield* tableParts<Row>(making, {
      columns: [
        { id: 'Day', title: trend('LabelDay'), kind: 'day', width: 15, cell: (row) => row.day, sort: sql`day` },
        count('Resident', label('LabelResident'), 'resident'),
        count('Delegate', t('ByDelegate'), 'delegate'),
        count('Staff', t('ByStaff'), 'staff'),
        count('Total', t('ColumnCollected'), 'total'),
        { id: 'Hours', title: t('ColumnMedianHours'), kind: 'hours', width: 15, cell: (row) => row.hours, sort: sql`hours` },
        count('TakenBack', t('ColumnTakenBack'), 'taken_back'),
      ],
      order: { byDefault: [sql`day`] },
      query: (order) => rowsOf(making, order),
    })
  },
}

const rowsOf = (making: Making, order: Sql) => sql<Row>`
  with events as (
    select h.user_id, p.resident_id, ${localDate('h.at', making)} as day,
      extract(epoch from h.at - p.drop_off_time) / 3600 as hours,
      ${IS_COLLECTION} as is_collection
    from package_history h join packages p on p.organisation_id = h.organisation_id and p.id = h.package_id
    where ${MAY_COUNT} and (${IS_COLLECTION} or ${IS_TAKEN_BACK}) and ${inPeriod('h.at', making)} and ${chosenIds('h.property_id', 'PropertyIds', making)}
      and ${chosenIds('h.locker_bank_id', 'LockerBankIds', making)} and ${chosenIds('p.courier_id', 'CourierIds', making)}
  ), ended as (
    select e.day, e.hours, case when not e.is_collection then 'agent'
      when e.user_id = e.resident_id or exists (select from residents r where r.id = e.user_id) then 'resident'
      when exists (select from resident_delegates d where d.id = e.user_id) then 'delegate'
      else 'staff' end as by
    from events e
  )
  select to_char(s.day, 'YYYY-MM-DD') as day, count(*) filter (where by = 'resident')::int as resident, count(*) filter (where by = 'delegate')::int as delegate,
    count(*) filter (where by = 'staff')::int as staff, count(*) filter (where by <> 'agent')::int as total,
    (percentile_cont(0.5) within group (order by hours) filter (where by <> 'agent'))::float as hours,
    count(*) filter (where by = 'agent')::int as taken_back
  from ${daysOf(making)} left join ended on ended.day = s.day::date group by s.day
  ${order}`
