import { sql } from 'kysely'
import { placeText } from '#features/package-statuses/place-text.ts'
import { LIVE_GROUP_IDS, statusById, statusMessage } from '#features/package-statuses/statuses.ts'
import { t as trend } from '#features/trends/messages.ts'
import { t as label } from '#platform/labels.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { localText } from '#platform/time-zone.ts'
import { t } from '../../messages.ts'
import type { Part, ReportLink } from '../../model.ts'
import { chosenIds, firstDay, idsOf, localTime, PARAMETERS } from '../engine/choices.ts'
import { type Definition, fewRows, type Making, type Sql } from '../engine/definition.ts'
import { tableParts } from '../engine/table.ts'

type Row = {
  resident_id: string | null
  /** The time zone where the resident lives. */
  home_zone: string | null
  drop_off_time: string
  place_id: string
  package_number: string
  tracking_number: string
  recipient_name: string
  unit_number: string
  status_id: number
  bank: string | null
  locker: string | null
  mailroom: string | null
  dropped_off: string
  expiry: string | null
  age: number
}

/** Lower limits of the groups of ages, in days. */
const AGES = [0, 1, 3, 7, 14]

/** What is in the house now, by place. */
export const activePackages: Definition = {
  parameters: [PARAMETERS.properties, PARAMETERS.buildings, PARAMETERS.lockerBanks, PARAMETERS.couriers, PARAMETERS.liveGroups],
  parts: async function* (making) {
    yield await byAge(making)
    yield* tableParts<Row>(making, {
      columns: [
        {
          id: 'Package',
          title: label('LabelPackage'),
          kind: 'text',
          width: 8,
          cell: (row) => row.package_number,
          sort: sql`p.package_number`,
        },
        {
          id: 'TrackingNumber',
          title: label('LabelTrackingNumber'),
          kind: 'text',
          width: 14,
          cell: (row) => row.tracking_number,
          sort: sql`p.tracking_number`,
        },
        {
          id: 'Resident',
          title: label('LabelResident'),
          kind: 'text',
          width: 14,
          cell: (row) => row.recipient_name,
          sort: naturalOrder('p.recipient_name'),
        },
        {
          id: 'Unit',
          title: label('LabelUnit'),
          kind: 'text',
          width: 6,
          cell: (row) => row.unit_number,
          sort: naturalOrder('p.unit_number'),
        },
        {
          id: 'Status',
          title: label('LabelStatus'),
          kind: 'text',
          width: 12,
          cell: (row) => making.translate(statusMessage(statusById(row.status_id)!)),
          sort: sql`p.status_id`,
        },
        {
          id: 'Locker',
          title: label('LabelLocker'),
          kind: 'text',
          width: 7,
          cell: (row) => row.locker ?? '',
          sort: naturalOrder('l.name'),
        },
        {
          id: 'DropOff',
          title: t('ColumnDropOff'),
          kind: 'time',
          width: 15,
          cell: (row) => row.dropped_off,
          sort: sql`p.drop_off_time`,
        },
        {
          id: 'Expiry',
          title: label('LabelExpiry'),
          kind: 'time',
          width: 15,
          cell: (row) => row.expiry,
          sort: sql`p.expiry_time`,
        },
        { id: 'Age', title: t('ColumnAge'), kind: 'count', width: 9, cell: (row) => row.age, sort: sql`age` },
      ],
      group: {
        title: label('LabelLocation'),
        key: (row) => row.place_id,
        text: (row) => placeText({ LockerBankName: row.bank, LockerName: null, MailRoomName: row.mailroom }),
      },
      link: (row) => linkOf(making, row),
      order: {
        always: [sql`coalesce(b.name, m.name) collate natural_order`, sql`p.place_id`],
        byDefault: [sql`p.drop_off_time`, sql`p.id`],
      },
      query: (order) => rowsOf(making, order),
    })
  },
}

/** The report of a resident in a period that has the package, however old it is. */
function linkOf(making: Making, { resident_id, home_zone, drop_off_time }: Row): ReportLink | undefined {
  if (!resident_id || !home_zone) return undefined
  const first = firstDay(making)
  const day = localText(drop_off_time, home_zone).slice(0, 10)
  return { report: 'Resident', values: { ResidentId: resident_id, From: day < first ? day : first } }
}

function chosen(making: Making) {
  const groups = idsOf(making.values, 'StatusGroups').map(Number)
  const ids = groups.length > 0 ? groups.filter((id) => LIVE_GROUP_IDS.includes(id)) : LIVE_GROUP_IDS
  return sql`p.status_group = any(${ids}::int[]) and ${chosenIds('p.property_id', 'PropertyIds', making)}
    and ${chosenIds('p.building_id', 'BuildingIds', making)} and ${chosenIds('p.locker_bank_id', 'LockerBankIds', making)}
    and ${chosenIds('p.courier_id', 'CourierIds', making)}`
}

async function byAge(making: Making): Promise<Part> {
  const rows = await fewRows(
    making,
    sql<{ age: number; packages: number }>`
    select width_bucket(extract(epoch from ${making.now}::timestamptz - p.drop_off_time) / 86400,
      ${AGES.slice(1)}::numeric[]) as age, count(*)::int as packages
    from packages p where ${chosen(making)} group by 1`,
  )
  const labels = AGES.map((from, i) => {
    const next = AGES[i + 1]
    return making.translate(next === undefined ? trend('AgeMore', { from }) : trend('AgeDays', { from, to: next }))
  })
  const values = AGES.map((_, i) => rows.find(({ age }) => age === i)?.packages ?? 0)
  const name = making.translate(label('LabelPackages'))
  return { kind: 'chart', chart: { title: making.translate(t('TitleByAge')), kind: 'bars', labels, series: [{ name, values }] } }
}

const rowsOf = (making: Making, order: Sql) => sql<Row>`
  select p.resident_id, z.time_zone as home_zone, p.drop_off_time, p.place_id, p.package_number, p.tracking_number, p.recipient_name,
    p.unit_number, p.status_id, b.name as bank, l.name as locker, m.name as mailroom, ${localTime('p.drop_off_time', making)} as dropped_off,
    ${localTime('p.expiry_time', making)} as expiry,
    floor(extract(epoch from ${making.now}::timestamptz - p.drop_off_time) / 86400)::int as age
  from packages p
  left join locker_banks b on b.organisation_id = p.organisation_id and b.id = p.locker_bank_id
  left join lockers l on l.organisation_id = p.organisation_id and l.id = p.locker_id
  left join mailrooms m on m.organisation_id = p.organisation_id and m.id = p.mailroom_id
  left join residents h on h.organisation_id = p.organisation_id and h.id = p.resident_id
  left join properties z on z.organisation_id = h.organisation_id and z.id = h.property_id
  where ${chosen(making)}
  ${order}`
