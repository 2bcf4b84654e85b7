import type { z } from 'zod'
import { CSV_START, csvLine } from '#platform/csv.ts'
import { dateTimeText } from '#platform/date-format.ts'
import type { Translate } from '#platform/server/http/language.ts'
import type { Database, Tenant } from '#platform/server/postgres/db.ts'
import { PACKAGE_COLUMNS } from '../../columns.ts'
import type { PACKAGE_SORTS, packages } from '../../contract.ts'
import { placeText } from '../../place.ts'
import { isLive, type StatusName, statusById } from '../../statuses.ts'
import { shownExpiry, statusOfId } from './in-locker.ts'
import { type FoundPackage, packagePage } from './page.ts'

/** Packages that one short transaction of an export reads. */
const EXPORT_BATCH = 2_000

type Asked = z.output<typeof packages.export.input>
type Cell = (row: FoundPackage) => string
type Column = (typeof PACKAGE_SORTS)[number]

/**
 * The filtered packages as CSV in the order of the list, whatever their number: a batch at a time, so that neither memory nor a
 * transaction grows with them, and a slow client holds nothing.
 */
export async function* packagesCsv(
  database: Database,
  tenant: Tenant,
  asked: Asked,
  translate: Translate,
): AsyncGenerator<string> {
  const cells = asked.Columns.map((column) => cellsOf(asked.DateFormat, translate)[column])
  yield CSV_START + csvLine(asked.Columns.map((column) => translate(PACKAGE_COLUMNS[column])))
  let After: string | undefined
  do {
    const paging = { ...asked, PageIndex: 1, PageSize: EXPORT_BATCH, After }
    const page = await database.readInTenant(tenant, (db) => packagePage(db, tenant, asked, paging, (row) => row))
    yield page.Data.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
    After = page.After ?? undefined
  } while (After)
}

/** The text of each column, as the screen shows it; times are exact. */
function cellsOf(dateFormat: string, translate: Translate): Readonly<Record<Column, Cell>> {
  const time = (at: string | null, { time_zone }: FoundPackage) => (at ? dateTimeText(at, dateFormat, time_zone) : '')
  return {
    PackageNumber: (row) => row.package_number,
    ResidentName: (row) => row.recipient_name,
    UnitNumber: (row) => row.unit_number,
    Status: (row) => translate(statusOfId(row.status_id)),
    LockerBankName: (row) =>
      placeText({ LockerBankName: row.bank_name, LockerName: row.locker_name, MailRoomName: row.mailroom_name }),
    DropOffTime: (row) => time(row.drop_off_time, row),
    ExpiryTime: (row) => time(isLive(statusById(row.status_id) as StatusName) ? shownExpiry(row) : null, row),
    TrackingNumber: (row) => row.tracking_number,
    CourierName: (row) => row.courier_name ?? '',
    CollectionTime: (row) => time(row.collection_time, row),
    RecoveryTime: (row) => time(row.recovery_time, row),
    PackageId: (row) => row.id,
  }
}
