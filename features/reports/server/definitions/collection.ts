import { sql } from 'kysely'
import { STATUSES, statusesOf } from '#features/packages/statuses.ts'
import { t as trend } from '#features/trends/messages.ts'
import type { Message } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { t } from '../../messages.ts'
import { chosenIds, inPeriod, PARAMETERS } from '../engine/choices.ts'
import { type Definition, fewRows, type Making, type Sql } from '../engine/definition.ts'
import { tableParts } from '../engine/table.ts'

type Row = { day: string; resident: number; delegate: number; staff: number; agent: number; total: number; hours: number | null }

const COLLECTED = statusesOf(['Collected']).map((status) => STATUSES[status].id)
const BY_AGENT = [STATUSES.CollectedbyAgent.id, STATUSES.ExpiredCollectedbyAgent.id]

/** Who collected how many packages, and how fast, by day. */
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
      ({ id, title, kind: 'count', width: 13, cell: (row: Row) => row[column], isSummed: true, sort: sql.ref(column) }) as const
    yield* tableParts<Row>(making, {
      columns: [
        { id: 'Day', title: trend('LabelDay'), kind: 'day', width: 17, cell: (row) => row.day, sort: sql`day` },
        count('Resident', label('LabelResident'), 'resident'),
        count('Delegate', t('ByDelegate'), 'delegate'),
        count('Staff', t('ByStaff'), 'staff'),
        count('Agent', t('ByAgent'), 'agent'),
        count('Total', t('TotalAll'), 'total'),
        { id: 'Hours', title: t('ColumnMedianHours'), kind: 'hours', width: 18, cell: (row) => row.hours, sort: sql`hours` },
      ],
      order: { byDefault: [sql`day`] },
      query: (order) => rowsOf(making, order),
    })
  },
}

const rowsOf = (making: Making, order: Sql) => sql<Row>`
  with collected as (
    select to_char(h.at at time zone ${making.timeZone}, 'YYYY-MM-DD') as day,
      extract(epoch from h.at - p.drop_off_time) / 3600 as hours,
      case when h.status_id = any(${BY_AGENT}::int[]) then 'agent'
        when h.user_id = p.resident_id then 'resident'
        when exists (select from resident_delegates d where d.id = h.user_id) then 'delegate'
        when exists (select from agents a where a.id = h.user_id) then 'agent'
        when exists (select from residents r where r.id = h.user_id) then 'resident'
        else 'staff' end as by
    from package_history h join packages p on p.organisation_id = h.organisation_id and p.id = h.package_id
    where h.status_id = any(${[...COLLECTED, ...BY_AGENT]}::int[]) and ${inPeriod('h.at', making)}
      and ${chosenIds('h.property_id', 'PropertyIds', making)} and ${chosenIds('h.locker_bank_id', 'LockerBankIds', making)}
      and ${chosenIds('p.courier_id', 'CourierIds', making)}
  )
  select day, count(*) filter (where by = 'resident')::int as resident, count(*) filter (where by = 'delegate')::int as delegate,
    count(*) filter (where by = 'staff')::int as staff, count(*) filter (where by = 'agent')::int as agent, count(*)::int as total,
    (percentile_cont(0.5) within group (order by hours))::float as hours
  from collected group by day
  ${order}`
