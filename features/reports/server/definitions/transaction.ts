import { sql } from 'kysely'
import { placeText } from '#features/package-statuses/place-text.ts'
import { statusById, statusMessage } from '#features/package-statuses/statuses.ts'
import { HISTORY_USER } from '#features/packages/server/api.ts'
import { t as trend } from '#features/trends/messages.ts'
import { t as label } from '#platform/labels.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../../messages.ts'
import { chosenIds, idsOf, inPeriod, localDate, localTime, PARAMETERS, residentLink } from '../engine/choices.ts'
import type { Definition, Making, Sql } from '../engine/definition.ts'
import { tableParts } from '../engine/table.ts'

type Row = {
  local: string
  resident_id: string | null
  package_number: string
  tracking_number: string
  recipient_name: string
  unit_number: string
  before: number | null
  status_id: number
  bank: string | null
  locker: string | null
  mailroom: string | null
  user_name: string
}

const statusText = ({ translate }: Making, id: number | null) => {
  const status = id === null ? undefined : statusById(id)
  return status ? translate(statusMessage(status)) : ''
}

/** Every change of a package in the period, by day. */
export const transaction: Definition = {
  parameters: [
    PARAMETERS.from,
    PARAMETERS.to,
    PARAMETERS.properties,
    PARAMETERS.buildings,
    PARAMETERS.lockerBanks,
    PARAMETERS.couriers,
    PARAMETERS.statusGroups,
  ],
  parts: (making) =>
    tableParts<Row>(making, {
      columns: [
        { id: 'Time', title: t('ColumnTime'), kind: 'time', width: 15, cell: (row) => row.local, sort: sql`h.at` },
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
          width: 13,
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
          id: 'FromStatus',
          title: t('ColumnFromStatus'),
          kind: 'text',
          width: 11,
          cell: (row) => statusText(making, row.before),
        },
        {
          id: 'ToStatus',
          title: t('ColumnToStatus'),
          kind: 'text',
          width: 11,
          cell: (row) => statusText(making, row.status_id),
          sort: sql`h.status_id`,
        },
        {
          id: 'Place',
          title: label('LabelLocation'),
          kind: 'text',
          width: 12,
          cell: ({ bank, locker, mailroom }) => placeText({ LockerBankName: bank, LockerName: locker, MailRoomName: mailroom }),
        },
        { id: 'By', title: t('ColumnBy'), kind: 'text', width: 10, cell: (row) => row.user_name },
      ],
      group: {
        title: trend('LabelDay'),
        kind: 'day',
        key: (row) => row.local.slice(0, 10),
        text: (row) => making.text(row.local, 'day'),
      },
      order: {
        always: making.changes.sort ? [localDate('h.at', making)] : [],
        byDefault: [sql`h.at`, sql`h.id`],
      },
      link: (row) => (row.resident_id ? residentLink(making, row.resident_id) : undefined),
      query: (order) => rowsOf(making, order),
    }),
}

function rowsOf(making: Making, order: Sql) {
  const groups = idsOf(making.values, 'StatusGroups')
  return sql<Row>`
    select ${localTime('h.at', making)} as local, p.resident_id, p.package_number, p.tracking_number, p.recipient_name,
      p.unit_number, h.status_id, b.name as bank, l.name as locker, m.name as mailroom, ${HISTORY_USER} as user_name,
      (select e.status_id from package_history e where e.package_id = h.package_id and (e.at, e.id) < (h.at, h.id)
       order by e.at desc, e.id desc limit 1) as before
    from package_history h
    join packages p on p.organisation_id = h.organisation_id and p.id = h.package_id
    left join locker_banks b on b.organisation_id = h.organisation_id and b.id = h.locker_bank_id
    left join lockers l on l.organisation_id = h.organisation_id and l.id = h.locker_id
    left join mailrooms m on m.organisation_id = h.organisation_id and m.id = h.mailroom_id
    where ${inPeriod('h.at', making)} and ${chosenIds('h.property_id', 'PropertyIds', making)}
      and ${chosenIds('p.building_id', 'BuildingIds', making)} and ${chosenIds('h.locker_bank_id', 'LockerBankIds', making)}
      and ${chosenIds('p.courier_id', 'CourierIds', making)}
      and ${groups.length === 0 ? sql`true` : sql`p.status_group = any(${groups.map(Number)}::int[])`}
    ${order}`
}
