import { sql } from 'kysely'
import { NOTICE_TYPES } from '#features/notification-templates/types.ts'
import { GROUPS } from '#features/package-statuses/statuses.ts'
import { t as trend } from '#features/trends/messages.ts'
import { t as label } from '#platform/labels.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../../messages.ts'
import { chosenIds, earliestBegin, inPeriodOfZone, PARAMETERS, periodsIn, residentLink } from '../engine/choices.ts'
import { type Definition, fewRows, type Making, type Sql } from '../engine/definition.ts'
import { tableParts } from '../engine/table.ts'

type Row = {
  id: string
  building_id: string
  place: string
  full_name: string
  unit_number: string
  language: string | null
  packages: number
  hours: number | null
  reminders: number
  expired: number
}

/** How residents use the service: their packages of the period, by building. Days are those of each resident's property, as in the report of a resident. */
export const residentUsage: Definition = {
  parameters: [PARAMETERS.from, PARAMETERS.to, PARAMETERS.properties, PARAMETERS.buildings],
  parts: async function* (making) {
    const zones = await fewRows(making, sql<{ time_zone: string }>`select distinct time_zone from properties`)
    const periods = periodsIn(
      zones.map(({ time_zone }) => time_zone),
      making,
    )
    yield* tableParts<Row>(making, {
      columns: [
        {
          id: 'Unit',
          title: label('LabelUnit'),
          kind: 'text',
          width: 12,
          cell: (row) => row.unit_number,
          sort: naturalOrder('r.unit_number'),
        },
        {
          id: 'Resident',
          title: label('LabelResident'),
          kind: 'text',
          width: 32,
          cell: (row) => row.full_name,
          sort: naturalOrder('r.full_name'),
        },
        {
          id: 'Packages',
          title: label('LabelPackages'),
          kind: 'count',
          width: 12,
          cell: (row) => row.packages,
          isSummed: true,
          sort: sql`u.packages`,
        },
        { id: 'Hours', title: t('ColumnMedianHours'), kind: 'hours', width: 18, cell: (row) => row.hours, sort: sql`u.hours` },
        {
          id: 'Reminders',
          title: t('ColumnReminders'),
          kind: 'count',
          width: 13,
          cell: (row) => row.reminders,
          isSummed: true,
          sort: sql`u.reminders`,
        },
        {
          id: 'Expired',
          title: trend('LabelExpired'),
          kind: 'percent',
          width: 13,
          cell: (row) => row.expired,
          sort: sql`u.expired`,
        },
      ],
      group: { title: label('LabelBuilding'), key: (row) => row.building_id, text: (row) => row.place },
      link: (row) => residentLink(making, row.id),
      language: (row) => row.language,
      order: {
        always: [naturalOrder('o.name'), naturalOrder('b.name'), sql`b.id`],
        byDefault: [sql`u.packages desc`, sql`r.id`],
      },
      query: (order) => rowsOf(making, periods, order),
    })
  },
}

const rowsOf = (making: Making, periods: Sql, order: Sql) => sql<Row>`
  with reminded as (
    select n.package_id, count(distinct n.event_key) as reminders from notices n
    where n.type_id = ${NOTICE_TYPES.reminder.id} and n.status in ('Sent', 'Delivered')
      and n.created_at >= ${earliestBegin(making)} group by n.package_id
  ), used as (
    select p.resident_id, count(*)::int as packages,
      percentile_cont(0.5) within group (order by extract(epoch from p.collection_time - p.drop_off_time) / 3600) as hours,
      100.0 * count(*) filter (where p.status_group = ${GROUPS.Expired} or coalesce(p.collection_time, p.recovery_time) > p.expiry_time)
        / count(*) as expired,
      coalesce(sum(n.reminders), 0)::int as reminders
    from packages p
    join residents h on h.organisation_id = p.organisation_id and h.id = p.resident_id
    join properties z on z.organisation_id = h.organisation_id and z.id = h.property_id
    join ${periods} on periods.time_zone = z.time_zone
    left join reminded n on n.package_id = p.id
    where ${inPeriodOfZone('p.drop_off_time', making)}
      and ${chosenIds('p.property_id', 'PropertyIds', making)} and ${chosenIds('p.building_id', 'BuildingIds', making)}
    group by p.resident_id
  )
  select r.id, r.building_id, o.name || ' · ' || b.name as place, r.full_name, r.unit_number, r.language, u.packages, u.hours::float,
    u.expired::float, u.reminders
  from used u
  join residents r on r.id = u.resident_id
  join buildings b on b.organisation_id = r.organisation_id and b.id = r.building_id
  join properties o on o.organisation_id = r.organisation_id and o.id = r.property_id
  ${order}`
