import { sql } from 'kysely'
import { placeText } from '#features/package-statuses/place-text.ts'
import { statusById, statusMessage } from '#features/package-statuses/statuses.ts'
import { HISTORY_USER } from '#features/packages/server/api.ts'
import { t as viewer } from '#features/packages/viewer-messages.ts'
import { t as trend } from '#features/trends/messages.ts'
import { t as label } from '#platform/labels.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesPerson } from '#platform/server/postgres/text-search.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { t } from '../../messages.ts'
import { chosenIds, ID, inPeriod, localTime, MAX_CHOICES, PARAMETERS } from '../engine/choices.ts'
import type { Definition, Making, Parameter, Sql } from '../engine/definition.ts'
import { tableParts } from '../engine/table.ts'

const residentId: Parameter = {
  id: 'ResidentId',
  text: label('LabelResident'),
  type: 'String',
  allowBlank: true,
  pattern: ID,
  byDefault: () => '',
  choices: async (db, { values, search }) => {
    // A search finds only what has its words.
    const asked = search ? '' : String(values.ResidentId)
    const people = db.selectFrom('residents').select(['id', 'full_name', 'unit_number'])
    const rows = await people
      .where('deleted_at', 'is', null)
      .where('id', '<>', asked || EMPTY_GUID)
      .where(matchesPerson('search_text', search))
      .orderBy(naturalOrder('full_name'))
      .orderBy('id')
      .limit(MAX_CHOICES)
      .execute()
    // Another report may link to a resident who was deleted since, or who is beyond the limit.
    const linked = asked ? await people.where('id', '=', asked).execute() : []
    return [...linked, ...rows].slice(0, MAX_CHOICES).map((row) => ({
      value: row.id,
      name: `${row.full_name}, ${row.unit_number}`,
    }))
  },
}

type PackageRow = {
  package_number: string
  tracking_number: string
  status_id: number
  bank: string | null
  locker: string | null
  mailroom: string | null
  dropped_off: string
  collected: string | null
  hours: number | null
}
type ChangeRow = { at: string; package_number: string; status_id: number; user_name: string; note: string }

/** The packages of one resident in the period, and their history. */
export const resident: Definition = {
  parameters: [residentId, PARAMETERS.from, PARAMETERS.to, PARAMETERS.properties, PARAMETERS.buildings],
  parts: async function* (making) {
    const { translate, values } = making
    const id = String(values.ResidentId)
    if (id === '') {
      yield { kind: 'note', text: translate(t('ChooseResident')) }
      return
    }
    const statusText = (statusId: number) => translate(statusMessage(statusById(statusId)!))
    yield* tableParts<PackageRow>(making, {
      title: label('LabelPackages'),
      columns: [
        {
          id: 'Package',
          title: label('LabelPackage'),
          kind: 'text',
          width: 11,
          cell: (row) => row.package_number,
          sort: sql`p.package_number`,
        },
        {
          id: 'TrackingNumber',
          title: label('LabelTrackingNumber'),
          kind: 'text',
          width: 15,
          cell: (row) => row.tracking_number,
          sort: sql`p.tracking_number`,
        },
        {
          id: 'Status',
          title: label('LabelStatus'),
          kind: 'text',
          width: 17,
          cell: (row) => statusText(row.status_id),
          sort: sql`p.status_id`,
        },
        {
          id: 'Place',
          title: label('LabelLocation'),
          kind: 'text',
          width: 15,
          cell: ({ bank, locker, mailroom }) => placeText({ LockerBankName: bank, LockerName: locker, MailRoomName: mailroom }),
        },
        {
          id: 'DropOff',
          title: t('ColumnDropOff'),
          kind: 'time',
          width: 16,
          cell: (row) => row.dropped_off,
          sort: sql`p.drop_off_time`,
        },
        {
          id: 'Collection',
          title: viewer('LabelCollectionTime'),
          kind: 'time',
          width: 16,
          cell: (row) => row.collected,
          sort: sql`p.collection_time`,
        },
        { id: 'Hours', title: trend('LabelWaited'), kind: 'hours', width: 10, cell: (row) => row.hours, sort: sql`hours` },
      ],
      order: { byDefault: [sql`p.drop_off_time desc`, sql`p.id`] },
      query: (order) => packagesOf(making, id, order),
    })
    yield* tableParts<ChangeRow>(making, {
      title: label('SectionHistory'),
      columns: [
        { id: 'ChangeTime', title: t('ColumnTime'), kind: 'time', width: 18, cell: (row) => row.at, sort: sql`h.at` },
        {
          id: 'ChangePackage',
          title: label('LabelPackage'),
          kind: 'text',
          width: 18,
          cell: (row) => row.package_number,
          sort: sql`p.package_number`,
        },
        {
          id: 'ChangeStatus',
          title: label('LabelStatus'),
          kind: 'text',
          width: 24,
          cell: (row) => statusText(row.status_id),
          sort: sql`h.status_id`,
        },
        { id: 'ChangeBy', title: t('ColumnBy'), kind: 'text', width: 20, cell: (row) => row.user_name },
        { id: 'ChangeNote', title: viewer('LabelNote'), kind: 'text', width: 20, cell: (row) => row.note },
      ],
      order: { byDefault: [sql`h.at desc`, sql`h.id`] },
      query: (order) => changesOf(making, id, order),
    })
  },
}

const chosen = (making: Making, id: string) => sql`p.resident_id = ${id}::uuid and ${inPeriod('p.drop_off_time', making)}
    and ${chosenIds('p.property_id', 'PropertyIds', making)} and ${chosenIds('p.building_id', 'BuildingIds', making)}`

const packagesOf = (making: Making, id: string, order: Sql) => sql<PackageRow>`
  select p.package_number, p.tracking_number, p.status_id, b.name as bank, l.name as locker, m.name as mailroom,
    ${localTime('p.drop_off_time', making)} as dropped_off, ${localTime('p.collection_time', making)} as collected,
    (extract(epoch from p.collection_time - p.drop_off_time) / 3600)::float as hours
  from packages p
  left join locker_banks b on b.organisation_id = p.organisation_id and b.id = p.locker_bank_id
  left join lockers l on l.organisation_id = p.organisation_id and l.id = p.locker_id
  left join mailrooms m on m.organisation_id = p.organisation_id and m.id = p.mailroom_id
  where ${chosen(making, id)}
  ${order}`

const changesOf = (making: Making, id: string, order: Sql) => sql<ChangeRow>`
  select ${localTime('h.at', making)} as at, p.package_number, h.status_id, ${HISTORY_USER} as user_name, h.note
  from packages p join package_history h on h.organisation_id = p.organisation_id and h.package_id = p.id
  where ${chosen(making, id)}
  ${order}`
