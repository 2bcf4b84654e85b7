import { sql } from 'kysely'
import { OCCUPANCY, residentStatus } from '#features/residents/rules.ts'
import { t as label } from '#platform/labels.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../../messages.ts'
import { chosenIds, PARAMETERS } from '../engine/choices.ts'
import type { Definition, Making, Sql } from '../engine/definition.ts'
import { tableParts } from '../engine/table.ts'

type Row = {
  id: string
  building_id: string
  building: string
  property: string
  full_name: string
  unit_number: string
  language: string | null
  email: string
  mobile_phone: string
  occupancy_status: number
  is_active: boolean
  is_out_of_town: boolean
  is_disabled: boolean
  has_opted_out: boolean
}

/** The residents who have not moved out, by building. */
export const tenants: Definition = {
  parameters: [PARAMETERS.properties, PARAMETERS.buildings],
  parts: (making) =>
    tableParts<Row>(making, {
      columns: [
        {
          id: 'Unit',
          title: label('LabelUnit'),
          kind: 'text',
          width: 8,
          cell: (row) => row.unit_number,
          sort: naturalOrder('r.unit_number'),
        },
        {
          id: 'Resident',
          title: label('LabelResident'),
          kind: 'text',
          width: 24,
          cell: (row) => row.full_name,
          sort: naturalOrder('r.full_name'),
        },
        {
          id: 'Status',
          title: label('LabelStatus'),
          kind: 'text',
          width: 12,
          cell: (row) => making.translate(residentStatus({ isActive: row.is_active, occupancyStatus: row.occupancy_status })),
          sort: sql`r.occupancy_status`,
        },
        {
          id: 'Email',
          title: label('LabelEmail'),
          kind: 'text',
          width: 24,
          cell: (row) => row.email,
          sort: naturalOrder('r.email'),
        },
        {
          id: 'Phone',
          title: label('LabelMobilePhone'),
          kind: 'text',
          width: 14,
          cell: (row) => row.mobile_phone,
          sort: sql`r.mobile_phone`,
        },
        { id: 'Flags', title: t('ColumnFlags'), kind: 'text', width: 18, cell: (row) => flagsOf(making, row) },
      ],
      group: { title: label('LabelBuilding'), key: (row) => row.building_id, text: (row) => `${row.property} · ${row.building}` },
      link: (row) => ({ report: 'Resident', values: { ResidentId: row.id } }),
      language: (row) => row.language,
      order: {
        always: [sql`p.property`, sql`p.building`, sql`p.id`],
        byDefault: [naturalOrder('r.unit_number'), naturalOrder('r.full_name'), sql`r.id`],
      },
      query: (order) => rowsOf(making, order),
    }),
}

const flagsOf = ({ translate }: Making, row: Row) =>
  [row.is_out_of_town && t('FlagOutOfTown'), row.is_disabled && t('FlagSpecialNeeds'), row.has_opted_out && t('FlagOptedOut')]
    .flatMap((flag) => (flag ? [translate(flag)] : []))
    .join(', ')

/** The buildings are sorted first, so that the residents of one building are sorted at a time: the first page does not wait for all. */
const rowsOf = (making: Making, order: Sql) => sql<Row>`
  select r.id, r.building_id, p.building, p.property, r.full_name, r.unit_number, r.language, r.email, r.mobile_phone,
    r.occupancy_status, r.is_active, r.is_out_of_town, r.is_disabled, r.has_opted_out
  from (
    select b.organisation_id, b.property_id, b.id, ${naturalOrder('b.name')} as building, ${naturalOrder('o.name')} as property
    from buildings b join properties o on o.organisation_id = b.organisation_id and o.id = b.property_id
    where ${chosenIds('b.property_id', 'PropertyIds', making)} and ${chosenIds('b.id', 'BuildingIds', making)}
    order by property, building, b.id
  ) p
  join residents r on r.organisation_id = p.organisation_id and r.property_id = p.property_id and r.building_id = p.id
  where r.deleted_at is null and r.occupancy_status <> ${OCCUPANCY.MovedOut}
  ${order}`
