import type { z } from 'zod'
import { placeText } from '#features/package-statuses/place-text.ts'
import { t as tProperty } from '#features/properties/messages.ts'
import { CSV_START, csvLine } from '#platform/csv.ts'
import { localTimeText } from '#platform/date-format.ts'
import type { Translate } from '#platform/server/http/language.ts'
import { openRows } from '#platform/server/postgres/cursor.ts'
import type { Database, Tenant } from '#platform/server/postgres/db.ts'
import { PACKAGE_COLUMNS } from '../../columns.ts'
import type { PACKAGE_SORTS, packages } from '../../contract.ts'
import { shownExpiry, statusOfId } from './in-locker.ts'
import { type ExportedPackage, packagesInOrder } from './page.ts'

type Asked = z.output<typeof packages.export.input>
type Cell = (row: ExportedPackage) => string
type Column = (typeof PACKAGE_SORTS)[number]
type Export = { readonly database: Database; readonly tenant: Tenant; readonly translate: Translate }

/**
 * The filtered packages as CSV in the order of the list, whatever their number, as they are at one moment. `onEnd` gets how many rows were
 * read, also when the reader stopped early or reading failed.
 */
export async function* packagesCsv(
  { database, tenant, translate }: Export,
  asked: Asked,
  onEnd: (rows: number) => Promise<unknown>,
): AsyncGenerator<string> {
  const cells = asked.Columns.map((column) => cellsOf(asked.DateFormat, translate)[column])
  const headings = asked.Columns.map((column) => PACKAGE_COLUMNS[column])
  // Each time is in the zone of its property, and properties may be in several.
  if (asked.Columns.some((column) => column.endsWith('Time'))) {
    cells.push((row) => row.time_zone)
    headings.push(tProperty('LabelTimeZone'))
  }
  let head = CSV_START + csvLine(headings.map((heading) => translate(heading)))
  let count = 0
  try {
    for await (const rows of rowsOf(database, tenant, asked)) {
      count += rows.length
      yield head + rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
      head = ''
    }
  } finally {
    await onEnd(count)
  }
}

async function* rowsOf(database: Database, tenant: Tenant, asked: Asked): AsyncGenerator<ExportedPackage[]> {
  const { rows, close } = await openRows(database, tenant)
  try {
    const timeZones: string[] = []
    // At the same moment as the packages, so that each has its zone.
    for await (const zones of rows(database.untenanted.selectFrom('properties').select('time_zone').distinct()))
      timeZones.push(...zones.map(({ time_zone }) => time_zone))
    yield* rows(packagesInOrder(database.untenanted, tenant, asked, asked, { columns: asked.Columns, timeZones }))
  } finally {
    await close()
  }
}

/** Filters for the audit trail: ids, periods and groups as they are; of texts, which may be names, only that they were used. */
export function auditedFilters(asked: Asked): Record<string, unknown> {
  const { PropertyId, BuildingId, LockerBankId, LocationIds, ResidentId, StatusGroupIds, DroppedFrom, DroppedBefore } = asked
  const filteredBy = (['Q', 'ResidentName', 'UnitNumber', 'TrackingNumber'] as const).filter((name) => asked[name])
  return {
    filters: { PropertyId, BuildingId, LockerBankId, LocationIds, ResidentId, StatusGroupIds, DroppedFrom, DroppedBefore },
    filteredBy,
  }
}

/** The text of each column, as the screen shows it; times are exact. */
function cellsOf(dateFormat: string, translate: Translate): Readonly<Record<Column, Cell>> {
  const time = (local: string | null) => (local ? localTimeText(local, dateFormat) : '')
  return {
    PackageNumber: (row) => row.package_number,
    ResidentName: (row) => row.recipient_name,
    UnitNumber: (row) => row.unit_number,
    Status: (row) => translate(statusOfId(row.status_id)),
    LockerBankName: (row) =>
      placeText({ LockerBankName: row.bank_name, LockerName: row.locker_name, MailRoomName: row.mailroom_name }),
    DropOffTime: (row) => time(row.dropped_off),
    ExpiryTime: (row) => time(shownExpiry({ ...row, expiry_time: row.expires })),
    TrackingNumber: (row) => row.tracking_number,
    CourierName: (row) => row.courier_name ?? '',
    CollectionTime: (row) => time(row.collected),
    RecoveryTime: (row) => time(row.recovered),
    PackageId: (row) => row.id,
  }
}
